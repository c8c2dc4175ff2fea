import {
  countSettlement,
  signalDocumentSchema,
  type Settlement,
  type Signal,
} from '@quantalgo/contracts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { recordSettlement } from '../../domain/record';
import { closeTimes, judge } from '../../domain/settlement';
import type { Clock } from '../clock';
import type { MarketData } from '../marketData/marketData';
import { chartCandles, chartWrite } from './chart';
import { storedCloses, type StoredClose } from './closes';
import { COUNTERS_PATH, HEAD_PATH, countersOf, headOf, headWrite } from './head';
import { applyIn } from './transaction';
import { countersWrite, entryWrites, settlementFields } from './writes';

export interface Settling {
  readonly market: MarketData;
  readonly clock: Clock;
}

/** Signals that one run settles at most; there are never more than six waiting unless the job did not run. */
const AT_ONCE = 50;

/** What the closes say about a signal at `now` (epoch ms); null while it has to wait. */
export function settlementOf(
  signal: Signal,
  closes: ReadonlyMap<number, StoredClose>,
  { source, now }: { source: Settlement['source']; now: number },
): Settlement | null {
  const judgement = judge(signal, (time) => closes.get(time)?.price ?? null, now);
  if (judgement.state === 'waiting') return null;
  const fetched = judgement.closes.flatMap(({ at }) => closes.get(at)?.fetchedAt ?? []);
  const common = {
    closes: [...judgement.closes],
    source,
    fetchedAt: fetched.length > 0 ? Math.max(...fetched) : now,
    settledAt: now,
  };
  if (judgement.outcome === 'profit')
    return { outcome: 'profit', level: judgement.level, ...common };
  return { outcome: judgement.outcome, level: null, ...common };
}

async function settleIn(
  transaction: Transaction,
  database: Firestore,
  { signal: { id }, settlement }: { signal: Signal; settlement: Settlement },
): Promise<boolean> {
  const document = database.doc(`signals/${id}`);
  const [signalSnapshot, headSnapshot, countersSnapshot] = await transaction.getAll(
    document,
    database.doc(HEAD_PATH),
    database.doc(COUNTERS_PATH),
  );
  if (!signalSnapshot || !headSnapshot || !countersSnapshot)
    throw new Error('Three documents were asked for');
  const signal = signalDocumentSchema.parse(signalSnapshot.data());
  if (signal.settlement !== null) return false;
  const { source } = settlement;
  const head = headOf(headSnapshot, source);
  if (!head) throw new Error(`There is no ledger for signal ${id}`);
  const step = recordSettlement(head, signal, settlement);
  const counters = countSettlement(countersOf(countersSnapshot, source), signal, settlement);
  transaction.update(document, settlementFields(settlement));
  applyIn(transaction, database, [
    ...entryWrites(step.entries),
    headWrite(step.head),
    countersWrite(counters, settlement.settledAt),
  ]);
  return true;
}

/** Keeps the market around a settled signal, to be shown. Nothing is judged on it, so nothing fails without it. */
async function keepChart(
  database: Firestore,
  signal: Signal,
  settlement: Settlement,
  market: MarketData,
): Promise<void> {
  try {
    const { path, data } = chartWrite(signal.id, await chartCandles(market, signal, settlement));
    await database.doc(path).set(data);
  } catch (error) {
    logger.warn(`No chart of signal ${signal.id}`, { reason: String(error) });
  }
}

async function settleOne(database: Firestore, signal: Signal, { market, clock }: Settling) {
  const now = clock();
  const times = closeTimes(signal.createdAt).filter((time) => time <= now);
  const closes = await storedCloses(database, market, { pair: signal.pair, times, clock });
  const settlement = settlementOf(signal, closes, { source: market.source, now: clock() });
  if (!settlement) return false;
  const didSettle = await database.runTransaction(
    (transaction) => settleIn(transaction, database, { signal, settlement }),
    { maxAttempts: 10 },
  );
  if (didSettle) await keepChart(database, signal, settlement, market);
  return didSettle;
}

/**
 * Settles the signals whose time has come, oldest first, each in a transaction of its own: signal, ledger entry, head and
 * counters together. One that fails does not hold up the others.
 * @returns the ids of the signals that this run settled
 * @throws AggregateError of those that failed, after the others
 */
export async function settleDue(database: Firestore, settling: Settling): Promise<string[]> {
  const unsettled = await database
    .collection('signals')
    .where('settlement', '==', null)
    .orderBy('createdAt')
    .limit(AT_ONCE)
    .get();
  const settled: string[] = [];
  const failures: unknown[] = [];
  for (const document of unsettled.docs) {
    try {
      const signal = signalDocumentSchema.parse(document.data());
      if (await settleOne(database, signal, settling)) settled.push(signal.id);
    } catch (cause) {
      failures.push(new Error(`Signal ${document.id} was not settled`, { cause }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some signals were not settled');
  return settled;
}
