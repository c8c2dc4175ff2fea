import { CODE_ALPHABET, CODE_TRIES } from '@quantalgo/contracts';

/** A code that somebody types in, as it is stored: never itself, only its digest. */
export interface GuardedCode {
  /** Null where none is open: never issued, used, void or guessed at too often. */
  readonly digest: string | null;
  /** Epoch ms from which the digest opens nothing. */
  readonly validUntil: number;
  /** Wrong tries since it was issued, or of late where none is. */
  readonly tries: number;
  /** Epoch ms at which tries are forgotten: each one moves it on, so nobody can tell when a code was issued. */
  readonly triesUntil: number;
}

/**
 * What a try is answered: `right` once, `wrong`, or `exhausted`, after so many wrong ones that even the right code is
 * refused until there is a new one.
 */
export type TryVerdict = 'right' | 'wrong' | 'exhausted';

/** The state of a code that was just issued; the one before it is void. */
export const issued = (digest: string, now: number, validMs: number): GuardedCode => ({
  digest,
  validUntil: now + validMs,
  tries: 0,
  triesUntil: now + validMs,
});

/**
 * Judges one try and says what is stored after it. A code that does not exist is judged alike, so that an answer tells
 * nothing about it.
 * @param state what is stored, null where nothing is
 * @param now epoch ms
 * @param validMs how long such codes are valid, and tries remembered
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
  if (before >= CODE_TRIES)
    return { verdict: 'exhausted', next: { digest: null, validUntil, tries: before, triesUntil } };
  if (open === digest)
    return { verdict: 'right', next: { digest: null, validUntil: now, tries: 0, triesUntil } };
  const tries = before + 1;
  const next = { digest: tries < CODE_TRIES ? open : null, validUntil, tries, triesUntil };
  return { verdict: 'wrong', next };
}

/** Letters and digits that sound unlike each other when read aloud. */
const SPOKEN_ALPHABET = 'AFHKMQRUWXY234679';

/** Gives a whole number from 0 to `below` - 1, each as likely as the others. */
export type Draw = (below: number) => number;

const drawn = (alphabet: string, length: number, draw: Draw): string =>
  Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join('');

/** A secret code of this length, in the letters and digits that can't be taken for one another. */
export const secretCode = (length: number, draw: Draw): string =>
  drawn(CODE_ALPHABET, length, draw);

/** A member's admission code, `QA-7F3-K2R`: no secret, but easy to read aloud to support. */
export const admissionCode = (draw: Draw): string =>
  `QA-${drawn(SPOKEN_ALPHABET, 3, draw)}-${drawn(SPOKEN_ALPHABET, 3, draw)}`;
