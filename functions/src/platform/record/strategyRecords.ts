import { toIso } from '@quantalgo/contracts/core/time';
import type {
  AsideReason,
  EntryOddsRecord,
  StrategyOverview,
  StrategyRecord,
} from '@quantalgo/contracts/record/strategyEndpoints';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { calibrationDocument } from '../../collections/record';
import type { SwitchOffCause } from '../../domain/signals/calibration/calibration';
import { isRestatementProven, poolGains } from '../../domain/signals/calibration/entryOddsRecord';
import type { Strategy } from '../../domain/signals/strategies/strategy';
import { parseDocument } from '../core/documents';

const recordSchema = z.pick(calibrationDocument, {
  strategyId: true,
  record: true,
  switchedOff: true,
});

type StoredRecord = z.output<typeof recordSchema>;

function toAsideReason(cause: SwitchOffCause, { onTrial = false }: Strategy): AsideReason {
  if (cause === 'drift') return 'forecasts';
  return cause === 'record' && onTrial ? 'trial' : 'record';
}

const toAside = ({ switchedOff }: StoredRecord, strategy: Strategy): StrategyRecord['aside'] =>
  switchedOff && {
    since: toIso(switchedOff.since),
    reason: toAsideReason(switchedOff.cause, strategy),
  };

function toStrategyRecord(strategy: Strategy, stored: StoredRecord): StrategyRecord {
  const { id, audiences } = strategy;
  const { trials: moved, hits: won } = stored.record?.coin ?? { trials: 0, hits: 0 };
  return { id, audiences: [...audiences], moved, won, aside: toAside(stored, strategy) };
}

function toEntryOddsRecord(records: readonly StoredRecord[]): EntryOddsRecord {
  const pooled = poolGains(records.flatMap(({ record }) => record?.entryOdds ?? []));
  return { ...pooled, isShown: isRestatementProven(pooled) };
}

/** Omits strategies that were never fitted. */
export async function readStrategyRecords(
  firestore: Firestore,
  strategies: readonly Strategy[],
): Promise<StrategyOverview> {
  // Calibrations are large, so only these fields are read.
  const fields = ['strategyId', 'record', 'switchedOff'] as const;
  const { docs } = await firestore
    .collection('calibrations')
    .select(...fields)
    .get();
  const stored = docs.map((document) => parseDocument(recordSchema, document));
  const fitted = strategies.flatMap((strategy) => {
    const storedRecord = stored.find(({ strategyId }) => strategyId === strategy.id);
    return storedRecord ? [{ strategy, storedRecord }] : [];
  });
  return {
    strategies: fitted.map(({ strategy, storedRecord }) =>
      toStrategyRecord(strategy, storedRecord),
    ),
    entryOdds: toEntryOddsRecord(fitted.map(({ storedRecord }) => storedRecord)),
  };
}
