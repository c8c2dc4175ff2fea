import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { SubmissionKind } from '@quantalgo/contracts/submissions/activation';
import type { ProofState } from '@quantalgo/contracts/submissions/submission';
import { describe, expect, it } from 'vitest';
import type { TypedOutboxItem } from '../../../src/data/outbox/item';
import {
  type ServerSubmission,
  getSubmissionStatus as statusAt,
} from '../../../src/data/submissions/submission';
import { anItem } from '../outbox/anItem';

const SENT_AT = anItem().createdAt;
const LATER = SENT_AT + 60_000;

/** The status a minute later. */
const submissionStatus = (items: readonly Item[], known: Known | null) =>
  statusAt(items, known, LATER);

const CONTENTS = {
  proof: (account: string) => ({ kind: 'proof', traderId: account }) as const,
  setup: (account: string) =>
    ({ kind: 'setup', brokerAccount: account, depositAmount: 500, accessPath: 'auto' }) as const,
};
const KINDS = ['proof', 'setup'] as const;
const OTHER = '0d2b1f5e-8a55-4a38-a3f2-3f0f3a4c6f10';

type Item = TypedOutboxItem<SubmissionKind>;
type Known = ServerSubmission<SubmissionKind>;

describe.each(KINDS)('status of the last %s', (kind) => {
  const content = CONTENTS[kind]('PO-1234');
  const anOutboxItem = (changes: Partial<Item> = {}): Item => ({
    ...anItem(),
    content,
    ...changes,
  });
  const known = (changes: Partial<Known> = {}): Known => ({
    id: anItem().id,
    content,
    state: 'checking',
    reason: null,
    createdAt: SENT_AT + 1000,
    updatedAt: LATER,
    ...changes,
  });
  const sent = anOutboxItem({ state: 'sent' });
  const quiet = { id: sent.id, content, failing: false, reason: null };

  it('is null if there is none', () => {
    expect(submissionStatus([], null)).toBeNull();
  });

  it.each([
    ['is pending', anOutboxItem(), { stage: 'unsent' }],
    ['is being sent', anOutboxItem({ state: 'sending', attempts: 2 }), { stage: 'unsent' }],
    ['failed to send', anOutboxItem({ attempts: 2 }), { stage: 'unsent', failing: true }],
    ['was sent', sent, { stage: 'sent' }],
    [
      'was refused',
      anOutboxItem({ state: 'refused', reason: 'Choose another one.' }),
      { stage: 'rejected', reason: 'Choose another one.' },
    ],
  ])('comes from the outbox until the server has one: it %s', (_what, one, status) => {
    expect(submissionStatus([one], null)).toEqual({
      ...quiet,
      since: SENT_AT,
      at: SENT_AT,
      ...status,
    });
  });

  it.each([
    ['checking', { stage: 'inspecting' }],
    ['waiting', { stage: 'sent' }],
    ['approved', { stage: 'approved' }],
    ['rejected', { stage: 'rejected', reason: 'Too dark' }],
  ] as const)('comes from the server if it has one: %s', (state, status) => {
    const reason = state === 'rejected' ? 'Too dark' : null;
    const expected = { ...quiet, since: known().createdAt, at: LATER, ...status };
    expect(submissionStatus([sent], known({ state, reason }))).toEqual(expected);
    expect(submissionStatus([], known({ state, reason }))).toEqual(expected);
  });

  it('is overdue if its file is still being checked after 15 minutes', () => {
    const stageAfter = (minutes: number, state: ProofState) =>
      statusAt([], known({ state }), SENT_AT + 1000 + minutes * MINUTE_MS)?.stage;
    expect(stageAfter(14, 'checking')).toBe('inspecting');
    expect(stageAfter(15, 'checking')).toBe('overdue');
    expect(stageAfter(15, 'waiting')).toBe('sent');
  });

  it('comes from the server even if the device considers it refused', () => {
    const refused = anOutboxItem({ state: 'refused', reason: 'Try again' });
    expect(submissionStatus([refused], known())).toMatchObject({
      stage: 'inspecting',
      reason: null,
    });
  });

  it('belongs to the newest one, whether unsent, sent, refused or from another device', () => {
    const rejected = known({ id: OTHER, state: 'rejected', reason: 'Too dark' });
    const since = { createdAt: LATER, content: CONTENTS[kind]('PO-2') };
    expect(submissionStatus([anOutboxItem(since)], rejected)).toMatchObject({ stage: 'unsent' });
    expect(submissionStatus([anOutboxItem({ ...since, state: 'sent' })], rejected)).toMatchObject({
      stage: 'sent',
      content: since.content,
    });
    const refused = anOutboxItem({ ...since, state: 'refused', reason: 'Gone' });
    expect(submissionStatus([refused], rejected)).toMatchObject({
      stage: 'rejected',
      reason: 'Gone',
    });
    const elsewhere = known({ id: OTHER, createdAt: LATER, content: CONTENTS[kind]('PO-3') });
    expect(submissionStatus([sent], elsewhere)).toMatchObject({
      stage: 'inspecting',
      content: CONTENTS[kind]('PO-3'),
    });
  });
});
