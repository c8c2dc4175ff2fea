import { readRows } from './item';

const isWaiting = (row: unknown): boolean =>
  readRows([row]).items.some(({ state }) => state === 'waiting');

/**
 * Makes waiting items due at once, because the network is back and earlier failures no longer matter. Keeps
 * fields that only a newer build reads.
 */
export const makeDueNow = <Row>(rows: readonly Row[]): Row[] =>
  rows.map((row) => (isWaiting(row) ? { ...row, attempts: 0, nextAttemptAt: 0 } : row));
