import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
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

type Closes = ReadonlyMap<Pair, ReadonlyMap<number, number>>;

/** @throws Error if the source fails for any pair, because days are corrected as a whole */
async function fetchCloses(
  { market }: SettlementContext,
  from: number,
  rules: LadderRules,
): Promise<Closes> {
  const spanMs = DAY_MS + getLastCloseOffset(rules);
  const { candles, failures } = await gatherCandles(market, from + spanMs, spanMs / SLOT_MS);
  if (failures.size > 0)
    throw new Error(
      `Nothing was corrected: ${[...failures].map((failure) => failure.join(': ')).join('; ')}`,
    );
  const byTime = [...candles].map(
    ([pair, list]) =>
      [pair, new Map(list.map((candle) => [getCandleEnd(candle), candle.close]))] as const,
  );
  return new Map(byTime);
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
}

/**
 * Re-reads the candles of the UTC day that begins at `from` (epoch ms), and corrects every signal
 * that they would have settled differently, wins and losses alike.
 */
export async function correctDaySignals(
  database: Firestore,
  context: SettlementContext,
  from: number,
): Promise<CorrectedDay> {
  const { signals, unreadable } = await readSignals(database, from);
  const correctedIds: string[] = [];
  if (signals.length === 0) return { corrected: correctedIds, unreadable };
  const rules = await readRules(database, context.market.source);
  const closes = await fetchCloses(context, from, rules);
  for (const signal of signals) {
    const at = context.clock();
    const { signer } = context;
    const pairCloses = closes.get(signal.pair) ?? new Map<number, number>();
    const judgedOutcome = findCorrection(signal, pairCloses, { fetchedAt: at, rules });
    if (judgedOutcome && (await appendOnce(database, signal, { judgedOutcome, at, signer })))
      correctedIds.push(signal.id);
  }
  return { corrected: correctedIds, unreadable };
}

const progressRef = (database: Firestore) => database.doc('progress/correctRecord');

/** The source may no longer have older candles. */
const MAX_DAYS_PER_RUN = 7;

/**
 * Corrects the days since the last run, up to the day before yesterday.
 * @param today UTC midnight (epoch ms)
 * @returns ids of corrected signals
 * @throws Error if the source fails for a day (earlier days stay corrected) or signals can't be
 * parsed
 */
export async function correctDueDays(
  database: Firestore,
  context: SettlementContext,
  today: number,
): Promise<string[]> {
  const dueUntil = today - DAY_MS;
  const progress = parseDocument(progressDocument, await progressRef(database).get());
  const correctedIds: string[] = [];
  const unreadable: string[] = [];
  const earliest = dueUntil - MAX_DAYS_PER_RUN * DAY_MS;
  let from = Math.max(progress?.doneUntil ?? dueUntil - DAY_MS, earliest);
  while (from < dueUntil) {
    const day = await correctDaySignals(database, context, from);
    correctedIds.push(...day.corrected);
    unreadable.push(...day.unreadable);
    // Logged at once, because no later run returns to this day.
    if (day.unreadable.length > 0)
      logger.error('Signals can’t be read, so they weren’t corrected', { signals: day.unreadable });
    from += DAY_MS;
    await progressRef(database).set({ doneUntil: Timestamp.fromMillis(from) });
  }
  if (unreadable.length > 0)
    throw new Error(`Signals can’t be read, so they weren’t corrected: ${unreadable.join(', ')}`);
  return correctedIds;
}
