import type { Fingerprint } from '@quantalgo/contracts/submissions/review';

// Firestore's `array-contains-any` takes 30 values.
const KEY_COUNT = 30;

// Each key hashes about one in eight places, a different sample per key.
const SAMPLE_RATE = 8;

// An image with fewer marks is too plain to identify.
const MIN_MARKS = 32;

// Measured on mock broker pages: a re-saved image has 0 to 2 contradicting places, the same page of
// another account 18 or more (6 on a wide screen).
const MAX_CONTRADICTIONS = 2;

// Source: fmix32 of MurmurHash3, by Austin Appleby.
function mixBits(number: number): number {
  let h = number;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const toBytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

function countOnes(byte: number): number {
  let ones = 0;
  for (let remaining = byte; remaining !== 0; remaining &= remaining - 1) ones += 1;
  return ones;
}

const findPlaces = (hex: string): number[] =>
  [...toBytes(hex)].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .filter((bit) => (byte & (0x80 >> bit)) !== 0)
      .map((bit) => index * 8 + bit),
  );

/**
 * Fingerprints that differ in few places share at least one key; others hardly ever do. Empty if
 * the image is too plain.
 */
export function getLookupKeys({ columns, rows, sure }: Fingerprint): string[] {
  const places = findPlaces(sure);
  if (places.length < MIN_MARKS) return [];
  return Array.from({ length: KEY_COUNT }, (_, key) => {
    const sample = places
      .map((place) => mixBits(place * KEY_COUNT + key))
      .filter((n) => n % SAMPLE_RATE === 0);
    const keyHash = sample.reduce((hash, n) => hash ^ mixBits(n + 1), 0) >>> 0;
    return `${columns}x${rows} ${key} ${keyHash.toString(16)}`;
  });
}

/**
 * Places where one image surely gets brighter and the other surely doesn't; `Infinity` for
 * different grids.
 */
export function countContradictions(first: Fingerprint, second: Fingerprint): number {
  if (first.columns !== second.columns || first.rows !== second.rows) return Infinity;
  const countAgainst = (sure: string, possible: string) => {
    const allowed = toBytes(possible);
    return toBytes(sure).reduce(
      (sum, byte, index) => sum + countOnes(byte & ~(allowed[index] ?? 0)),
      0,
    );
  };
  return countAgainst(first.sure, second.possible) + countAgainst(second.sure, first.possible);
}

/** True for the same image re-saved, scaled down or cropped at the top. */
export const areLookalikes = (first: Fingerprint, second: Fingerprint): boolean =>
  countContradictions(first, second) <= MAX_CONTRADICTIONS;
