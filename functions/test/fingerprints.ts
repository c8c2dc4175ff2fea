import type { Fingerprint } from '@quantalgo/contracts/submissions/review';

const COLUMNS = 64;
const ROWS = 64;

const hexOf = (places: readonly number[]): string => {
  const bytes = Buffer.alloc((COLUMNS * ROWS) / 8);
  for (const place of places)
    bytes.writeUInt8((bytes[place >> 3] ?? 0) | (0x80 >> (place & 7)), place >> 3);
  return bytes.toString('hex');
};

/** The fingerprint of an image that gets brighter at these of 4096 places, and perhaps at those. */
export const marked = (places: readonly number[], unsure: readonly number[] = []): Fingerprint => ({
  columns: COLUMNS,
  rows: ROWS,
  sure: hexOf(places),
  possible: hexOf([...places, ...unsure]),
});
