import * as z from 'zod/mini';

/** Columns and rows of a fingerprint at most. */
const SIDE_MOST = 256;
const MALFORMED = 'This is not the fingerprint of an image';

const side = z.int(MALFORMED).check(z.minimum(1, MALFORMED), z.maximum(SIDE_MOST, MALFORMED));
const marks = z.string(MALFORMED).check(z.regex(/^(?:[0-9a-f]{2})+$/, MALFORMED));

/**
 * What an image looks like, coarsely: in a grid over it, the places at which it gets brighter from one cell to the one
 * right of it. `sure` has those where it does clearly, `possible` also those where noise may decide: a bit for each
 * place, row by row, in hex.
 */
export const fingerprintSchema = z
  .strictObject({ columns: side, rows: side, sure: marks, possible: marks })
  .check(
    z.refine(
      ({ columns, rows, sure, possible }) =>
        [sure, possible].every(({ length }) => length * 4 === columns * rows),
      MALFORMED,
    ),
  );
export type Fingerprint = z.infer<typeof fingerprintSchema>;
