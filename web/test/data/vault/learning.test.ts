import {
  applyLearningWrite,
  type LearningWrite,
  EMPTY_LEARNING,
} from '@quantalgo/contracts/vault/learning';
import { describe, expect, it } from 'vitest';
import { toLearningView } from '../../../src/data/vault/learning';
import type { TypedOutboxItem } from '../../../src/data/outbox/item';

const DONE: LearningWrite = { lesson: 'ruin', day: '2026-11-20', done: true };

const item = (
  state: TypedOutboxItem<'learning'>['state'],
  changes: Partial<TypedOutboxItem<'learning'>> = {},
): TypedOutboxItem<'learning'> => ({
  id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  uid: 'ada',
  content: { kind: 'learning', write: DONE },
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

const getDone = (view: ReturnType<typeof toLearningView>) => view.learning.lessons['ruin']?.done;

describe('toLearningView', () => {
  it('includes unsent writes', () => {
    const view = toLearningView(EMPTY_LEARNING, [item('waiting')]);
    expect(getDone(view)).toBe('2026-11-20');
    expect(view.unsent).toBe(true);
  });

  it('includes writes that the worker sent until the stored learning has them', () => {
    const sent = [item('sent', { seqs: { learning: 1 } })];
    expect(toLearningView(EMPTY_LEARNING, sent).learning.seq).toBe(1);
    const stored = applyLearningWrite(EMPTY_LEARNING, DONE);
    expect(toLearningView(stored, sent)).toMatchObject({ learning: stored, unsent: false });
  });

  it('includes the second of two writes if the page sent the first and the worker the second', () => {
    const first = applyLearningWrite(EMPTY_LEARNING, {
      lesson: 'odds',
      day: '2026-11-20',
      done: true,
    });
    const sent = [item('sent', { seqs: { learning: 2 } })];
    expect(getDone(toLearningView(first, sent))).toBe('2026-11-20');
    const both = applyLearningWrite(first, DONE);
    expect(toLearningView(both, sent).learning).toEqual(both);
  });

  it('keeps refused writes and reports them', () => {
    const view = toLearningView(EMPTY_LEARNING, [item('refused')]);
    expect(getDone(view)).toBe('2026-11-20');
    expect(view.refused).toHaveLength(1);
  });

  it('ignores writes that this build can’t read', () => {
    const odd = { ...item('waiting'), content: { kind: 'learning', write: 7 } } as const;
    expect(toLearningView(EMPTY_LEARNING, [odd]).learning).toEqual(EMPTY_LEARNING);
  });
});
