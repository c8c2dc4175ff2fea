import { coursesEndpoints } from '@quantalgo/contracts/vault/endpoints';
import {
  applyLearning,
  type Learning,
  type LearningWrite,
  learningWriteSchema,
} from '@quantalgo/contracts/vault/learning';
import { useEffect, useMemo } from 'react';
import { ignoreExpected } from '../core/faults';
import { isOfKind, isUnsent, type ItemOf, type OutboxItem } from '../outbox/item';
import { append, useOutbox } from '../outbox/outbox';
import { call } from '../auth/call';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { readLearning, storeLearning } from './rows';

/** What the member did in the courses, with what waits on this device. */
export interface LearningView {
  readonly learning: Learning;
  /** Whether something is still to be sent. */
  readonly unsent: boolean;
  /** What the server refused, with its reasons. */
  readonly refused: readonly ItemOf<'learning'>[];
}

/** Learning with a write; unchanged where it holds too many notes, which the server refuses. */
function withWrite(learning: Learning, written: unknown): Learning {
  const write = learningWriteSchema.safeParse(written).data;
  if (!write) return learning;
  try {
    return applyLearning(learning, write);
  } catch {
    return learning;
  }
}

/** The stored learning with the writes that it lacks. The worker sends without storing what comes back. */
export function learningView(stored: Learning, items: readonly OutboxItem[]): LearningView {
  const own = items.filter(isOfKind('learning'));
  const missing = own.filter(
    ({ state, seqs, content }) =>
      state !== 'sent' || stored.seq < (seqs?.['learning'] ?? content.known + 1),
  );
  return {
    learning: missing.reduce((before, { content }) => withWrite(before, content.write), stored),
    unsent: own.some(isUnsent),
    refused: own.filter(({ state }) => state === 'refused'),
  };
}

/** Fetches what other devices wrote. Never rejects: what is stored here stays. */
const pull = (uid: string): Promise<void> =>
  call(coursesEndpoints.learning, {})
    .then(({ data }) => withDatabase(uid, (database) => storeLearning(database, data)))
    .catch(ignoreExpected);

/** What the member did in the courses, undefined while it is read; other devices' writes are fetched when it opens. */
export function useLearning(uid: string): LearningView | undefined {
  const stored = useStored(readLearning);
  const items = useOutbox(uid);
  useEffect(() => {
    const stopped = new AbortController();
    void pull(uid);
    addEventListener('online', () => void pull(uid), { signal: stopped.signal });
    return () => stopped.abort();
  }, [uid]);
  return useMemo(() => stored && items && learningView(stored, items), [stored, items]);
}

/**
 * Keeps what the member did on this device until the server has it.
 * @throws ZodError where a value is out of range
 * @throws Error if nothing can be stored
 */
export async function writeLearning(uid: string, write: LearningWrite): Promise<void> {
  const { seq: known } = await withDatabase(uid, readLearning);
  await append(uid, { kind: 'learning', write: learningWriteSchema.parse(write), known });
}
