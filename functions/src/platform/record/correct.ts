import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { closeTimes } from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import { signalDocumentSchema, type Signal } from '@quantalgo/contracts/signals/signal';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { correctionOf, type JudgedOutcome, recordCorrection } from '../../domain/record/record';
import { endOf } from '../../domain/market/candles';
import { progressDocument } from '../../collections/record';
import { parseDocument, readAll } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { gather } from '../market/marketData';
import { applyIn, entryWrites, HEAD_PATH, headOf, headWrite, readRules } from './ledger';
import { LOG_PATH, logWrites } from './log';
import type { Settling } from './settle';

/** Time (ms) from a signal's slot to the last close that it can need. */
const closesEndAfter = (rules: LadderRules): number => Math.max(...closeTimes(0, rules));

/** The signals of the day that begins at `from` (epoch ms), at most one per slot, and the ids of unreadable ones. */
async function signalsOf(database: Firestore, from: number) {
  const { docs } = await database
    .collection('signals')
    .where('createdAt', '>=', Timestamp.fromMillis(from))
    .where('createdAt', '<', Timestamp.fromMillis(from + DAY_MS))
    .orderBy('createdAt')
    .get();
  const parsed = docs.map((one) => ({ id: one.id, ...signalDocumentSchema.safeParse(one.data()) }));
  return {
    signals: parsed.flatMap(({ data }) => data ?? []),
    unreadable: parsed.flatMap(({ id, success }) => (success ? [] : [id])),
  };
}

type Closes = ReadonlyMap<Pair, ReadonlyMap<number, number>>;

/**
 * The source's current closes that the day's signals could need.
 * @throws Error where the source fails for any pair: a day is corrected as a whole or retried
 */
async function closesSince(
  { market }: Settling,
  from: number,
  rules: LadderRules,
): Promise<Closes> {
  const span = DAY_MS + closesEndAfter(rules);
  const { candles, failures } = await gather(market, from + span, span / SLOT_MS);
  if (failures.size > 0)
    throw new Error(
      `Nothing was corrected: ${[...failures].map((one) => one.join(': ')).join('; ')}`,
    );
  const byTime = [...candles].map(
    ([pair, list]) => [pair, new Map(list.map((one) => [endOf(one), one.close]))] as const,
  );
  return new Map(byTime);
}

/** Appends a correction, unless its signal has one: a second run finds the document that the first one left. */
async function appendOnce(
  database: Firestore,
  { id, source }: Signal,
  { judged, at, signer }: { judged: JudgedOutcome; at: number; signer: NoteSigner | undefined },
): Promise<boolean> {
  const mark = database.doc(`corrections/${id}`);
  return database.runTransaction(async (transaction) => {
    const [marked, stored, log] = await readAll(
      transaction,
      mark,
      database.doc(HEAD_PATH),
      database.doc(LOG_PATH),
    );
    const head = headOf(stored, source);
    if (!head) throw new Error(`There is no ledger for signal ${id}`);
    if (marked.exists) return false;
    const step = recordCorrection(head, id, judged, at);
    transaction.create(mark, { slot: id, ledgerSeq: step.head.seq });
    const { entries } = step;
    const logged = logWrites(log, { ledgerId: head.ledgerId, entries, signer });
    applyIn(transaction, database, [...entryWrites(entries), headWrite(step.head), ...logged]);
    return true;
  });
}

/** The ids of the signals of a day that were corrected, and of those that can't be read. */
interface CorrectedDay {
  readonly corrected: readonly string[];
  readonly unreadable: readonly string[];
}

/**
 * Re-reads the candles of the past day that begins at `from` (epoch ms), and appends corrections to the ledger where
 * its signals would have ended differently: for won and lost signals alike, without selection.
 */
export async function correctDay(
  database: Firestore,
  settling: Settling,
  from: number,
): Promise<CorrectedDay> {
  const { signals, unreadable } = await signalsOf(database, from);
  const corrected: string[] = [];
  if (signals.length === 0) return { corrected, unreadable };
  const rules = await readRules(database);
  const closes = await closesSince(settling, from, rules);
  for (const signal of signals) {
    const at = settling.clock();
    const { signer } = settling;
    const told = closes.get(signal.pair) ?? new Map<number, number>();
    const judged = correctionOf(signal, told, { fetchedAt: at, rules });
    if (judged && (await appendOnce(database, signal, { judged, at, signer })))
      corrected.push(signal.id);
  }
  return { corrected, unreadable };
}

const progressRef = (database: Firestore) => database.doc('progress/correctRecord');

/** Most days that one run re-reads: the source may no longer have candles of older ones. */
const MAX_DAYS = 7;

/**
 * Re-reads all days since the last run, up to the day before yesterday. An interrupted run is resumed by the next, so a
 * source that is down for a night leaves no day out.
 * @param today midnight (UTC, epoch ms) of the day on which it runs
 * @returns the ids of the signals that were corrected
 * @throws Error where the source fails for a day; the days before are done. Also where signals can't be read, once all
 *   others are done
 */
export async function correctDueDays(
  database: Firestore,
  settling: Settling,
  today: number,
): Promise<string[]> {
  const due = today - DAY_MS;
  const progress = parseDocument(progressDocument, await progressRef(database).get());
  const corrected: string[] = [];
  const unreadable: string[] = [];
  let from = Math.max(progress?.doneUntil ?? due - DAY_MS, due - MAX_DAYS * DAY_MS);
  while (from < due) {
    const day = await correctDay(database, settling, from);
    corrected.push(...day.corrected);
    unreadable.push(...day.unreadable);
    // Said before the day counts as done: the run may fail at a later one, and no other comes back to it.
    if (day.unreadable.length > 0)
      logger.error('Signals can’t be read, and were not corrected', { signals: day.unreadable });
    from += DAY_MS;
    await progressRef(database).set({ doneUntil: Timestamp.fromMillis(from) });
  }
  if (unreadable.length > 0)
    throw new Error(`Signals can’t be read, and were not corrected: ${unreadable.join(', ')}`);
  return corrected;
}
