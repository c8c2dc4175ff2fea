import type { Pair } from '@quantalgo/contracts/market/pairs';
import { countSettlement } from '@quantalgo/contracts/record/performance';
import { endedOf, isRevealedLate } from '@quantalgo/contracts/signals/ended';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import {
  signalDocumentSchema,
  type Settlement,
  type Signal,
} from '@quantalgo/contracts/signals/signal';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { type CloseAt, judge, NO_CLOSE, recordSettlement } from '../../domain/record/record';
import type { Clock } from '../core/clock';
import { readAll } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { queueOutcome } from '../core/queues';
import type { MarketData } from '../market/marketData';
import { foldPublications } from '../leaderboard/fold';
import { chartCandles, chartWrite } from './signals';
import { HEARTBEAT_PATH, updateHeartbeat } from './heartbeat';
import { closeIn, closePath, type Closes, dueCloses } from './closes';
import { findUnfinished, finishSignals } from './laterCloses';
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
import { carryLog, LOG_PATH, logWrites } from './log';

export interface Settling {
  readonly market: MarketData;
  readonly clock: Clock;
  /** Signs the log's checkpoints; absent where the deployment has no key. */
  readonly signer?: NoteSigner;
}

/** Also the rules of the record whose signals are settled. */
type SettlingBy = Settling & { readonly rules: LadderRules };

/** Most signals that one run settles; more than six wait only if the job did not run. */
const AT_ONCE = 50;

/** Stored closes as a signal is judged on them. */
const closesAt =
  (closes: Closes): CloseAt =>
  (time) => {
    const close = closes.get(time);
    return close ? closeIn(close) : NO_CLOSE.missing;
  };

