import { readRows } from './item';

const waits = (row: unknown): boolean =>
  readRows([row]).items.some(({ state }) => state === 'waiting');

/**
 * Rows of the outbox, those of waiting items due at once, as if never tried: earlier failures say nothing of the network
 * that is back. They keep what only a newer build reads.
 */
export const dueNow = <Row>(rows: readonly Row[]): Row[] =>
  rows.map((row) => (waits(row) ? { ...row, attempts: 0, nextAttemptAt: 0 } : row));
