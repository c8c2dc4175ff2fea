import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS, toIso } from '@quantalgo/contracts/core/time';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { listCloseTimes } from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Signal } from '@quantalgo/contracts/signals/signal';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { findCorrection, type JudgedOutcome, recordCorrection } from '../../domain/record/record';
import { getCandleEnd } from '../../domain/market/candles';
import { progressDocument } from '../../collections/record';
import { parseDocument, readAll } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { gatherCandles } from '../market/marketData';
import {
  applyWrites,
  toEntryWrites,
  HEAD_PATH,
  parseLedgerHead,
  toHeadWrite,
  readRules,
} from './ledger';
import { LOG_PATH, toLogWrites } from './log';
import type { SettlementContext } from './settle';
import { parseSignals } from './signals';
import { logger } from '../core/log';

/** Pairs to correct on the UTC day that begins at `day` (epoch ms). */
interface PairDay {
  readonly day: number;
  readonly pairs: readonly Pair[];
}

/** Null `pairs`: all that have signals on the day. */
type DueDay = PairDay | { readonly day: number; readonly pairs: null };

/** Milliseconds from a signal's slot to its last possible close. */
const getLastCloseOffset = (rules: LadderRules): number => Math.max(...listCloseTimes(0, rules));

async function readSignals(database: Firestore, from: number) {
  const { docs } = await database
    .collection('signals')
    .where('createdAt', '>=', Timestamp.fromMillis(from))
    .where('createdAt', '<', Timestamp.fromMillis(from + DAY_MS))
    .orderBy('createdAt')
    .get();
  const { signals, unreadable } = parseSignals(docs);
  return { signals, unreadable: unreadable.map(({ id }) => id) };
}

interface DayCloses {
  readonly closes: ReadonlyMap<Pair, ReadonlyMap<number, number>>;
  /** Reasons by pair. */
  readonly failures: ReadonlyMap<Pair, string>;
}

async function fetchCloses(
  { market }: SettlementContext,
  { day, pairs }: PairDay,
  rules: LadderRules,
): Promise<DayCloses> {
  const spanMs = DAY_MS + getLastCloseOffset(rules);
  const { candles, failures } = await gatherCandles(
    { ...market, pairs },
    day + spanMs,
    spanMs / SLOT_MS,
  );
  const byTime = [...candles].map(
    ([pair, list]) =>
      [pair, new Map(list.map((candle) => [getCandleEnd(candle), candle.close]))] as const,
  );
  return { closes: new Map(byTime), failures };
}

async function appendOnce(
  database: Firestore,
  { id, source }: Signal,
  {
    judgedOutcome,
    at,
    signer,
  }: { judgedOutcome: JudgedOutcome; at: number; signer: NoteSigner | undefined },
): Promise<boolean> {
  const correctionRef = database.doc(`corrections/${id}`);
  return database.runTransaction(async (transaction) => {
    const [markSnapshot, stored, log] = await readAll(
      transaction,
      correctionRef,
      database.doc(HEAD_PATH),
      database.doc(LOG_PATH),
    );
    const head = parseLedgerHead(stored, source);
    if (!head) throw new Error(`Can’t correct signal ${id}, because there is no ledger`);
    if (markSnapshot.exists) return false;
    const step = recordCorrection(head, id, judgedOutcome, at);
    transaction.create(correctionRef, { slot: id, ledgerSeq: step.head.seq });
    const { entries } = step;
    const logUpdates = toLogWrites(log, { ledgerId: head.ledgerId, entries, signer });
    applyWrites(transaction, database, [
      ...toEntryWrites(entries),
      toHeadWrite(step.head),
      ...logUpdates,
    ]);
    return true;
  });
}

interface CorrectedDay {
  readonly corrected: readonly string[];
  readonly unreadable: readonly string[];
  readonly failures: DayCloses['failures'];
}

/**
 * Re-reads the candles of the pairs that have signals on the day, and corrects every signal that
 * they would have settled differently, wins and losses alike. A pair whose source fails doesn't
 * hold up the others.
 */
