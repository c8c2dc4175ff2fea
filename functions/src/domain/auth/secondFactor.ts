import {
  FACTOR_DIGITS,
  FACTOR_FRESH_TTL_MS,
  FACTOR_PERIOD_S,
  FACTOR_TTL_MS,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { Secret, TOTP } from 'otpauth';

export interface SessionFactor {
  readonly shownAt: number | null;
  /** True if the site required no second factor when the session began. */
  readonly exempt: boolean;
}

/** `shown`: within {@link FACTOR_TTL_MS}. `fresh`: within {@link FACTOR_FRESH_TTL_MS}. */
export type FactorNeed = 'shown' | 'fresh' | 'none';

export const isFactorFresh = ({ shownAt, exempt }: SessionFactor, now: number): boolean =>
  !exempt && shownAt !== null && now - shownAt < FACTOR_FRESH_TTL_MS;

/**
 * Null if the factor is recent enough or not needed.
 * @param isRequired true if the site requires a second factor of staff
 */
export function checkFactor(
  session: SessionFactor,
  need: FactorNeed,
  isRequired: boolean,
  now: number,
): 'missing' | 'stale' | null {
  if (need === 'none' || (session.exempt && !isRequired)) return null;
  const { exempt, shownAt } = session;
  if (exempt || shownAt === null || now - shownAt >= FACTOR_TTL_MS) return 'missing';
  return need === 'shown' || isFactorFresh(session, now) ? null : 'stale';
}

// SHA-1, because authenticators ignore any other algorithm (RFC 6238; Google's key URI format).
const createTotp = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: FACTOR_DIGITS,
    period: FACTOR_PERIOD_S,
  });

export const toBase32 = (bytes: Buffer): string =>
  new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;

export const buildFactorUri = (secret: string, names: { issuer: string; label: string }): string =>
  createTotp(secret, names).toString();

const STEP_MS = FACTOR_PERIOD_S * 1000;

// Clocks may differ by one step; RFC 6238 recommends no more.
const STEP_OFFSETS = [0, -1, 1] as const;

/**
 * The time step near `now` for which the code is valid. Null if there is none. Refuses steps up to `lastStep`,
 * to prevent replays.
 */
export function findCodeStep(
  secret: string,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number },
): number | null {
  const totp = createTotp(secret);
  const currentStep = Math.floor(now / STEP_MS);
  const steps = STEP_OFFSETS.map((offset) => currentStep + offset).filter(
    (step) => step > lastStep,
  );
  const matchedStep = steps.find(
    (step) => totp.validate({ token: code, timestamp: step * STEP_MS, window: 0 }) !== null,
  );
  return matchedStep ?? null;
}

/** Recovery codes are longer. */
export const isFactorCode = (code: string): boolean =>
  /^\d+$/.test(code) && code.length === FACTOR_DIGITS;
