import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isSameRules, type LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Source } from '@quantalgo/contracts/signals/signal';
import { Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { calibrationDocument } from '../../collections/record';
import type { Calibration } from '../../domain/signals/calibration/calibration';
import { fitCalibration } from '../../domain/signals/calibration/fit';
import { type Contender, sortByCalibration } from '../../domain/signals/selection';
import { CALIBRATION_CANDLES, trialsOf } from '../../domain/signals/calibration/trials';
import type { Strategy } from '../../domain/signals/strategies/strategy';
import { readAll } from '../core/documents';
import { gather, type Gathered, type MarketData } from '../market/marketData';
import { HEAD_PATH, rulesIn } from './ledger';

const pathOf = (strategyId: string) => `calibrations/${strategyId}`;

/** Stored calibrations by strategy, and the rules of the current record. */
interface Known {
  readonly stored: ReadonlyMap<string, Calibration>;
  readonly rules: LadderRules;
}

async function read(database: Firestore, strategies: readonly Strategy[]): Promise<Known> {
  const [head, ...snapshots] = await readAll(
    database,
    database.doc(HEAD_PATH),
    ...strategies.map(({ id }) => database.doc(pathOf(id))),
  );
  const parsed = snapshots.flatMap((one) => calibrationDocument.safeParse(one.data()).data ?? []);
  const stored = new Map(parsed.map((calibration) => [calibration.strategyId, calibration]));
  return { stored, rules: rulesIn(head) };
}

const timestamp = (at: number) => Timestamp.fromMillis(at);

const timestamps = (times: Readonly<Record<Pair, number>>) =>
  Object.fromEntries(Object.entries(times).map(([pair, at]) => [pair, timestamp(at)]));

const dataOf = ({
  checkup: checked,
  switchedOff,
  carriedFrom,
  ...calibration
}: Calibration): DocumentData => ({
  ...calibration,
  ...(carriedFrom && { carriedFrom: timestamps(carriedFrom) }),
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
async function storeCalibration(database: Firestore, fitted: Calibration): Promise<void> {
  const reference = database.doc(pathOf(fitted.strategyId));
  await database.runTransaction(async (transaction) => {
    const stored = calibrationDocument.safeParse((await transaction.get(reference)).data()).data;
    if (!isOutdone(fitted, stored)) transaction.set(reference, dataOf(fitted));
  });
}

/** Fits calibrations of strategies to the candles up to a slot (epoch ms), by the rules of the record. */
function fitTo(
  { candles, failures }: Gathered,
  strategies: readonly Strategy[],
  { stored, rules, ...rest }: Known & { readonly slot: number; readonly source: Source },
): Contender[] {
  const trials = trialsOf(candles, strategies, rules);
  const at = { ...rest, rules, failed: [...failures.keys()] };
  return strategies.map((strategy, index) => {
    const previous = stored.get(strategy.id);
    return {
      strategy,
      calibration: fitCalibration(strategy, trials[index] ?? [], { ...at, previous }),
    };
  });
}

const storeAll = (database: Firestore, fitted: readonly Contender[]) =>
  Promise.all(fitted.map(({ calibration }) => storeCalibration(database, calibration)));

/** The newly fitted strategies, and the pairs that they were fitted without, each with the reason. */
export interface Refit {
  readonly fitted: readonly Contender[];
  readonly failures: readonly string[];
}

/**
 * Fits strategies anew to the candles up to a slot (epoch ms), and stores their calibrations. A pair whose source fails
 * keeps what was fitted before, and holds up no other; the caller reports it.
 * @throws Error where the source fails for all pairs: the calibrations of before stand
 */
export async function refit(
  database: Firestore,
  market: MarketData,
  slot: number,
  strategies: readonly Strategy[],
): Promise<Refit> {
  const known = await read(database, strategies);
  const gathered = await gather(market, slot, CALIBRATION_CANDLES);
  const failures = [...gathered.failures].map((one) => one.join(': '));
  if (failures.length === market.pairs.length)
    throw new Error(`Nothing was fitted: ${failures.join('; ')}`);
  const fitted = fitTo(gathered, strategies, { ...known, slot, source: market.source });
  await storeAll(database, fitted);
  return { fitted, failures };
}

/**
 * The strategies with their stored calibrations from the daily refit. They are fitted here only where none is valid for
 * the slot (epoch ms), because that takes time which a publisher doesn't have. What is fitted without a pair whose source
 * fails serves this slot alone: stored, it would keep that pair out until the next refit.
 */
export async function contendersAt(
  database: Firestore,
  market: MarketData,
  slot: number,
  strategies: readonly Strategy[],
): Promise<Contender[]> {
  if (strategies.length === 0) return [];
  const known = await read(database, strategies);
  const { source } = market;
  const { rules } = known;
  const { holding, toFit } = sortByCalibration(strategies, known.stored, { slot, source, rules });
  if (toFit.length === 0) return holding;
  const gathered = await gather(market, slot, CALIBRATION_CANDLES);
  const fitted = fitTo(gathered, toFit, { ...known, slot, source });
  if (gathered.failures.size === 0) await storeAll(database, fitted);
  else logger.warn('Fitted for one slot alone', Object.fromEntries(gathered.failures));
  return [...holding, ...fitted];
}
