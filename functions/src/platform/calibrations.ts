import { firestoreTime, sha256Schema, sourceSchema } from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  CALIBRATION_CANDLES,
  FEWEST_TRIALS,
  fitCalibration,
  isCurrent,
  trialsIn,
  type Calibration,
} from '../domain/calibration';
import type { Contender } from '../domain/selection';
import type { Strategy } from '../domain/strategies/strategy';
import { gatherCandles } from './marketData/gather';
import type { MarketData } from './marketData/marketData';

const count = z.int().check(z.gte(0));

const calibrationSchema = z.object({
  strategyId: z.string(),
  strategyHash: sha256Schema,
  source: sourceSchema,
  version: z.string(),
  fittedAt: firestoreTime,
  buckets: z.array(
    z.object({
      fromScore: z.number(),
      trials: count,
      firstEntryWins: count,
      withinFourWins: count,
    }),
  ),
});

const documentOf = (database: Firestore, { id }: Strategy) => database.doc(`calibrations/${id}`);

async function read(
  database: Firestore,
  strategies: readonly Strategy[],
): Promise<ReadonlyMap<string, Calibration>> {
  if (strategies.length === 0) return new Map();
  const snapshots = await database.getAll(...strategies.map((one) => documentOf(database, one)));
  const parsed = snapshots.flatMap((one) => calibrationSchema.safeParse(one.data()).data ?? []);
  return new Map(parsed.map((calibration) => [calibration.strategyId, calibration]));
}

const store = (database: Firestore, strategy: Strategy, calibration: Calibration) =>
  documentOf(database, strategy).set({
    ...calibration,
    fittedAt: Timestamp.fromMillis(calibration.fittedAt),
  });

/** The strategies with calibrations that hold for a slot (epoch ms); those that don't any more are fitted and stored. */
export async function contendersAt(
  database: Firestore,
  market: MarketData,
  slot: number,
  strategies: readonly Strategy[],
): Promise<Contender[]> {
  const at = { slot, source: market.source };
  const stored = await read(database, strategies);
  const holds = (strategy: Strategy) => {
    const calibration = stored.get(strategy.id);
    return calibration && isCurrent(calibration, strategy, at) ? calibration : null;
  };
  const isAnyOutdated = strategies.some((strategy) => holds(strategy) === null);
  const history = isAnyOutdated
    ? await gatherCandles(market, slot, CALIBRATION_CANDLES)
    : new Map<never, never>();
  return Promise.all(
    strategies.map(async (strategy) => {
      const held = holds(strategy);
      if (held) return { strategy, calibration: held };
      const calibration = fitCalibration(strategy, history, at);
      if (trialsIn(calibration) >= FEWEST_TRIALS) await store(database, strategy, calibration);
      return { strategy, calibration };
    }),
  );
}
