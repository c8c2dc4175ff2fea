import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { parseSlotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { LeaderboardPack } from '@quantalgo/contracts/leaderboard/leaderboard';
import { foldPublished } from '@quantalgo/contracts/leaderboard/published';
import { isRevealedLate, toSignalEnd } from '@quantalgo/contracts/signals/signalEnd';
import {
  getEntryTime,
  type Signal,
  signalDocumentSchema,
} from '@quantalgo/contracts/signals/signal';
import { type Firestore, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import {
  readPack,
  packRef,
  readPacks,
  readTable,
  readTableInTransaction,
  buildTable,
  writeTable,
} from './packs';
import { parseDocument } from '../core/documents';
import { reportUnreadableSignal } from '../core/unreadableSignals';

/** More are pending only if the job did not run for a day. */
const MAX_SIGNALS_PER_RUN = 300;

/** Contains only what the public ledger reveals, so that anybody can recompute the results. */
const toPaperSignal = ({ settlement, createdAt, ...signal }: Signal): PaperSignal => {
  const { id, pair, direction, firstEntry, confidence, entered } = signal;
  const ending = settlement && toSignalEnd(createdAt, settlement, settlement.settledAt);
  const paperSignal = { id, pair, direction, firstEntry, confidence, ending };
  return entered === false ? { ...paperSignal, entered } : paperSignal;
};

const createdSchema = z.pick(signalDocumentSchema, { createdAt: true });

interface SettledRun {
  readonly settledSignals: readonly PaperSignal[];
  /** The signal that ends the run, because it is unsettled or can't be read. */
  readonly next: { readonly createdAt: number; readonly failure: Error | null } | null;
}

/** Leaves out unreadable signals whose reveal deadline has passed, so the others can go on. */
function takeSettled(docs: readonly QueryDocumentSnapshot[], now: number): SettledRun {
  const settledSignals: PaperSignal[] = [];
  for (const document of docs) {
    const { data: signal, error } = signalDocumentSchema.safeParse(document.data());
    const { createdAt } = signal ?? parseDocument(createdSchema, document);
    const isOver = signal ? signal.settlement !== null : isRevealedLate(createdAt, now);
    if (!isOver) {
      const message = `${document.ref.path} can’t be read, so the leaderboard stops before it`;
      const failure = signal ? null : new Error(message, { cause: error });
      return { settledSignals, next: { createdAt, failure } };
    }
    if (signal) settledSignals.push(toPaperSignal(signal));
    else reportUnreadableSignal(document.id, error, 'the leaderboard');
  }
  return { settledSignals, next: null };
}

/** Reads the signals up to the first unsettled one. Results are known up to `until`. */
async function readSettledAfter(firestore: Firestore, slot: string, now: number) {
  const { docs } = await firestore
    .collection('signals')
    .where('createdAt', '>', Timestamp.fromMillis(parseSlotId(slot)))
    .orderBy('createdAt')
    .limit(MAX_SIGNALS_PER_RUN)
    .get();
  const { settledSignals, next } = takeSettled(docs, now);
  const lastSettled = settledSignals.at(-1);
  // A later signal's trade may use the balance that an open trade needs for its next level.
  const knownUntil = next ? getEntryTime(next) - 1 : now;
  const isTruncated = !next && docs.length === MAX_SIGNALS_PER_RUN && lastSettled;
  // Until the last one's entry.
  const until = isTruncated ? parseSlotId(lastSettled.id) + SLOT_MS : knownUntil;
  return { settledSignals, until: Math.min(now, until), failure: next?.failure ?? null };
}

type FoldInput = Omit<Awaited<ReturnType<typeof readSettledAfter>>, 'failure'>;

function foldPack(pack: LeaderboardPack, { settledSignals, until }: FoldInput): LeaderboardPack {
  const newSignals = settledSignals.filter(({ id }) => id > pack.slot);
  const rows = pack.rows.map((row) => ({
    ...row,
    state: foldPublished(row, row.state, newSignals),
  }));
  return {
    slot: newSignals.at(-1)?.id ?? pack.slot,
    until: Math.max(pack.until, until),
    rows,
  };
}

async function foldIntoPack(
  firestore: Firestore,
  packIndex: number,
  input: FoldInput,
): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const stored = await readPack(firestore, transaction, packIndex);
    if (!stored) return;
    const newPack = foldPack(stored, input);
    if (!isDeepStrictEqual(newPack, stored))
      transaction.set(packRef(firestore, packIndex), newPack);
  });
}

const updateTable = (firestore: Firestore, now: number): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const table = await readTableInTransaction(firestore, transaction);
    const packs = await readPacks(firestore, transaction, [...Array(table.packs).keys()]);
    const newTable = buildTable(packs, table.tried);
    if (!isDeepStrictEqual(newTable, table)) writeTable(firestore, transaction, newTable, now);
  });

/**
 * Folds new signals into every published configuration, up to the oldest unsettled signal. Each
 * pack stores its progress, so that interrupted or repeated runs fold each signal once.
 * @returns the number of folded signals
 * @throws Error after folding, if a signal within its reveal deadline can't be read
 */
export async function foldPublications(firestore: Firestore, now: number): Promise<number> {
  const table = await readTable(firestore);
  if (table.packs === 0) return 0;
  const { failure, ...input } = await readSettledAfter(firestore, table.slot, now);
  if (input.settledSignals.length > 0 || table.open) {
    for (let index = 0; index < table.packs; index += 1)
      await foldIntoPack(firestore, index, input);
    await updateTable(firestore, now);
  }
  if (failure) throw failure;
  return input.settledSignals.length;
}
