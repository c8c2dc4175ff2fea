import { vaultEndpoints } from '@quantalgo/contracts/vault/endpoints';
import {
  applyLearningWrite,
  type Learning,
  type LearningWrite,
  learningWriteSchema,
} from '@quantalgo/contracts/vault/learning';
import { useEffect, useMemo } from 'react';
import { ignoreExpected } from '../core/faults';
import { isOfKind, isUnsent, type TypedOutboxItem, type OutboxItem } from '../outbox/item';
import { enqueueItem, useOutbox } from '../outbox/outbox';
import { call } from '../auth/call';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { readLearning, storeLearning } from './rows';

export interface LearningView {
  readonly learning: Learning;
  readonly unsent: boolean;
  readonly refused: readonly TypedOutboxItem<'learning'>[];
}

function tryApplyWrite(learning: Learning, rawWrite: unknown): Learning {
  const write = learningWriteSchema.safeParse(rawWrite).data;
  if (!write) return learning;
  try {
    return applyLearningWrite(learning, write);
  } catch {
    return learning;
  }
}

/**
 * Adds writes that the stored learning lacks, because the worker sends without storing the
 * response.
 */
export function toLearningView(stored: Learning, items: readonly OutboxItem[]): LearningView {
  const changes = items.filter(isOfKind('learning'));
  const missing = changes.filter(
    ({ state, seqs }) => state !== 'sent' || stored.seq < (seqs?.['learning'] ?? Infinity),
  );
  return {
    learning: missing.reduce(
      (current, { content }) => tryApplyWrite(current, content.write),
      stored,
    ),
    unsent: changes.some(isUnsent),
    refused: changes.filter(({ state }) => state === 'refused'),
  };
}

const fetchLearning = (uid: string): Promise<void> =>
  call(vaultEndpoints.learning, {})
    .then(({ data }) => withDatabase(uid, (database) => storeLearning(database, data)))
    .catch(ignoreExpected);

export function useLearning(uid: string): LearningView | undefined {
  const stored = useStored(readLearning);
  const items = useOutbox(uid);
  useEffect(() => {
    const controller = new AbortController();
    void fetchLearning(uid);
    addEventListener('online', () => void fetchLearning(uid), { signal: controller.signal });
    return () => controller.abort();
  }, [uid]);
  return useMemo(() => stored && items && toLearningView(stored, items), [stored, items]);
}

export async function writeLearning(uid: string, write: LearningWrite): Promise<void> {
  await enqueueItem(uid, { kind: 'learning', write: learningWriteSchema.parse(write) });
}
