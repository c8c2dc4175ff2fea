import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import type { LeaderboardPack } from '@quantalgo/contracts/leaderboard/leaderboard';
import { foldPublished } from '@quantalgo/contracts/leaderboard/published';
import { toSignalEnd } from '@quantalgo/contracts/signals/signalEnd';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { isDeepStrictEqual } from 'node:util';
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

/** More are pending only if the job did not run for a day. */
const MAX_SIGNALS_PER_RUN = 300;

const getEntryTime = (slot: string): number => parseSlotId(slot) + SLOT_MS;

/** Contains only what the public ledger reveals, so that anybody can recompute the results. */
const toPaperSignal = ({ settlement, createdAt, ...signal }: Signal): PaperSignal => {
  const { id, pair, direction, firstEntry, confidence, entered } = signal;
  const ending = settlement && toSignalEnd(createdAt, settlement, settlement.settledAt);
  const paperSignal = { id, pair, direction, firstEntry, confidence, ending };
  return entered === false ? { ...paperSignal, entered } : paperSignal;
};

/** Reads the signals up to the first unsettled one. Results are known up to `until`. */
async function readSettledAfter(firestore: Firestore, slot: string, now: number) {
  const { docs } = await firestore
    .collection('signals')
    .where('createdAt', '>', Timestamp.fromMillis(parseSlotId(slot)))
    .orderBy('createdAt')
    .limit(MAX_SIGNALS_PER_RUN)
    .get();
  const signals = docs.map((document) => parseDocument(signalDocumentSchema, document));
  const firstUnsettled = signals.findIndex(({ settlement }) => settlement === null);
  const settledSignals = (firstUnsettled === -1 ? signals : signals.slice(0, firstUnsettled)).map(
    toPaperSignal,
  );
  const lastSettled = settledSignals.at(-1);
  // A later signal's trade may use the balance that an open trade needs for its next level.
  const nextSignal = signals[firstUnsettled];
  const knownUntil = nextSignal ? getEntryTime(nextSignal.id) - 1 : now;
  const isTruncated = firstUnsettled === -1 && docs.length === MAX_SIGNALS_PER_RUN && lastSettled;
  const until = isTruncated ? getEntryTime(lastSettled.id) : knownUntil;
  return { settledSignals, until: Math.min(now, until) };
}

type FoldInput = Awaited<ReturnType<typeof readSettledAfter>>;

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
 */
export async function foldPublications(firestore: Firestore, now: number): Promise<number> {
  const table = await readTable(firestore);
  if (table.packs === 0) return 0;
  const input = await readSettledAfter(firestore, table.slot, now);
  if (input.settledSignals.length === 0 && !table.open) return 0;
  for (let index = 0; index < table.packs; index += 1) await foldIntoPack(firestore, index, input);
  await updateTable(firestore, now);
  return input.settledSignals.length;
}
