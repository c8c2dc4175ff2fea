import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isSameRules, type LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Settlement, Signal, Source } from '@quantalgo/contracts/signals/signal';
import { isRevealedLate } from '@quantalgo/contracts/signals/signalEnd';
import { Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore';
import { calibrationDocument } from '../../collections/record';
import type { Calibration } from '../../domain/signals/calibration/calibration';
import {
  type PublishedResult,
  toPublishedResult,
} from '../../domain/signals/calibration/published';
import { fitCalibration } from '../../domain/signals/calibration/fit';
import { type Contender, partitionByCalibration } from '../../domain/signals/selection';
import { CALIBRATION_CANDLES, runTrials } from '../../domain/signals/calibration/trials';
import type { Strategy } from '../../domain/signals/strategies/strategy';
import { readAll, readPages } from '../core/documents';
import { gatherCandles, type GatheredCandles, type MarketData } from '../market/marketData';
import { HEAD_PATH, parseRules } from './ledger';
import { parseSignals } from './signals';
import { logger } from '../core/log';

const calibrationPath = (strategyId: string) => `calibrations/${strategyId}`;

interface CalibrationState {
  readonly stored: ReadonlyMap<string, Calibration>;
  readonly rules: LadderRules;
}

async function readCalibrations(
  database: Firestore,
  source: Source,
  strategies: readonly Strategy[],
): Promise<CalibrationState> {
  const [head, ...snapshots] = await readAll(
    database,
    database.doc(HEAD_PATH),
    ...strategies.map(({ id }) => database.doc(calibrationPath(id))),
  );
  const calibrations = snapshots.flatMap(
    (snapshot) => calibrationDocument.safeParse(snapshot.data()).data ?? [],
  );
  const stored = new Map(calibrations.map((calibration) => [calibration.strategyId, calibration]));
  return { stored, rules: parseRules(head, source) };
}

const toTimestamps = (times: Readonly<Record<Pair, number>>) =>
  Object.fromEntries(Object.entries(times).map(([pair, at]) => [pair, Timestamp.fromMillis(at)]));

const toDocument = ({
  checkup: storedCheckup,
  switchedOff,
  carriedFrom,
  record,
  model,
  ...calibration
}: Calibration): DocumentData => ({
  ...calibration,
  ...(record && { record: { ...record, until: Timestamp.fromMillis(record.until) } }),
  ...(model && { model: { ...model, until: Timestamp.fromMillis(model.until) } }),
  ...(carriedFrom && { carriedFrom: toTimestamps(carriedFrom) }),
  fittedAt: Timestamp.fromMillis(calibration.fittedAt),
  checkup: storedCheckup && { ...storedCheckup, from: Timestamp.fromMillis(storedCheckup.from) },
  switchedOff: switchedOff && { ...switchedOff, since: Timestamp.fromMillis(switchedOff.since) },
});

const isSuperseded = (calibration: Calibration, stored: Calibration | undefined): boolean =>
  stored?.source === calibration.source &&
  stored.strategyHash === calibration.strategyHash &&
  isSameRules(stored.rules, calibration.rules) &&
  stored.fittedAt > calibration.fittedAt;

/** Keeps a newer stored calibration, so that a late run can't overwrite it. */
async function storeCalibration(database: Firestore, calibration: Calibration): Promise<void> {
  const reference = database.doc(calibrationPath(calibration.strategyId));
  await database.runTransaction(async (transaction) => {
    const stored = calibrationDocument.safeParse((await transaction.get(reference)).data()).data;
    if (!isSuperseded(calibration, stored)) transaction.set(reference, toDocument(calibration));
  });
}

const RESULTS_PER_PAGE = 1000;

/** A late settlement is a loss whatever the market did, so it says nothing about the odds. */
const isMarketResult = ({ createdAt }: Signal, { settledAt }: Settlement): boolean =>
  !isRevealedLate(createdAt, settledAt);

/**
 * Settled signals of the source, from the oldest calibrated record's end up to `slot` (epoch ms,
 * exclusive).
 */
async function loadPublished(
  database: Firestore,
  { stored }: CalibrationState,
  { source, slot }: { readonly source: Source; readonly slot: number },
): Promise<PublishedResult[]> {
  const ends = [...stored.values()].map(({ record }) => record?.until ?? 0);
  const oldestEnd = ends.length === 0 ? 0 : Math.min(...ends);
  const results: PublishedResult[] = [];
  const query = database
    .collection('signals')
    .where('createdAt', '>=', Timestamp.fromMillis(oldestEnd))
    .where('createdAt', '<', Timestamp.fromMillis(slot))
    .orderBy('createdAt', 'asc');
  for await (const docs of readPages(query, RESULTS_PER_PAGE)) {
    const { signals, unreadable } = parseSignals(docs);
    for (const { id } of unreadable)
      logger.error('Signal left out of the calibrations, because it can’t be read', { id });
    for (const signal of signals) {
      const { moves, settlement } = signal;
      const isCounted = signal.source === source && !signal.seeded;
      if (!isCounted || !settlement || moves === undefined) continue;
      if (isMarketResult(signal, settlement))
        results.push(toPublishedResult({ ...signal, moves }, settlement));
    }
  }
  return results;
}

type FitState = CalibrationState & {
  readonly slot: number;
  readonly source: Source;
  readonly published?: readonly PublishedResult[];
};

function fitAll(
  { candles, failures }: GatheredCandles,
  strategies: readonly Strategy[],
  { stored, rules, ...slotContext }: FitState,
): Contender[] {
  const trials = runTrials(candles, strategies, rules);
  const context = { ...slotContext, rules, failed: [...failures.keys()] };
  return strategies.map((strategy, index) => {
    const previous = stored.get(strategy.id);
    return {
      strategy,
      calibration: fitCalibration(strategy, trials[index] ?? [], { ...context, previous }),
    };
  });
}

const storeAll = (database: Firestore, contenders: readonly Contender[]) =>
  Promise.all(contenders.map(({ calibration }) => storeCalibration(database, calibration)));

export interface Refit {
  readonly fitted: readonly Contender[];
  readonly failures: readonly string[];
}

/**
 * Refits strategies to the candles before `slot` (epoch ms) and stores the calibrations. A pair
 * whose source fails keeps its earlier fit.
 * @throws Error if the source fails for all pairs
 */
export async function refitStrategies(
  database: Firestore,
  market: MarketData,
  slot: number,
  strategies: readonly Strategy[],
): Promise<Refit> {
  const { source } = market;
  const state = await readCalibrations(database, source, strategies);
  const gathered = await gatherCandles(market, slot, CALIBRATION_CANDLES);
  const failures = [...gathered.failures].map((failure) => failure.join(': '));
  if (failures.length === market.pairs.length)
    throw new Error(`Nothing was fitted: ${failures.join('; ')}`);
  const published = await loadPublished(database, state, { source, slot });
  const fitted = fitAll(gathered, strategies, { ...state, slot, source, published });
  await storeAll(database, fitted);
  return { fitted, failures };
}

/**
 * Strategies with their stored calibrations. Fits missing ones, which is slow. A fit that lacks a
 * failing pair isn't stored, because it would exclude the pair until the next refit.
 */
export async function loadContenders(
  database: Firestore,
  market: MarketData,
  slot: number,
  strategies: readonly Strategy[],
): Promise<Contender[]> {
  if (strategies.length === 0) return [];
  const { source } = market;
  const state = await readCalibrations(database, source, strategies);
  const { rules } = state;
  const { calibrated, toFit } = partitionByCalibration(strategies, state.stored, {
    slot,
    source,
    rules,
  });
  if (toFit.length === 0) return calibrated;
  const gathered = await gatherCandles(market, slot, CALIBRATION_CANDLES);
  const fitted = fitAll(gathered, toFit, { ...state, slot, source });
  if (gathered.failures.size === 0) await storeAll(database, fitted);
  else logger.warn('Calibrations fitted for this slot only', Object.fromEntries(gathered.failures));
  return [...calibrated, ...fitted];
}
