import type { TypedOutboxItem } from '../../../src/data/outbox/item';

/** A pending proof before its first attempt. */
export const anItem = (
  changes: Partial<TypedOutboxItem<'proof'>> = {},
): TypedOutboxItem<'proof'> => ({
  id: '5f0c1b1e-6a3e-4a53-9d1b-2f4a0c9d7e11',
  uid: 'uid-of-ada',
  content: { kind: 'proof', traderId: 'PO-1234' },
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: 0,
  reason: null,
  createdAt: 1_800_000_000_000,
  seq: 1,
  notBefore: 0,
  fault: null,
  confirmedAt: 0,
  ...changes,
});
