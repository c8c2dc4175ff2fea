import type { Fingerprint } from '@quantalgo/contracts/submissions/review';

/** Lookup keys per fingerprint: as many values as Firestore's `array-contains-any` takes. */
const KEYS = 30;

/** Each key hashes about one in eight places, a different sample for each key. */
const ONE_OF = 8;

/** An image with fewer marks is too plain to identify. */
const MIN_MARKS = 32;

/**
 * Most contradicting places between lookalikes. Measured on mock pages of a broker: a re-saved image has 0 to 2, the
 * same page of another account 18 and more, on a wide screen 6 and more.
 */
const MAX_CONTRADICTIONS = 2;

/** Hashes a 32-bit number. Source: fmix32 of MurmurHash3, by Austin Appleby. */
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

/** The positions of the marks, row by row. */
const placesOf = (hex: string): number[] =>
  [...bytesOf(hex)].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .filter((bit) => (byte & (0x80 >> bit)) !== 0)
      .map((bit) => index * 8 + bit),
  );

/**
 * The lookup keys of a fingerprint: two fingerprints that differ in few places share at least one, two that differ in
 * many hardly ever do. None where an image is too plain to compare.
 */
export function keysOf({ columns, rows, sure }: Fingerprint): string[] {
  const places = placesOf(sure);
  if (places.length < MIN_MARKS) return [];
  return Array.from({ length: KEYS }, (_, key) => {
    const taken = places.map((place) => mixed(place * KEYS + key)).filter((n) => n % ONE_OF === 0);
    const sum = taken.reduce((all, n) => all ^ mixed(n + 1), 0) >>> 0;
    return `${columns}x${rows} ${key} ${sum.toString(16)}`;
  });
}

/** Number of places where one image surely gets brighter and the other surely not; `Infinity` for different grids. */
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

/** Whether two images are the same one, re-saved, scaled down or cropped at the top. */
export const areLookalikes = (one: Fingerprint, other: Fingerprint): boolean =>
  contradictions(one, other) <= MAX_CONTRADICTIONS;
