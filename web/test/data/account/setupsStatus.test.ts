import type { Setup } from '@quantalgo/contracts';
import { describe, expect, it } from 'vitest';
import type { ItemOf } from '../../../src/data/outbox/item';
import { setupStatus } from '../../../src/data/account/setup';
import { anItem } from '../outbox/anItem';

const AT = '2026-11-20T12:00:00.000Z';
const FUNDED = { brokerAccount: 'PO-77', depositAmount: 500, accessPath: 'auto' } as const;
const item = (changes: Partial<ItemOf<'setup'>> = {}): ItemOf<'setup'> => ({
  ...anItem(),
  ...changes,
  content: { kind: 'setup', ...FUNDED },
});
const setup = (changes: Partial<Setup> = {}): Setup => ({
  id: 'of-before',
  brokerAccount: 'PO-1',
  depositAmount: 30,
  accessPath: 'manual',
  state: 'waiting',
  reason: null,
  createdAt: AT,
  updatedAt: AT,
  ...changes,
});

describe('how far an account setup has come', () => {
  it('is nothing where none was sent', () => {
    expect(setupStatus([], null)).toBeNull();
  });

  it('is first of all what waits here', () => {
    expect(setupStatus([item()], setup())).toMatchObject({ ...FUNDED, state: 'unsent' });
  });

  it('is what the server says of the one that was sent', () => {
    const sent = item({ state: 'sent' });
    const rejected = setup({ id: sent.id, state: 'rejected', reason: 'No PDF' });
    expect(setupStatus([sent], rejected)).toMatchObject({ state: 'rejected', reason: 'No PDF' });
  });

  it('is not what the server says of an older one', () => {
    const sent = item({ state: 'sent', createdAt: Date.parse(AT) + 1 });
    expect(setupStatus([sent], setup({ state: 'rejected' }))?.state).toBe('checking');
    const refused = item({ state: 'refused', reason: 'Gone', createdAt: Date.parse(AT) + 1 });
    expect(setupStatus([refused], setup())).toMatchObject({ state: 'refused', reason: 'Gone' });
  });
});
