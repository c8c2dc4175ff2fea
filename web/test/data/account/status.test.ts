import { describe, expect, it } from 'vitest';
import { proofStatus, type StoredProof } from '../../../src/data/account/proof';
import { anItem } from '../outbox/anItem';

const SENT_AT = anItem().createdAt;
const LATER = SENT_AT + 60_000;

const aProof = (changes: Partial<StoredProof> = {}): StoredProof => ({
  id: anItem().id,
  traderId: 'PO-1234',
  state: 'checking',
  reason: null,
  createdAt: SENT_AT + 1000,
  updatedAt: LATER,
  ...changes,
});

const item = anItem({ state: 'sent' });
const other = '0d2b1f5e-8a55-4a38-a3f2-3f0f3a4c6f10';

describe('what is said of the last proof', () => {
  it('is nothing where there is none', () => {
    expect(proofStatus([], null)).toBeNull();
  });

  it.each([
    ['waits here', anItem(), { stage: 'unsent', failing: false }],
    ['is on its way', anItem({ state: 'sending' }), { stage: 'unsent', failing: false }],
    ['found no way', anItem({ attempts: 2 }), { stage: 'unsent', failing: true }],
    ['was sent', item, { stage: 'sent' }],
    [
      'was refused on its way',
      anItem({ state: 'refused', reason: 'Choose another one.' }),
      { stage: 'rejected', reason: 'Choose another one.', at: SENT_AT },
    ],
  ])('is told by the outbox until the server has spoken: it %s', (_what, one, status) => {
    expect(proofStatus([one], null)).toEqual({ traderId: 'PO-1234', ...status });
  });

  it.each([
    ['checking', { stage: 'sent' }],
    ['waiting', { stage: 'sent' }],
    ['approved', { stage: 'approved', at: LATER }],
    ['rejected', { stage: 'rejected', reason: 'Too dark', at: LATER }],
  ] as const)('is the server’s word once it has spoken: %s', (state, status) => {
    const reason = state === 'rejected' ? 'Too dark' : null;
    const expected = { traderId: 'PO-1234', ...status };
    expect(proofStatus([item], aProof({ state, reason }))).toEqual(expected);
    expect(proofStatus([], aProof({ state, reason }))).toEqual(expected);
  });

  it('is the word of the server about a proof that the device took for refused', () => {
    const refused = anItem({ state: 'refused', reason: 'Try again' });
    expect(proofStatus([refused], aProof())).toMatchObject({ stage: 'sent' });
  });

  it('is of the newest: another one that waits here, was sent since, or came from another device', () => {
    const rejected = aProof({ id: other, state: 'rejected', reason: 'Too dark' });
    const since = { createdAt: LATER, content: { kind: 'proof', traderId: 'PO-2' } } as const;
    expect(proofStatus([anItem(since)], rejected)).toMatchObject({ stage: 'unsent' });
    expect(proofStatus([anItem({ ...since, state: 'sent' })], rejected)).toEqual({
      stage: 'sent',
      traderId: 'PO-2',
    });
    const elsewhere = aProof({ id: other, createdAt: LATER, traderId: 'PO-3' });
    expect(proofStatus([item], elsewhere)).toEqual({ stage: 'sent', traderId: 'PO-3' });
  });
});
