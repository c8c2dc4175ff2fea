import {
  REVEAL_WITHIN_MS,
  countSettlement,
  signalDocumentSchema,
  type LadderRules,
  type Settlement,
  type Signal,
} from '@quantalgo/contracts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { judge, NO_CLOSE, recordSettlement } from '../../domain/record';
import type { Clock } from '../core/clock';
import type { MarketData } from '../market/marketData';
import { chartCandles, chartWrite } from './signals';
import { type Closes, dueCloses, type StoredClose } from './closes';
import {
  applyIn,
  COUNTERS_PATH,
  countersOf,
  countersWrite,
  entryWrites,
  HEAD_PATH,
  headOf,
  headWrite,
  readRules,
  settlementFields,
} from './ledger';

export interface Settling {
  readonly market: MarketData;
  readonly clock: Clock;
}

/** With the rules of the record whose signals are settled. */
type SettlingBy = Settling & { readonly rules: LadderRules };

/** Signals that one run settles at most; there are never more than six waiting unless the job did not run. */
const AT_ONCE = 50;

/** What the closes say about a signal at `now` (epoch ms), by the rules of its record; null while it has to wait. */
export function settlementOf(
  signal: Signal,
  closes: ReadonlyMap<number, StoredClose>,
  { source, now, rules }: { source: Settlement['source']; now: number; rules: LadderRules },
): Settlement | null {
  const closeAt = (time: number) => {
    const close = closes.get(time);
    if (!close) return NO_CLOSE.missing;
    return close.isDoubtful === true ? NO_CLOSE.doubtful : close.price;
  };
  const judgement = judge(signal, closeAt, { now, rules });
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
  const counters = countSettlement(countersOf(countersSnapshot, head), signal, settlement);
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

async function settleOne(
  database: Firestore,
  signal: Signal,
  { closes, settling: { market, clock, rules } }: { closes: Closes; settling: SettlingBy },
): Promise<boolean> {
  const { source } = market;
  const settlement = settlementOf(signal, closes, { source, now: clock(), rules });
  if (!settlement) return false;
  const didSettle = await database.runTransaction(
    (transaction) => settleIn(transaction, database, { signal, settlement }),
    { maxAttempts: 10 },
  );
  if (didSettle) await keepChart(database, signal, settlement, market);
  return didSettle;
}

/**
 * The closes that a signal is judged on at `now` (epoch ms). One that is overdue is lost whatever they are: it does not
 * wait for a source that is down.
 * @throws the failure of its pair's source
 */
function knownCloses(
  { createdAt }: Signal,
  due: PromiseSettledResult<Closes> | undefined,
  now: number,
): Closes {
  if (due?.status === 'fulfilled') return due.value;
  if (now > createdAt + REVEAL_WITHIN_MS) return new Map();
  throw new Error('Its closes can’t be had', { cause: due?.reason });
}

/** The oldest signals that nobody settled, and the failures of what should be one. */
async function unsettledSignals(database: Firestore) {
  const { docs } = await database
    .collection('signals')
    .where('settlement', '==', null)
    .orderBy('createdAt')
    .limit(AT_ONCE)
    .get();
  const parsed = docs.map((document) => ({
    id: document.id,
    ...signalDocumentSchema.safeParse(document.data()),
  }));
  return {
    signals: parsed.flatMap(({ data }) => data ?? []),
    failures: parsed.flatMap(({ id, error }) => (error ? [failure(id, error)] : [])),
  };
}

const failure = (id: string, cause: unknown) =>
  new Error(`Signal ${id} was not settled`, { cause });

/**
 * Settles the signals whose time has come, oldest first, each in a transaction of its own: signal, ledger entry, head and
 * counters together. One that fails does not hold up the others. What a run reads and writes depends on the signals that
 * are waiting, never on how many there were.
 * @returns the ids of the signals that this run settled
 * @throws AggregateError of those that failed, after the others
 */
export async function settleDue(database: Firestore, settling: Settling): Promise<string[]> {
  const { signals, failures } = await unsettledSignals(database);
  if (signals.length === 0 && failures.length === 0) return [];
  const by = { ...settling, rules: await readRules(database) };
  const due = await dueCloses(database, signals, by);
  const settled: string[] = [];
  for (const signal of signals) {
    try {
      const closes = knownCloses(signal, due.get(signal.pair), settling.clock());
      if (await settleOne(database, signal, { closes, settling: by })) settled.push(signal.id);
    } catch (cause) {
      failures.push(failure(signal.id, cause));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some signals were not settled');
  return settled;
}
