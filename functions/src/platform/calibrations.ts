import { firestoreTime, sha256Schema, sourceSchema, type Source } from '@quantalgo/contracts';
import { Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { FEWEST_TRIALS, type Calibration } from '../domain/calibration/calibration';
import { fitCalibration } from '../domain/calibration/fit';
import { CALIBRATION_CANDLES, trialsOf } from '../domain/calibration/trials';
import { strategyHash } from '../domain/ledger';
import type { Contender } from '../domain/selection';
import type { Strategy } from '../domain/strategies/strategy';
import { gatherCandles } from './marketData/gather';
import type { MarketData } from './marketData/marketData';

/** A calibration that nobody renewed for so long (ms) is taken for none. */
const HOLDS_MS = 7 * 24 * 60 * 60_000;

const count = z.int().check(z.gte(0));
const curve = z.array(z.object({ from: z.number(), trials: count, rate: z.number() }));
const skill = z.object({
  forecasts: count,
  said: z.number(),
  seen: z.number(),
  brier: z.number(),
  brierSkill: z.object({ value: z.number(), low: z.number(), high: z.number() }),
  deviation: z.number(),
});
const checkup = z.object({
  from: firestoreTime,
  firstEntry: skill,
  withinFour: skill,
  reliability: z.array(z.object({ said: z.number(), seen: z.number(), trials: count })),
});

const calibrationSchema = z.object({
  strategyId: z.string(),
  strategyHash: sha256Schema,
  source: sourceSchema,
  version: z.string(),
  fittedAt: firestoreTime,
  trials: count,
  curves: z.object({ moves: curve, firstEntry: curve, withinFour: curve }),
  checkup: z.nullable(checkup),
  switchedOff: z.nullable(z.object({ since: firestoreTime, reason: z.string() })),
});

const pathOf = (strategyId: string) => `calibrations/${strategyId}`;

async function read(
  database: Firestore,
  strategies: readonly Strategy[],
): Promise<ReadonlyMap<string, Calibration>> {
  if (strategies.length === 0) return new Map();
  const snapshots = await database.getAll(...strategies.map(({ id }) => database.doc(pathOf(id))));
  const parsed = snapshots.flatMap((one) => calibrationSchema.safeParse(one.data()).data ?? []);
  return new Map(parsed.map((calibration) => [calibration.strategyId, calibration]));
}

const timestamp = (at: number) => Timestamp.fromMillis(at);

const dataOf = ({ checkup: checked, switchedOff, ...calibration }: Calibration): DocumentData => ({
  ...calibration,
  fittedAt: timestamp(calibration.fittedAt),
  checkup: checked && { ...checked, from: timestamp(checked.from) },
  switchedOff: switchedOff && { ...switchedOff, since: timestamp(switchedOff.since) },
});

/** Whether a stored calibration is of this very strategy and market, and not too old for a slot (epoch ms). */
const holds = (
  calibration: Calibration,
  strategy: Strategy,
  { slot, source }: { slot: number; source: Source },
): boolean =>
  calibration.source === source &&
  calibration.strategyHash === strategyHash(strategy) &&
  slot >= calibration.fittedAt &&
  slot - calibration.fittedAt < HOLDS_MS;

/** Fits strategies to the candles up to a slot (epoch ms) and stores what rests on enough of them. */
export async function refit(
  database: Firestore,
  market: MarketData,
  slot: number,
  strategies: readonly Strategy[],
): Promise<Calibration[]> {
  const stored = await read(database, strategies);
  const history = await gatherCandles(market, slot, CALIBRATION_CANDLES);
  const trials = trialsOf(history, strategies);
  const fitted = strategies.map((strategy, index) =>
    fitCalibration(strategy, trials[index] ?? [], {
      slot,
      source: market.source,
      previous: stored.get(strategy.id),
    }),
  );
  const known = fitted.filter((calibration) => calibration.trials >= FEWEST_TRIALS);
  await Promise.all(
    known.map((calibration) =>
      database.doc(pathOf(calibration.strategyId)).set(dataOf(calibration)),
    ),
  );
  return fitted;
}

/**
 * The strategies with their stored calibrations, as the daily refit left them; fitted here only where there is none that
 * holds for the slot (epoch ms), because that takes time which a publisher does not have.
 */
export async function contendersAt(
  database: Firestore,
  market: MarketData,
  slot: number,
  strategies: readonly Strategy[],
): Promise<Contender[]> {
  const at = { slot, source: market.source };
  const stored = await read(database, strategies);
  const known = new Map(stored);
  const unknown = strategies.filter((strategy) => {
    const calibration = stored.get(strategy.id);
    return !calibration || !holds(calibration, strategy, at);
  });
  if (unknown.length > 0)
    for (const calibration of await refit(database, market, slot, unknown))
      known.set(calibration.strategyId, calibration);
  return strategies.flatMap((strategy) => {
    const calibration = known.get(strategy.id);
    return calibration ? [{ strategy, calibration }] : [];
  });
}
