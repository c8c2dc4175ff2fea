import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { SLOT_MS, slotStartOfId } from '@quantalgo/contracts/core/slots';
import type { LeaderboardPack } from '@quantalgo/contracts/leaderboard/leaderboard';
import { foldPublished } from '@quantalgo/contracts/leaderboard/published';
import { endedOf } from '@quantalgo/contracts/signals/ended';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { isDeepStrictEqual } from 'node:util';
import { packIn, packRef, packsIn, readTable, tableIn, tableOf, writeTable } from './packs';

/** Signals that one run folds; more wait only if the job did not run for a day. */
const AT_ONCE = 300;

const entryOf = (slot: string): number => slotStartOfId(slot) + SLOT_MS;

/** As the public ledger reveals it, so that anybody's recomputation plays the same. */
const toPaperSignal = ({ settlement, createdAt, ...signal }: Signal): PaperSignal => {
  const { id, pair, direction, firstEntry, confidence, entered } = signal;
  const ending = settlement && endedOf(createdAt, settlement, settlement.settledAt);
  const played = { id, pair, direction, firstEntry, confidence, ending };
  return entered === false ? { ...played, entered } : played;
};

/** What can be folded after a slot: the signals up to the first that isn't settled, and how far time is known. */
async function settledAfter(firestore: Firestore, slot: string, now: number) {
  const { docs } = await firestore
    .collection('signals')
    .where('createdAt', '>', Timestamp.fromMillis(slotStartOfId(slot)))
    .orderBy('createdAt')
    .limit(AT_ONCE)
    .get();
  const signals = docs.map((document) => signalDocumentSchema.parse(document.data()));
  const waiting = signals.findIndex(({ settlement }) => settlement === null);
  const settled = (waiting === -1 ? signals : signals.slice(0, waiting)).map(toPaperSignal);
  const last = settled.at(-1);
  // A later signal may take what an open trade would need for its next level.
  const next = signals[waiting];
  const known = next ? entryOf(next.id) - 1 : now;
  const isCut = waiting === -1 && docs.length === AT_ONCE && last;
  return { settled, until: Math.min(now, isCut ? entryOf(last.id) : known) };
}

type Settled = Awaited<ReturnType<typeof settledAfter>>;

/** A pack with these signals folded into each of its rows: those that it has change nothing. */
function foldedPack(pack: LeaderboardPack, { settled, until }: Settled): LeaderboardPack {
  const fresh = settled.filter(({ id }) => id > pack.slot);
  const rows = pack.rows.map((row) => ({ ...row, state: foldPublished(row, row.state, fresh) }));
  return {
    slot: fresh.at(-1)?.id ?? pack.slot,
    until: Math.max(pack.until, until),
    rows,
  };
}

async function foldInto(firestore: Firestore, pack: number, settled: Settled): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const stored = await packIn(firestore, transaction, pack);
    if (!stored) return;
    const folded = foldedPack(stored, settled);
    if (!isDeepStrictEqual(folded, stored)) transaction.set(packRef(firestore, pack), folded);
  });
}

/**
 * Composes the leaderboard anew of all its packs; one that stays as it is isn't written.
 * @param now epoch ms
 */
const compose = (firestore: Firestore, now: number): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const table = await tableIn(firestore, transaction);
    const packs = await packsIn(firestore, transaction, [...Array(table.packs).keys()]);
    const composed = tableOf(packs, table.tried);
    if (!isDeepStrictEqual(composed, table)) writeTable(firestore, transaction, composed, now);
  });

/**
 * Folds what settled since the last run into every published configuration, in the order of the slots, up to the oldest
 * signal that isn't settled. Each pack knows how far it was played: run twice, late or half-way, each signal is folded
 * once. Reads and writes depend on the number of packs and of new signals, not on the record.
 * @param now epoch ms
 * @returns how many signals were folded
 */
export async function foldPublications(firestore: Firestore, now: number): Promise<number> {
  const table = await readTable(firestore);
  if (table.packs === 0) return 0;
  const settled = await settledAfter(firestore, table.slot, now);
  if (settled.settled.length === 0 && !table.open) return 0;
  for (let pack = 0; pack < table.packs; pack += 1) await foldInto(firestore, pack, settled);
  await compose(firestore, now);
  return settled.settled.length;
}
