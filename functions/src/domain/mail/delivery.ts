const SECOND_MS = 1000;

/** How often a mail is tried before it is left to staff: over about nine hours. */
export const MAIL_ATTEMPTS = 10;

/** How long one attempt may take before another may begin, in ms. */
export const MAIL_LEASE_MS = 90 * SECOND_MS;

/** How long (ms) to wait after the nth failed attempt: 30 s, a minute, two … and four hours at most. */
export const backOff = (attempts: number): number =>
  Math.min(30 * SECOND_MS * 2 ** (attempts - 1), 4 * 60 * 60 * SECOND_MS);

/** Why a mail is not tried again, null while it is. */
export function givenUp(
  { attempts, validUntil }: { readonly attempts: number; readonly validUntil: number | null },
  isFinal: boolean,
  nextAt: number,
): 'refused' | 'attempts' | 'expired' | null {
  if (isFinal) return 'refused';
  if (attempts >= MAIL_ATTEMPTS) return 'attempts';
  return validUntil !== null && nextAt >= validUntil ? 'expired' : null;
}
