import type { Fingerprint } from '@quantalgo/contracts/submissions/review';

const COLUMNS = 64;
const ROWS = 64;

const toHex = (places: readonly number[]): string => {
  const bytes = Buffer.alloc((COLUMNS * ROWS) / 8);
  for (const place of places)
    bytes.writeUInt8((bytes[place >> 3] ?? 0) | (0x80 >> (place & 7)), place >> 3);
  return bytes.toString('hex');
};

/** Of an image that gets brighter at `places` (0 to 4095), and possibly at `unsurePlaces`. */
export const buildFingerprint = (
  places: readonly number[],
  unsurePlaces: readonly number[] = [],
): Fingerprint => ({
  columns: COLUMNS,
  rows: ROWS,
  sure: toHex(places),
  possible: toHex([...places, ...unsurePlaces]),
});
