import { CODE_ALPHABET, MAX_CODE_ATTEMPTS } from '@quantalgo/contracts/core/validation';
import { cleanCode } from '@quantalgo/contracts/core/identity';

export interface GuardedCode {
  /** Null while no code is valid: never issued, used, voided, or guessed wrong too often. */
  readonly digest: string | null;
  readonly validUntil: number;
  readonly tries: number;
  /** Epoch ms. Each try extends it, so it doesn't reveal when a code was issued. */
  readonly triesUntil: number;
}

/**
 * `right` only once. `exhausted`: after too many wrong tries even the right code is refused until a new one is issued.
 */
export type TryVerdict = 'right' | 'wrong' | 'exhausted';

export const createGuardedCode = (digest: string, now: number, validMs: number): GuardedCode => ({
  digest,
  validUntil: now + validMs,
  tries: 0,
  triesUntil: now + validMs,
});

/**
 * Judges a try and returns the state to store. A missing code is judged the same way, so the answer doesn't reveal it.
 * @param validMs how long codes stay valid and tries count
 */
export function judgeTry(
  state: GuardedCode | null,
  digest: string,
  now: number,
  validMs: number,
): { readonly verdict: TryVerdict; readonly next: GuardedCode } {
  const open = state !== null && state.validUntil > now ? state.digest : null;
  const before = state !== null && state.triesUntil > now ? state.tries : 0;
  const validUntil = state?.validUntil ?? now;
  const triesUntil = now + validMs;
  if (before >= MAX_CODE_ATTEMPTS)
    return { verdict: 'exhausted', next: { digest: null, validUntil, tries: before, triesUntil } };
  if (open === digest)
    return { verdict: 'right', next: { digest: null, validUntil: now, tries: 0, triesUntil } };
  const tries = before + 1;
  const next = { digest: tries < MAX_CODE_ATTEMPTS ? open : null, validUntil, tries, triesUntil };
  return { verdict: 'wrong', next };
}

// Letters and digits that sound distinct when read aloud.
const SPOKEN_ALPHABET = 'AFHKMQRUWXY234679';

/** A uniform random integer from 0 to `below` - 1. */
export type Draw = (below: number) => number;

const drawText = (alphabet: string, length: number, draw: Draw): string =>
  Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join('');

export const drawSecretCode = (length: number, draw: Draw): string =>
  drawText(CODE_ALPHABET, length, draw);

/** For example `QA-7F3-K2R`: not secret, easy to read aloud to support. */
export const drawAdmissionCode = (draw: Draw): string =>
  `QA-${drawText(SPOKEN_ALPHABET, 3, draw)}-${drawText(SPOKEN_ALPHABET, 3, draw)}`;

/** Any spelling of an admission code; null if the text is none. */
export function parseAdmissionCode(text: string): string | null {
  const parts = /^qa([a-z\d]{3})([a-z\d]{3})$/.exec(cleanCode(text));
  return parts && `QA-${parts[1]}-${parts[2]}`.toUpperCase();
}
