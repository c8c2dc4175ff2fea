import { isSameRules, type LadderRules } from '@quantalgo/contracts';
import { Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore';
import { calibrationDocument } from '../../documents';
import type { Calibration } from '../../domain/calibration/calibration';
import { fitCalibration } from '../../domain/calibration/fit';
import { type Contender, sortByCalibration } from '../../domain/selection';
import { CALIBRATION_CANDLES, trialsOf } from '../../domain/calibration/trials';
import type { Strategy } from '../../domain/strategies/strategy';
import { gatherCandles, type MarketData } from '../market/marketData';
import { HEAD_PATH, rulesIn } from './ledger';

const pathOf = (strategyId: string) => `calibrations/${strategyId}`;

/** Stored calibrations by strategy, and the rules of the current record. */
interface Known {
  readonly stored: ReadonlyMap<string, Calibration>;
  readonly rules: LadderRules;
}

async function read(database: Firestore, strategies: readonly Strategy[]): Promise<Known> {
  const [head, ...snapshots] = await database.getAll(
    database.doc(HEAD_PATH),
    ...strategies.map(({ id }) => database.doc(pathOf(id))),
  );
  if (!head) throw new Error('The head was asked for');
  const parsed = snapshots.flatMap((one) => calibrationDocument.safeParse(one.data()).data ?? []);
  const stored = new Map(parsed.map((calibration) => [calibration.strategyId, calibration]));
  return { stored, rules: rulesIn(head) };
}

const timestamp = (at: number) => Timestamp.fromMillis(at);

const dataOf = ({ checkup: checked, switchedOff, ...calibration }: Calibration): DocumentData => ({
  ...calibration,
  fittedAt: timestamp(calibration.fittedAt),
  checkup: checked && { ...checked, from: timestamp(checked.from) },
  switchedOff: switchedOff && { ...switchedOff, since: timestamp(switchedOff.since) },
});

const isOutdone = (fitted: Calibration, stored: Calibration | undefined): boolean =>
  stored?.source === fitted.source &&
  stored.strategyHash === fitted.strategyHash &&
  isSameRules(stored.rules, fitted.rules) &&
  stored.fittedAt > fitted.fittedAt;

/** Stores a calibration unless a newer one was stored meanwhile, so that a late run doesn't overwrite it. */
async function keep(database: Firestore, fitted: Calibration): Promise<void> {
  const reference = database.doc(pathOf(fitted.strategyId));
  await database.runTransaction(async (transaction) => {
    const stored = calibrationDocument.safeParse((await transaction.get(reference)).data()).data;
    if (!isOutdone(fitted, stored)) transaction.set(reference, dataOf(fitted));
  });
}

/**
 * Fits calibrations of strategies to the candles up to a slot (epoch ms), by the rules of the record, and stores them.
 */
export async function refit(
  database: Firestore,
  market: MarketData,
  slot: number,
  strategies: readonly Strategy[],
): Promise<Contender[]> {
  const { stored, rules } = await read(database, strategies);
  const candles = await gatherCandles(market, slot, CALIBRATION_CANDLES);
  const trials = trialsOf(candles, strategies, rules);
  const fitted = strategies.map((strategy, index) => {
    const at = { slot, source: market.source, rules, previous: stored.get(strategy.id) };
    return { strategy, calibration: fitCalibration(strategy, trials[index] ?? [], at) };
  });
  await Promise.all(fitted.map(({ calibration }) => keep(database, calibration)));
  return fitted;
}

/**
 * The strategies with their stored calibrations from the daily refit. They are fitted here only where none is valid for
 * the slot (epoch ms), because that takes time which a publisher doesn't have.
 */
export async function contendersAt(
  database: Firestore,
  market: MarketData,
  slot: number,
  strategies: readonly Strategy[],
): Promise<Contender[]> {
  if (strategies.length === 0) return [];
  const { stored, rules } = await read(database, strategies);
  const { source } = market;
  const { holding, toFit } = sortByCalibration(strategies, stored, { slot, source, rules });
  if (toFit.length === 0) return holding;
  return [...holding, ...(await refit(database, market, slot, toFit))];
}
