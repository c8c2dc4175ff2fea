import {
  applyLearning,
  type LearningWrite,
  NOTHING_LEARNED,
} from '@quantalgo/contracts/vault/learning';
import { describe, expect, it } from 'vitest';
import { learningView } from '../../../src/data/vault/learning';
import type { ItemOf } from '../../../src/data/outbox/item';

const DONE: LearningWrite = { lesson: 'ruin', day: '2026-11-20', done: true };

const item = (
  state: ItemOf<'learning'>['state'],
  changes: Partial<ItemOf<'learning'>> = {},
): ItemOf<'learning'> => ({
  id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  uid: 'ada',
  content: { kind: 'learning', write: DONE, known: 0 },
  state,
  attempts: 0,
  nextAttemptAt: 0,
  reason: state === 'refused' ? 'Your dashboard is locked.' : null,
  createdAt: 0,
  seq: 1,
  notBefore: 0,
  fault: null,
  confirmedAt: 0,
  ...changes,
});

const doneIn = (view: ReturnType<typeof learningView>) => view.learning.lessons['ruin']?.done;

describe('what a member sees of their learning', () => {
  it('has what waits on this device', () => {
    const view = learningView(NOTHING_LEARNED, [item('waiting')]);
    expect(doneIn(view)).toBe('2026-11-20');
    expect(view.unsent).toBe(true);
  });

  it('has what the worker sent, until the server’s answer has it', () => {
    const sent = [item('sent')];
    expect(learningView(NOTHING_LEARNED, sent).learning.seq).toBe(1);
    const stored = applyLearning(NOTHING_LEARNED, DONE);
    expect(learningView(stored, sent)).toMatchObject({ learning: stored, unsent: false });
  });

  it('has the second of two writes that the worker sent, where the page sent the first', () => {
    const first = applyLearning(NOTHING_LEARNED, { lesson: 'odds', day: '2026-11-20', done: true });
    const sent = [item('sent', { seqs: { learning: 2 } })];
    expect(doneIn(learningView(first, sent))).toBe('2026-11-20');
    const both = applyLearning(first, DONE);
    expect(learningView(both, sent).learning).toEqual(both);
  });

  it('keeps what the server refused, and says so', () => {
    const view = learningView(NOTHING_LEARNED, [item('refused')]);
    expect(doneIn(view)).toBe('2026-11-20');
    expect(view.refused).toHaveLength(1);
  });

  it('leaves out what another version of the app wrote and this one can’t read', () => {
    const odd = { ...item('waiting'), content: { kind: 'learning', write: 7, known: 0 } } as const;
    expect(learningView(NOTHING_LEARNED, [odd]).learning).toEqual(NOTHING_LEARNED);
  });
});
