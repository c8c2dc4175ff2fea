import { toIso } from '@quantalgo/contracts/core/time';
import type { StrategyRecord } from '@quantalgo/contracts/record/strategyEndpoints';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { calibrationDocument } from '../../collections/record';
import type { Strategy } from '../../domain/signals/strategies/strategy';
import { parseDocument } from '../core/documents';

const recordSchema = z.pick(calibrationDocument, {
  strategyId: true,
  record: true,
  switchedOff: true,
});

type StoredRecord = z.output<typeof recordSchema>;

function toAside(
  { switchedOff }: StoredRecord,
  { onTrial = false }: Strategy,
): StrategyRecord['aside'] {
  if (!switchedOff) return null;
  const { since, isByRecord = false } = switchedOff;
  return {
    since: toIso(since),
    reason: isByRecord ? (onTrial ? 'trial' : 'record') : 'forecasts',
  };
}

/** Omits strategies that were never fitted. */
export async function readStrategyRecords(
  firestore: Firestore,
  strategies: readonly Strategy[],
): Promise<StrategyRecord[]> {
  // Calibrations are large, so only these fields are read.
  const fields = ['strategyId', 'record', 'switchedOff'] as const;
  const { docs } = await firestore
    .collection('calibrations')
    .select(...fields)
    .get();
  const stored = docs.flatMap((document) => parseDocument(recordSchema, document) ?? []);
  return strategies.flatMap((strategy) => {
    const storedRecord = stored.find(({ strategyId }) => strategyId === strategy.id);
    if (!storedRecord) return [];
    const { id, audiences } = strategy;
    const { trials: moved, hits: won } = storedRecord.record?.coin ?? { trials: 0, hits: 0 };
    return [{ id, audiences: [...audiences], moved, won, aside: toAside(storedRecord, strategy) }];
  });
}