export async function correctDaySignals(
  database: Firestore,
  context: SettlementContext,
  { day, pairs }: DueDay,
): Promise<CorrectedDay> {
  const { signals, unreadable } = await readSignals(database, day);
  // Even pairs that aren't configured any more, because their signals are in the record.
  const pairsToRead = [...new Set(signals.map(({ pair }) => pair))].filter(
    (pair) => pairs?.includes(pair) ?? true,
  );
  const correctedIds: string[] = [];
  if (pairsToRead.length === 0) return { corrected: correctedIds, unreadable, failures: new Map() };
  const rules = await readRules(database, context.market.source);
  const { closes, failures } = await fetchCloses(context, { day, pairs: pairsToRead }, rules);
  for (const signal of signals) {
    const pairCloses = closes.get(signal.pair);
    if (!pairCloses || failures.has(signal.pair)) continue;
    const at = context.clock();
    const { signer } = context;
    const judgedOutcome = findCorrection(signal, pairCloses, { fetchedAt: at, rules });
    if (judgedOutcome && (await appendOnce(database, signal, { judgedOutcome, at, signer })))
      correctedIds.push(signal.id);
  }
  return { corrected: correctedIds, unreadable, failures };
}

const progressRef = (database: Firestore) => database.doc('progress/correctRecord');

/** The source may no longer have older candles. */
const MAX_DAYS_PER_RUN = 7;

interface DueDays {
  readonly doneUntil: number;
  readonly retries: readonly PairDay[];
  readonly newDays: readonly DueDay[];
}

/** Logs the days that have become too old. `dueUntil` in epoch ms. */
async function loadDueDays(database: Firestore, dueUntil: number): Promise<DueDays> {
  const progress = parseDocument(progressDocument, await progressRef(database).get());
  const doneUntil = progress?.doneUntil ?? dueUntil - DAY_MS;
  const failedDays: readonly PairDay[] = progress?.failedDays ?? [];
  const sinceDone: DueDay[] = [];
  for (let day = doneUntil; day < dueUntil; day += DAY_MS) sinceDone.push({ day, pairs: null });
  const earliest = dueUntil - MAX_DAYS_PER_RUN * DAY_MS;
  const isTooOld = ({ day }: DueDay) => day < earliest;
  for (const { day, pairs } of [...failedDays, ...sinceDone].filter(isTooOld))
    logger.error('Day left uncorrected, because it is too old', {
      day: toIso(day),
      pairs: pairs ?? 'all',
    });
  return {
    doneUntil: Math.max(doneUntil, earliest),
    retries: failedDays.filter((failedDay) => !isTooOld(failedDay)),
    newDays: sinceDone.filter((newDay) => !isTooOld(newDay)),
  };
}

const toProgress = (doneUntil: number, failedDays: readonly PairDay[]) => ({
  doneUntil: Timestamp.fromMillis(doneUntil),
  ...(failedDays.length > 0 && {
    failedDays: failedDays.map(({ day, pairs }) => ({ day: Timestamp.fromMillis(day), pairs })),
  }),
});

const describeFailures = (day: number, failures: DayCloses['failures']): string[] =>
  [...failures].map(([pair, reason]) => `${pair} of ${toIso(day)} wasn’t corrected: ${reason}`);

/**
 * Corrects the days since the last run, up to the day before yesterday, and earlier days again for
 * the pairs whose source failed.
 * @param today UTC midnight (epoch ms)
 * @returns ids of corrected signals
 * @throws Error after all others are corrected, if the source fails for a pair or signals can't be
 * parsed
 */
export async function correctDueDays(
  database: Firestore,
  context: SettlementContext,
  today: number,
): Promise<string[]> {
  const dueUntil = today - DAY_MS;
  const { retries, newDays, ...progress } = await loadDueDays(database, dueUntil);
  const correctedIds: string[] = [];
  const problems: string[] = [];
  let { doneUntil } = progress;
  let failedDays = retries;
  for (const due of [...retries, ...newDays]) {
    const { corrected, unreadable, failures } = await correctDaySignals(database, context, due);
    const { day, pairs } = due;
    correctedIds.push(...corrected);
    problems.push(...describeFailures(day, failures));
    failedDays = failedDays.filter((failedDay) => failedDay.day !== day);
    if (failures.size > 0) failedDays = [...failedDays, { day, pairs: [...failures.keys()] }];
    const isNew = pairs === null;
    // Logged at once, because no later run reports them again.
    if (isNew && unreadable.length > 0) {
      logger.error('Signals can’t be read, so they weren’t corrected', { signals: unreadable });
      problems.push(`Signals can’t be read, so they weren’t corrected: ${unreadable.join(', ')}`);
    }
    if (isNew) doneUntil = day + DAY_MS;
    await progressRef(database).set(toProgress(doneUntil, failedDays));
  }
  if (problems.length > 0) throw new Error(problems.join('; '));
  return correctedIds;
}
