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

const doneIn = (view: ReturnType<typeof toLearningView>) => view.learning.lessons['ruin']?.done;

describe('what a member sees of their learning', () => {
  it('has what waits on this device', () => {
    const view = toLearningView(EMPTY_LEARNING, [item('waiting')]);
    expect(doneIn(view)).toBe('2026-11-20');
    expect(view.unsent).toBe(true);
  });

  it('has what the worker sent, until the server’s answer has it', () => {
    const sent = [item('sent')];
    expect(toLearningView(EMPTY_LEARNING, sent).learning.seq).toBe(1);
    const stored = applyLearningWrite(EMPTY_LEARNING, DONE);
    expect(toLearningView(stored, sent)).toMatchObject({ learning: stored, unsent: false });
  });

  it('has the second of two writes that the worker sent, where the page sent the first', () => {
    const first = applyLearningWrite(EMPTY_LEARNING, {
      lesson: 'odds',
      day: '2026-11-20',
      done: true,
    });
    const sent = [item('sent', { seqs: { learning: 2 } })];
    expect(doneIn(toLearningView(first, sent))).toBe('2026-11-20');
    const both = applyLearningWrite(first, DONE);
    expect(toLearningView(both, sent).learning).toEqual(both);
  });

  it('keeps what the server refused, and says so', () => {
    const view = toLearningView(EMPTY_LEARNING, [item('refused')]);
    expect(doneIn(view)).toBe('2026-11-20');
    expect(view.refused).toHaveLength(1);
  });

  it('leaves out what another version of the app wrote and this one can’t read', () => {
    const odd = { ...item('waiting'), content: { kind: 'learning', write: 7, known: 0 } } as const;
    expect(toLearningView(EMPTY_LEARNING, [odd]).learning).toEqual(EMPTY_LEARNING);
  });
});
