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
 * `right` only once. `exhausted`: after too many wrong tries, even the right code is refused until
 * a new one is issued.
 */
export type TryVerdict = 'right' | 'wrong' | 'exhausted';

export const createGuardedCode = (digest: string, now: number, ttlMs: number): GuardedCode => ({
  digest,
  validUntil: now + ttlMs,
  tries: 0,
  triesUntil: now + ttlMs,
});

/**
 * Missing codes are judged the same way, so that the answer doesn't reveal whether a code exists.
 * `next` is the state to store.
 * @param ttlMs how long tries count
 */
export function judgeTry(
  state: GuardedCode | null,
  digest: string,
  now: number,
  ttlMs: number,
): { readonly verdict: TryVerdict; readonly next: GuardedCode } {
  const validDigest = state !== null && state.validUntil > now ? state.digest : null;
  const previousTries = state !== null && state.triesUntil > now ? state.tries : 0;
  const validUntil = state?.validUntil ?? now;
  const triesUntil = now + ttlMs;
  if (previousTries >= MAX_CODE_ATTEMPTS)
    return {
      verdict: 'exhausted',
      next: { digest: null, validUntil, tries: previousTries, triesUntil },
    };
  if (validDigest === digest)
    return { verdict: 'right', next: { digest: null, validUntil: now, tries: 0, triesUntil } };
  const tries = previousTries + 1;
  const next = {
    digest: tries < MAX_CODE_ATTEMPTS ? (state?.digest ?? null) : null,
    validUntil,
    tries,
    triesUntil,
  };
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

/** `QA-7F3-K2R`, for example. Not secret, and easy to read aloud to support. */
export const drawAdmissionCode = (draw: Draw): string =>
  `QA-${drawText(SPOKEN_ALPHABET, 3, draw)}-${drawText(SPOKEN_ALPHABET, 3, draw)}`;

/** Accepts any spelling. Null if the text isn't an admission code. */
export function parseAdmissionCode(text: string): string | null {
  const match = /^qa([a-z\d]{3})([a-z\d]{3})$/.exec(cleanCode(text));
  return match && `QA-${match[1]}-${match[2]}`.toUpperCase();
}
