import type { Pair } from '@quantalgo/contracts/market/pairs';
import { countSettlement } from '@quantalgo/contracts/record/performance';
import { toSignalEnd, isRevealedLate } from '@quantalgo/contracts/signals/signalEnd';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import {
  signalDocumentSchema,
  type Settlement,
  type Signal,
  getEntryTime,
} from '@quantalgo/contracts/signals/signal';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { confirmBeforeSettlement } from '../../domain/record/confirmation';
import { type CloseAt, judgeSignal, NO_CLOSE, recordSettlement } from '../../domain/record/record';
import type { Clock } from '../core/clock';
import { readAll, parseDocument } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { queueOutcome } from '../core/queues';
import { runSteps } from '../core/steps';
import type { MarketData } from '../market/marketData';
import { foldPublications } from '../leaderboard/fold';
import { storeCharts } from './charts';
import { parseSignals } from './signals';
import { HEARTBEAT_PATH, updateHeartbeat } from './heartbeat';
import { toKnownClose, getClosePath, type Closes, loadDueCloses } from './closes';
import { findUnfinished, finishSignals } from './laterCloses';
import {
  applyWrites,
  COUNTERS_PATH,
  parseCounters,
  toCountersWrite,
  toEntryWrites,
  HEAD_PATH,
  parseLedgerHead,
  toHeadWrite,
  readRules,
  toSettlementFields,
} from './ledger';
import { completeLog, LOG_PATH, toLogWrites } from './log';
import { logger } from '../core/log';

export interface SettlementContext {
  readonly market: MarketData;
  readonly clock: Clock;
  /** Without one, checkpoints aren't signed. */
  readonly signer?: NoteSigner;
}

type RecordSettlementContext = SettlementContext & { readonly rules: LadderRules };

/** Only an outage of the job leaves more than six pending. */
const MAX_SIGNALS_PER_RUN = 50;

const toCloseAt =
  (closes: Closes): CloseAt =>
  (time) => {
    const close = closes.get(time);
    return close ? toKnownClose(close) : NO_CLOSE.missing;
  };

/** Null while closes are missing. */
export function getSettlement(
  signal: Signal,
  closes: Closes,
  { source, now, rules }: { source: Settlement['source']; now: number; rules: LadderRules },
): Settlement | null {
  const judgement = judgeSignal(signal, toCloseAt(closes), { now, rules });
  if (judgement.state === 'waiting') return null;
  const fetchTimes = judgement.closes.flatMap(({ at }) => {
    const close = closes.get(at);
    return close === undefined || close === NO_CLOSE.unreadable ? [] : close.fetchedAt;
  });
  const commonFields = {
    closes: [...judgement.closes],
    source,
    fetchedAt: fetchTimes.length > 0 ? Math.max(...fetchTimes) : now,
    settledAt: now,
  };
  if (judgement.outcome === 'profit')
    return { outcome: 'profit', level: judgement.level, ...commonFields };
  return { outcome: judgement.outcome, level: null, ...commonFields };
}

const OUTCOME_PUSH_WINDOW_MS = 60 * 60_000;

/** A no-go that is recorded here isn't pushed, because the outcome push states it. */
async function settleInTransaction(
  transaction: Transaction,
  database: Firestore,
  {
    signal: { id },
    settlement,
    context: { clock, signer },
  }: { signal: Signal; settlement: Settlement; context: SettlementContext },
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
  const stored = parseDocument(signalDocumentSchema, signalSnapshot);
  if (!stored) throw new Error(`Can’t settle signal ${id}, because it doesn’t exist`);
  if (stored.settlement !== null) return false;
  const { source } = settlement;
  const head = parseLedgerHead(headSnapshot, source);
  if (!head) throw new Error(`Can’t settle signal ${id}, because there is no ledger`);
  // Not the time of judging: verifiers allow a retried confirmation less lag than a settlement.
  const now = Math.max(clock(), settlement.settledAt);
  const confirmation = confirmBeforeSettlement(head, stored, now);
  const { signal } = confirmation;
  const recordedAt = Math.max(settlement.settledAt, confirmation.head.at);
  // The deadline passed after judging, so the next run settles it as lost.
  if (settlement.outcome !== 'loss' && isRevealedLate(signal.createdAt, recordedAt)) return false;
  const step = recordSettlement(confirmation.head, signal, settlement);
  const ended = toSignalEnd(signal.createdAt, settlement, step.head.at);
  const counters = countSettlement(parseCounters(countersSnapshot, head), signal, ended);
  const countersUpdate = toCountersWrite(counters, settlement.settledAt);
  const { entered } = signal;
  transaction.update(document, { ...toSettlementFields(settlement), entered });
  const entries = [...confirmation.entries, ...step.entries];
  const logUpdates = toLogWrites(log, { ledgerId: head.ledgerId, entries, signer });
  const writes = [...toEntryWrites(entries), toHeadWrite(step.head), ...logUpdates, countersUpdate];
  applyWrites(transaction, database, writes);
  updateHeartbeat(transaction, beat, { signal, settlement }, countersUpdate.data);
  if (settlement.settledAt < getEntryTime(signal) + OUTCOME_PUSH_WINDOW_MS)
    queueOutcome(database, transaction, id, settlement.settledAt);
  return true;
}

