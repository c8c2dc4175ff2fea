import {
  MAX_LEADERBOARD_ROWS,
  leaderboardDocumentSchema,
  type LeaderboardPack,
  leaderboardPackSchema,
  type LeaderboardRow,
  rankRows,
} from '@quantalgo/contracts/leaderboard/leaderboard';
import { toPaperResult } from '@quantalgo/contracts/leaderboard/published';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../core/documents';

/** A row takes up to 3 kB, and a document is limited to 1 MiB. */
export const MAX_ROWS_PER_PACK = 128;

export const packRef = (firestore: Firestore, pack: number) =>
  firestore.collection('leaderboardPacks').doc(String(pack));

export const tableRef = (firestore: Firestore) => firestore.doc('leaderboard/table');

const tableSchema = z.omit(leaderboardDocumentSchema, { updatedAt: true });

type LeaderboardTable = z.infer<typeof tableSchema>;

const EMPTY_TABLE: LeaderboardTable = {
  rows: [],
  tried: 0,
  running: 0,
  withdrawn: 0,
  packs: 0,
  slot: '',
  open: false,
};

export async function readTableInTransaction(
  firestore: Firestore,
  transaction: Transaction,
): Promise<LeaderboardTable> {
  const stored = await transaction.get(tableRef(firestore));
  return parseDocument(tableSchema, stored) ?? EMPTY_TABLE;
}

export async function readTable(firestore: Firestore): Promise<LeaderboardTable> {
  return parseDocument(tableSchema, await tableRef(firestore).get()) ?? EMPTY_TABLE;
}

export async function readPack(
  firestore: Firestore,
  transaction: Transaction,
  pack: number,
): Promise<LeaderboardPack | null> {
  return parseDocument(leaderboardPackSchema, await transaction.get(packRef(firestore, pack)));
}

export async function readPacks(
  firestore: Firestore,
  transaction: Transaction,
  numbers: readonly number[],
): Promise<LeaderboardPack[]> {
  if (numbers.length === 0) return [];
  const snapshots = await transaction.getAll(
    ...numbers.map((number) => packRef(firestore, number)),
  );
  return snapshots.map((document) => {
    const pack = parseDocument(leaderboardPackSchema, document);
    if (!pack) throw new Error(`${document.ref.path} is missing`);
    return pack;
  });
}

export const toRows = ({ slot, until, rows }: LeaderboardPack): LeaderboardRow[] =>
  rows.map(({ state, ...row }) => ({
    ...row,
    standing: toPaperResult(row, state, { slot, until }),
  }));

export function buildTable(packs: readonly LeaderboardPack[], tried: number): LeaderboardTable {
  const rows = packs.flatMap(toRows);
  const withdrawn = rows.filter(({ withdrawnAt }) => withdrawnAt !== null).length;
  const slots = packs.map(({ slot }) => slot).sort();
  return {
    rows: rankRows(rows, tried).slice(0, MAX_LEADERBOARD_ROWS),
    tried,
    running: rows.length - withdrawn,
    withdrawn,
    packs: packs.length,
    slot: slots[0] ?? '',
    open: rows.some(({ standing }) => standing.open > 0),
  };
}

export function writeTable(
  firestore: Firestore,
  transaction: Transaction,
  table: LeaderboardTable,
  now: number,
): void {
  transaction.set(tableRef(firestore), { ...table, updatedAt: Timestamp.fromMillis(now) });
}
