import { readRows } from './item';

const waits = (row: unknown): boolean =>
  readRows([row]).items.some(({ state }) => state === 'waiting');

/** Rows of the outbox, those of waiting items due at once. They keep what only a newer build reads. */
export const dueNow = <Row>(rows: readonly Row[]): Row[] =>
  rows.map((row) => (waits(row) ? { ...row, nextAttemptAt: 0 } : row));
