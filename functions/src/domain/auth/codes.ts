import { CODE_ALPHABET, CODE_TRIES } from '@quantalgo/contracts/core/validation';

/** The stored state of a code that somebody types in: its digest, never the code itself. */
export interface GuardedCode {
  /** Null while no code is valid: never issued, used, voided, or guessed wrong too often. */
  readonly digest: string | null;
  /** Epoch ms at which the code expires. */
  readonly validUntil: number;
  /** Wrong tries since the code was issued; recent ones where there is no code. */
  readonly tries: number;
  /** Epoch ms at which the tries are reset. Each try extends it, so it doesn't reveal when a code was issued. */
  readonly triesUntil: number;
}

/**
 * The answer to a try: `right` once, `wrong`, or `exhausted` after too many wrong ones, when even the right code is
 * refused until a new one is issued.
 */
export type TryVerdict = 'right' | 'wrong' | 'exhausted';

/** The state of a newly issued code, which voids the one before. */
export const issued = (digest: string, now: number, validMs: number): GuardedCode => ({
  digest,
  validUntil: now + validMs,
  tries: 0,
  triesUntil: now + validMs,
});

/**
 * Judges one try and returns the state to store after it. A code that doesn't exist is judged the same way, so the
 * answer doesn't reveal whether there is one.
 * @param state the stored state, null if there is none
 * @param now epoch ms
 * @param validMs how long such codes are valid and tries are counted
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

/** Letters and digits that sound distinct when read aloud. */
const SPOKEN_ALPHABET = 'AFHKMQRUWXY234679';

/** Returns a uniformly random integer from 0 to `below` - 1. */
export type Draw = (below: number) => number;

const drawn = (alphabet: string, length: number, draw: Draw): string =>
  Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join('');

/** A secret code of this length, from letters and digits that don't look alike. */
export const secretCode = (length: number, draw: Draw): string =>
  drawn(CODE_ALPHABET, length, draw);

/** A member's admission code, `QA-7F3-K2R`: not secret, but easy to read aloud to support. */
export const admissionCode = (draw: Draw): string =>
  `QA-${drawn(SPOKEN_ALPHABET, 3, draw)}-${drawn(SPOKEN_ALPHABET, 3, draw)}`;
