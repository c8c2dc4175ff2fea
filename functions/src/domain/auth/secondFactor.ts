import {
  FACTOR_DIGITS,
  FACTOR_FRESH_MS,
  FACTOR_PERIOD_S,
  FACTOR_VALID_MS,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { Secret, TOTP } from 'otpauth';

/** The second factor as shown in a session. */
export interface ShownFactor {
  /** When it was last shown (epoch ms), null if never. */
  readonly shownAt: number | null;
  /** True where the site demanded none when the session began. */
  readonly exempt: boolean;
}

/** The second factor that staff's work requires of a session: shown within half a day, within minutes, or none. */
export type FactorNeed = 'shown' | 'fresh' | 'none';

/** True where a factor was shown in this session within the last quarter of an hour. */
export const isFresh = ({ shownAt, exempt }: ShownFactor, now: number): boolean =>
  !exempt && shownAt !== null && now - shownAt < FACTOR_FRESH_MS;

/**
 * Whether a session's second factor for staff's work is missing or stale; null where it is neither.
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
  const { exempt, shownAt } = shown;
  if (exempt || shownAt === null || now - shownAt >= FACTOR_VALID_MS) return 'missing';
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

/** Random bytes in Base32, as authenticators expect them. */
export const base32 = (bytes: Buffer): string =>
  new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;

/** The URI from which an authenticator imports a secret (Base32), with its owner and site. */
export const factorUri = (secret: string, names: { issuer: string; label: string }): string =>
  totpOf(secret, names).toString();

const PERIOD_MS = FACTOR_PERIOD_S * 1000;

/** Clocks may differ by one step; RFC 6238 recommends no more. */
const STEPS_AWAY = [0, -1, 1] as const;

/**
 * The step that this code belongs to, null if it is none of those around `now` (epoch ms). Steps up to `lastStep` are
 * refused: they were used, or are older than one that was.
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

/** True for a code of an authenticator; recovery codes are longer. */
export const isFactorCode = (code: string): boolean =>
  /^\d+$/.test(code) && code.length === FACTOR_DIGITS;