/** A signal's settlement by its closes at `now` (epoch ms) and the rules of its record; null while it must wait. */
export function settlementOf(
  signal: Signal,
  closes: Closes,
  { source, now, rules }: { source: Settlement['source']; now: number; rules: LadderRules },
): Settlement | null {
  const judgement = judge(signal, closesAt(closes), { now, rules });
  if (judgement.state === 'waiting') return null;
  const fetched = judgement.closes.flatMap(({ at }) => {
    const close = closes.get(at);
    return close === undefined || close === NO_CLOSE.unreadable ? [] : close.fetchedAt;
  });
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

/** Outcome pushes are sent only up to this long (ms) after the entry. */
const OUTCOME_WITHIN_MS = 60 * 60_000;

async function settleIn(
  transaction: Transaction,
  database: Firestore,
  {
    signal: { id },
    settlement,
    signer,
  }: { signal: Signal; settlement: Settlement; signer: NoteSigner | undefined },
): Promise<boolean> {
  const document = database.doc(`signals/${id}`);
  const [signalSnapshot, headSnapshot, countersSnapshot, beat, log] = await readAll(
    transaction,
    document,
    database.doc(HEAD_PATH),
    database.doc(COUNTERS_PATH),
    database.doc(HEARTBEAT_PATH),
    database.doc(LOG_PATH),
  );
  const signal = signalDocumentSchema.parse(signalSnapshot.data());
  if (signal.settlement !== null) return false;
  const { source } = settlement;
  const head = headOf(headSnapshot, source);
  if (!head) throw new Error(`There is no ledger for signal ${id}`);
  const step = recordSettlement(head, signal, settlement);
  const ended = endedOf(signal.createdAt, settlement, step.head.at);
  const counters = countSettlement(countersOf(countersSnapshot, head), signal, ended);
  const counted = countersWrite(counters, settlement.settledAt);
  transaction.update(document, settlementFields(settlement));
  const { entries } = step;
  const logged = logWrites(log, { ledgerId: head.ledgerId, entries, signer });
  const writes = [...entryWrites(entries), headWrite(step.head), ...logged, counted];
  applyIn(transaction, database, writes);
  updateHeartbeat(transaction, beat, { signal, settlement }, counted.data);
  if (settlement.settledAt < signal.expiresAt + OUTCOME_WITHIN_MS)
    queueOutcome(database, transaction, id, settlement.settledAt);
  return true;
}

/** Stores the candles around a settled signal for its chart. Nothing is judged on them, so a failure is only logged. */
async function storeChart(
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
  { closes, settling: { market, clock, rules, signer } }: { closes: Closes; settling: SettlingBy },
): Promise<boolean> {
  const { source } = market;
  const settlement = settlementOf(signal, closes, { source, now: clock(), rules });
  if (!settlement) return false;
  const didSettle = await database.runTransaction(
    (transaction) => settleIn(transaction, database, { signal, settlement, signer }),
    { maxAttempts: 10 },
  );
  if (didSettle) await storeChart(database, signal, settlement, market);
  return didSettle;
}

/**
 * The closes that a signal is judged on at `now` (epoch ms). An overdue signal is lost whatever they are, so it doesn't
 * wait for a source that is down.
 * @throws Error, caused by the failure of its pair's source
 */
function knownCloses(
  { createdAt }: Signal,
  due: PromiseSettledResult<Closes> | undefined,
  now: number,
): Closes {
  if (due?.status === 'fulfilled') return due.value;
  if (isRevealedLate(createdAt, now)) return new Map();
  throw new Error('Its closes can’t be had', { cause: due?.reason });
}

/** The oldest unsettled signals, and the failures of documents that could not be parsed. */
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

/** The failures of stored closes that can't be read: each holds up the signals that are judged on it, and no other. */
const unreadableIn = (pair: Pair, closes: Closes): Error[] =>
  [...closes].flatMap(([time, close]) =>
    close === NO_CLOSE.unreadable ? [new Error(`${closePath(pair, time)} can’t be read`)] : [],
  );

/**
 * Settles the due signals, oldest first, each in a separate transaction: signal, ledger entry, head, counters and
 * heartbeat together. A failure doesn't block the other signals. Settled signals whose later levels are over by now
 * get the closes of those. Reads and writes of a run depend on the number of waiting signals, not on the number of past
 * ones.
 * @returns the ids of the signals that this run settled
 * @throws AggregateError of the failures, after all others are settled
 */
export async function settleDue(database: Firestore, settling: Settling): Promise<string[]> {
  const { signals, failures } = await unsettledSignals(database);
  const rules = await readRules(database);
  const by = { ...settling, rules };
  const now = settling.clock();
  const unfinished = await findUnfinished(database, now, { rules, unsettled: signals });
  const asked = [...unfinished.map(({ signal }) => signal), ...signals];
  const due = await dueCloses(database, asked, by);
  for (const [pair, read] of due)
    if (read.status === 'fulfilled') failures.push(...unreadableIn(pair, read.value));
  const settled: string[] = [];
  for (const signal of signals) {
    try {
      const closes = knownCloses(signal, due.get(signal.pair), settling.clock());
      if (await settleOne(database, signal, { closes, settling: by })) settled.push(signal.id);
    } catch (cause) {
      failures.push(failure(signal.id, cause));
    }
  }
  const closesOf = ({ pair }: Signal) => {
    const read = due.get(pair);
    return read?.status === 'fulfilled' ? closesAt(read.value) : null;
  };
  await finishSignals(database, unfinished, { now, rules, closesOf });
  if (failures.length > 0) throw new AggregateError(failures, 'Some signals were not settled');
  return settled;
}

/**
 * Settles the due signals, adds to the log what it lacks of the ledger, and folds settled signals into the published
 * configurations, those of earlier runs, too. None of the three holds up the others.
 * @throws AggregateError of what failed
 */
export async function settleAndFollow(database: Firestore, settling: Settling): Promise<void> {
  const failures: unknown[] = [];
  const failed = (error: unknown) => {
    failures.push(error);
    return null;
  };
  const settled = await settleDue(database, settling).catch(failed);
  if (settled && settled.length > 0) logger.info('Signals settled', { settled });
  await carryLog(database, settling.signer).catch(failed);
  await foldPublications(database, settling.clock()).catch(failed);
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}
