import { FACTOR_DIGITS, FACTOR_FRESH_MS, FACTOR_PERIOD_S } from '@quantalgo/contracts';
import { Secret, TOTP } from 'otpauth';

/** What a session showed of its member's second factor. */
export interface ShownFactor {
  /** When it was shown last (epoch ms), null where it never was. */
  readonly shownAt: number | null;
  /** True where the site demanded none as the session began. */
  readonly exempt: boolean;
}

/** What is asked of a session before staff's work: the second factor at any time, of late, or not at all. */
export type FactorNeed = 'shown' | 'fresh' | 'none';

/** True where a factor was shown in this session within the last quarter of an hour. */
export const isFresh = ({ shownAt, exempt }: ShownFactor, now: number): boolean =>
  !exempt && shownAt !== null && now - shownAt < FACTOR_FRESH_MS;

/**
 * What is missing of a session before staff's work, null where nothing is.
 * @param demands whether the site demands a second factor of staff
 * @param now epoch ms
 */
export function factorMissing(
  shown: ShownFactor,
  need: FactorNeed,
  demands: boolean,
  now: number,
): 'missing' | 'stale' | null {
  if (need === 'none' || (shown.exempt && !demands)) return null;
  if (shown.exempt || shown.shownAt === null) return 'missing';
  return need === 'shown' || isFresh(shown, now) ? null : 'stale';
}

/** SHA-1, as authenticators ignore any other choice. Source: RFC 6238, and Google's key URI format. */
const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: FACTOR_DIGITS,
    period: FACTOR_PERIOD_S,
  });

/** Random bytes as the Base32 that authenticators take. */
export const base32 = (bytes: Buffer): string =>
  new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;

/** The address that an authenticator reads a secret (Base32) from: whose it is, and at which site. */
export const factorUri = (secret: string, names: { issuer: string; label: string }): string =>
  totpOf(secret, names).toString();

const PERIOD_MS = FACTOR_PERIOD_S * 1000;

/** Clocks may differ by a step; RFC 6238 recommends no more. */
const STEPS_AWAY = [0, -1, 1] as const;

/**
 * The step whose code this is, null where it is none of those around `now` (epoch ms). A step up to `lastStep` was used,
 * or is older than one that was: its code is none any more.
 */
export function stepOfCode(
  secret: string,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number },
): number | null {
  const totp = totpOf(secret);
  const current = Math.floor(now / PERIOD_MS);
  const steps = STEPS_AWAY.map((away) => current + away).filter((step) => step > lastStep);
  const found = steps.find(
    (step) => totp.validate({ token: code, timestamp: step * PERIOD_MS, window: 0 }) !== null,
  );
  return found ?? null;
}

/** True for what an authenticator shows; recovery codes are longer. */
export const isFactorCode = (code: string): boolean =>
  /^\d+$/.test(code) && code.length === FACTOR_DIGITS;