async function settleSignal(
  database: Firestore,
  signal: Signal,
  { closes, context }: { closes: Closes; context: RecordSettlementContext },
): Promise<boolean> {
  const { market, clock, rules } = context;
  const { source } = market;
  const settlement = getSettlement(signal, closes, { source, now: clock(), rules });
  if (!settlement) return false;
  return database.runTransaction(
    (transaction) => settleInTransaction(transaction, database, { signal, settlement, context }),
    { maxAttempts: 10 },
  );
}

/**
 * Overdue signals are lost whatever their closes are, so they need none.
 * @throws Error with the source's failure as its cause
 */
function getCloses(
  { createdAt }: Signal,
  closesResult: PromiseSettledResult<Closes> | undefined,
  now: number,
): Closes {
  if (closesResult?.status === 'fulfilled') return closesResult.value;
  if (isRevealedLate(createdAt, now)) return new Map();
  throw new Error('The signal’s closes are unavailable', { cause: closesResult?.reason });
}

async function readUnsettledSignals(database: Firestore) {
  const { docs } = await database
    .collection('signals')
    .where('settlement', '==', null)
    .orderBy('createdAt')
    .limit(MAX_SIGNALS_PER_RUN)
    .get();
  const { signals, unreadable } = parseSignals(docs);
  return { signals, failures: unreadable.map(({ id, error }) => toFailure(id, error)) };
}

const toFailure = (id: string, cause: unknown) =>
  new Error(`Signal ${id} was not settled`, { cause });

/** An unreadable close blocks only the signals that are judged on it. */
const findUnreadable = (pair: Pair, closes: Closes): Error[] =>
  [...closes].flatMap(([time, close]) =>
    close === NO_CLOSE.unreadable ? [new Error(`${getClosePath(pair, time)} can’t be read`)] : [],
  );

/**
 * Settles due signals, oldest first, in a transaction each, then adds later levels' closes to
 * settled signals. Takes time for pending signals only.
 * @returns ids of settled signals
 * @throws AggregateError after all others are settled
 */
export async function settleDue(
  database: Firestore,
  settlementContext: SettlementContext,
): Promise<string[]> {
  const { signals, failures } = await readUnsettledSignals(database);
  const rules = await readRules(database, settlementContext.market.source);
  const context = { ...settlementContext, rules };
  const now = settlementContext.clock();
  const unfinished = await findUnfinished(database, now, { rules, unsettled: signals });
  const signalsToRead = [...unfinished.map(({ signal }) => signal), ...signals];
  const closesByPair = await loadDueCloses(database, signalsToRead, context);
  for (const [pair, result] of closesByPair)
    if (result.status === 'fulfilled') failures.push(...findUnreadable(pair, result.value));
  const settledIds: string[] = [];
  for (const signal of signals) {
    try {
      const closes = getCloses(signal, closesByPair.get(signal.pair), settlementContext.clock());
      if (await settleSignal(database, signal, { closes, context })) settledIds.push(signal.id);
    } catch (cause) {
      failures.push(toFailure(signal.id, cause));
    }
  }
  const getCloseAt = ({ pair }: Signal) => {
    const result = closesByPair.get(pair);
    return result?.status === 'fulfilled' ? toCloseAt(result.value) : null;
  };
  await finishSignals(database, unfinished, { now, rules, getCloseAt }).catch((error: unknown) => {
    failures.push(new Error('Adding later closes failed', { cause: error }));
  });
  if (failures.length > 0) throw new AggregateError(failures, 'Some signals were not settled');
  return settledIds;
}

/**
 * Settles due signals, completes the log, adds settled signals to published configurations, and
 * stores charts. Each step runs even if another fails.
 * @throws AggregateError
 */
export async function settleAndFold(
  database: Firestore,
  settlementContext: SettlementContext,
): Promise<void> {
  await runSteps<unknown>([
    async () => {
      const settled = await settleDue(database, settlementContext);
      if (settled.length > 0) logger.info('Signals settled', { settled });
    },
    () => completeLog(database, settlementContext.signer),
    () => foldPublications(database, settlementContext.clock()),
    // Last, because a slow source of charts mustn't delay the others.
    () => storeCharts(database, settlementContext),
  ]);
}
