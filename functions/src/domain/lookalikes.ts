import type { Fingerprint } from '@quantalgo/contracts';

/** Keys that a fingerprint is found by: as many values as Firestore looks for in a list at once. */
const KEYS = 30;

/** Each key is made of every eighth place or so, of others than the next key's. */
const ONE_OF = 8;

/** An image with fewer marks is too plain to say whose it is. */
const MARKS_LEAST = 32;

/**
 * Places at most at which two images that look alike contradict each other. Measured on made pages of a broker: the same
 * image saved anew has 0 to 2, the same page of another account 18 and more, on a wide screen 6 and more.
 */
const CONTRADICTIONS_MOST = 2;

/** A number of 32 bits from another, as if at random. Source: fmix32 of MurmurHash3, by Austin Appleby. */
function mixed(number: number): number {
  let h = number;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

function onesOf(byte: number): number {
  let ones = 0;
  for (let left = byte; left !== 0; left &= left - 1) ones += 1;
  return ones;
}

/** The places of the marks, row by row. */
const placesOf = (hex: string): number[] =>
  [...bytesOf(hex)].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .filter((bit) => (byte & (0x80 >> bit)) !== 0)
      .map((bit) => index * 8 + bit),
  );

/**
 * What fingerprints are found by: two that differ in few places have one of these in common, two that differ in many
 * hardly ever. None where an image is too plain to be compared.
 */
export function keysOf({ columns, rows, sure }: Fingerprint): string[] {
  const places = placesOf(sure);
  if (places.length < MARKS_LEAST) return [];
  return Array.from({ length: KEYS }, (_, key) => {
    const taken = places.map((place) => mixed(place * KEYS + key)).filter((n) => n % ONE_OF === 0);
    const sum = taken.reduce((all, n) => all ^ mixed(n + 1), 0) >>> 0;
    return `${columns}x${rows} ${key} ${sum.toString(16)}`;
  });
}

/** At how many places one image surely gets brighter where the other one surely does not; none may match another grid. */
export function contradictions(one: Fingerprint, other: Fingerprint): number {
  if (one.columns !== other.columns || one.rows !== other.rows) return Infinity;
  const against = (sure: string, possible: string) => {
    const allowed = bytesOf(possible);
    return bytesOf(sure).reduce(
      (all, byte, index) => all + onesOf(byte & ~(allowed[index] ?? 0)),
      0,
    );
  };
  return against(one.sure, other.possible) + against(other.sure, one.possible);
}

/** Whether two images are the same, saved anew, made smaller or cut at the top. */
export const areLookalikes = (one: Fingerprint, other: Fingerprint): boolean =>
  contradictions(one, other) <= CONTRADICTIONS_MOST;
