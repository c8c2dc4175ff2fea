import type { LogHead } from '@quantalgo/contracts/record/endpoints';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import {
  parseCheckpoint,
  formatCheckpoint,
  parseSignedNote,
} from '@quantalgo/contracts/record/log/checkpoint';
import { encodeBundle, toLeaf } from '@quantalgo/contracts/record/log/entryBundle';
import {
  buildConsistencyProof,
  listConsistencyRanges,
  buildInclusionProof,
  listInclusionRanges,
} from '@quantalgo/contracts/record/log/proofs';
import {
  createTileHasher,
  splitHashes,
  joinHashes,
  getTilePart,
  TILE_WIDTH,
  getTileWidth,
} from '@quantalgo/contracts/record/log/tiles';
import {
  type Hash,
  type HashAt,
  type Subtree,
  listSubtrees,
} from '@quantalgo/contracts/record/log/tree';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { ledgerHeadDocument, logDocument, logTileDocument } from '../../collections/record';
import {
  createEmptyLog,
  type FullTile,
  growLog,
  type Log,
  getLogRoot,
  originOf,
} from '../../domain/record/log';
import { parseDocument, readAll } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { applyWrites, HEAD_PATH, type Write } from './ledger';

export const LOG_PATH = 'logs/current';

const MAX_ENTRIES_PER_COPY = 500;

const MAX_COPIES_PER_RUN = 20;

export type StoredLog = Log & Omit<z.infer<typeof logDocument>, keyof Log>;

const decodeBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

const encodeHashes = (hashes: readonly Hash[]) =>
  Buffer.from(joinHashes(hashes)).toString('base64');

function parseLog(snapshot: DocumentSnapshot): StoredLog | null {
  const stored = parseDocument(logDocument, snapshot);
  return stored && { ...stored, edge: stored.edge.map((text) => splitHashes(decodeBase64(text))) };
}

const createLog = (ledgerId: string): StoredLog => ({
  ...createEmptyLog(ledgerId),
  checkpoint: null,
  verifierKey: null,
});

/** An empty log if none is stored for this ledger. */
function parseLedgerLog(snapshot: DocumentSnapshot, ledgerId: string): StoredLog {
  const stored = parseLog(snapshot);
  return stored?.ledgerId === ledgerId ? stored : createLog(ledgerId);
}

const tilePath = ({ level, index }: Pick<FullTile, 'level' | 'index'>) =>
  `logTiles/${level}-${index}`;

const toTileWrite = (tile: FullTile, ledgerId: string): Write => ({
  path: tilePath(tile),
  data: { ledgerId, hashes: encodeHashes(tile.hashes) },
  once: false,
});

/** Keeps the last signed checkpoint if there is no signer. */
function signCheckpoint(log: Log, previous: StoredLog, signer: NoteSigner | undefined) {
  const { checkpoint, verifierKey } = previous;
  if (!signer) return { checkpoint, verifierKey };
  const origin = originOf(log.ledgerId);
  const text = formatCheckpoint({ origin, size: log.size, root: getLogRoot(log) });
  return {
    checkpoint: signer.signNote(origin, text),
    verifierKey: signer.createVerifierKey(origin),
  };
}

function toGrowthWrites(
  previous: StoredLog,
  leaves: readonly Uint8Array[],
  signer: NoteSigner | undefined,
): Write[] {
  const { log, tiles } = growLog(previous, leaves);
  const { ledgerId, size, edge } = log;
  const signedFields = signCheckpoint(log, previous, signer);
  const data = { ledgerId, size, edge: edge.map(encodeHashes), ...signedFields };
  return [
    ...tiles.map((tile) => toTileWrite(tile, ledgerId)),
    { path: LOG_PATH, data, once: false },
  ];
}

export interface LogGrowth {
  readonly ledgerId: string;
  /** In ledger order, without gaps. */
  readonly entries: readonly LedgerEntry[];
  /** Without one, the log grows but gets no new checkpoint. */
  readonly signer: NoteSigner | undefined;
}

/**
 * Appends entries to the log, in the transaction that writes them to the ledger. Returns no writes
 * if the log lacks earlier entries, which {@link completeLog} must add first.
 * @param snapshot of {@link LOG_PATH}
 */
export function toLogWrites(
  snapshot: DocumentSnapshot,
  { ledgerId, entries, signer }: LogGrowth,
): Write[] {
  const [firstEntry] = entries;
  const log = parseLedgerLog(snapshot, ledgerId);
  return firstEntry?.seq === log.size ? toGrowthWrites(log, entries.map(toLeaf), signer) : [];
}

export const toFullLogWrites = ({ ledgerId, entries, signer }: LogGrowth): Write[] =>
  toGrowthWrites(createLog(ledgerId), entries.map(toLeaf), signer);

/** Keeps unknown fields, because the hash covers every stored field. */
const storedEntrySchema = z.record(z.string(), z.json());

const buildEntriesQuery = (database: Firestore, firstSeq: number, count: number) =>
  database
    .collection('ledger')
    .where('seq', '>=', firstSeq)
    .where('seq', '<', firstSeq + count)
    .orderBy('seq', 'asc');

async function copyEntries(
  transaction: Transaction,
  database: Firestore,
  signer: NoteSigner | undefined,
): Promise<boolean> {
  const [headSnapshot, stored] = await readAll(
    transaction,
    database.doc(HEAD_PATH),
    database.doc(LOG_PATH),
  );
  const head = parseDocument(ledgerHeadDocument, headSnapshot);
  if (!head) return true;
  const log = parseLedgerLog(stored, head.ledgerId);
  if (log.size > head.seq) return true;
  const count = Math.min(MAX_ENTRIES_PER_COPY, head.seq + 1 - log.size);
  const { docs } = await transaction.get(buildEntriesQuery(database, log.size, count));
  if (docs.length !== count) throw new Error(`The ledger lacks entries from ${log.size} on`);
  const isComplete = log.size + count > head.seq;
  const leaves = docs.map((document) => toLeaf(parseDocument(storedEntrySchema, document)));
  applyWrites(transaction, database, toGrowthWrites(log, leaves, isComplete ? signer : undefined));
  return isComplete;
}

/**
 * Adds ledger entries that the log lacks, for example after its loss. Signs a checkpoint only once
 * the log is complete, so that no old entry seems to follow a new one. Long ledgers take several
 * runs.
 */
export async function completeLog(database: Firestore, signer?: NoteSigner): Promise<void> {
  for (let copies = 0; copies < MAX_COPIES_PER_RUN; copies += 1)
    if (await database.runTransaction((transaction) => copyEntries(transaction, database, signer)))
      return;
}

export interface NewestCheckpoint {
  /** Signed note; null before the first one. */
  readonly checkpoint: string | null;
  readonly ledger: LogHead | null;
}

function parseNewestCheckpoint([
  headSnapshot,
  stored,
]: readonly DocumentSnapshot[]): NewestCheckpoint {
  const head = headSnapshot && parseDocument(ledgerHeadDocument, headSnapshot);
  const checkpoint = (stored && parseLog(stored))?.checkpoint ?? null;
  if (!head || checkpoint === null) return { checkpoint, ledger: null };
  const { origin, size, root } = parseCheckpoint(parseSignedNote(checkpoint).text);
  if (size <= head.seq || origin !== originOf(head.ledgerId)) return { checkpoint, ledger: null };
  const at = new Date(head.at).toISOString();
  return { checkpoint, ledger: { ledgerId: head.ledgerId, size, root: encodeBase64(root), at } };
}

export async function readNewestCheckpoint(database: Firestore): Promise<NewestCheckpoint> {
  const references = [HEAD_PATH, LOG_PATH].map((path) => database.doc(path));
  const newest = parseNewestCheckpoint(await database.getAll(...references));
  if (newest.checkpoint === null || newest.ledger !== null) return newest;
  // A publication may have come between the two reads, so repeat them in a transaction.
  const readOnlyOptions = { readOnly: true } as const;
  return parseNewestCheckpoint(
    await database.runTransaction(
      (transaction) => transaction.getAll(...references),
      readOnlyOptions,
    ),
  );
}

export const readLog = async (database: Firestore): Promise<StoredLog | null> =>
  parseLog(await database.doc(LOG_PATH).get());

async function readTileHashes(
  database: Firestore,
  { ledgerId, size, edge }: Log,
  tile: Pick<FullTile, 'level' | 'index'>,
): Promise<readonly Hash[]> {
  if (getTileWidth(size, tile) < TILE_WIDTH) return edge[tile.level] ?? [];
  const path = tilePath(tile);
  const stored = parseDocument(logTileDocument, await database.doc(path).get());
  if (stored?.ledgerId !== ledgerId)
    throw new Error(`${path} doesn’t belong to the ledger ${ledgerId}`);
  return splitHashes(decodeBase64(stored.hashes));
}

export const readTile = async (
  database: Firestore,
  log: Log,
  { width, ...tile }: Pick<FullTile, 'level' | 'index'> & { readonly width: number },
): Promise<Uint8Array> => joinHashes((await readTileHashes(database, log, tile)).slice(0, width));

export async function readEntryBundle(
  database: Firestore,
  { index, width }: { readonly index: number; readonly width: number },
): Promise<Uint8Array> {
  const { docs } = await buildEntriesQuery(database, index * TILE_WIDTH, width).get();
  if (docs.length !== width) throw new Error(`The ledger lacks entries of bundle ${index}`);
  return encodeBundle(docs.map((document) => toLeaf(parseDocument(storedEntrySchema, document))));
}

async function readHashes(
  database: Firestore,
  log: Log,
  subtrees: readonly Subtree[],
): Promise<HashAt> {
  const parts = subtrees.map(getTilePart);
  const uniqueTiles = new Map(
    parts.map(({ level, index }) => [`${level}-${index}`, { level, index }]),
  );
  const tiles = new Map<string, readonly Hash[]>();
  await Promise.all(
    [...uniqueTiles].map(async ([name, tile]) =>
      tiles.set(name, await readTileHashes(database, log, tile)),
    ),
  );
  return createTileHasher((level, index) => tiles.get(`${level}-${index}`) ?? []);
}

/** Proves that the log of `newer` entries extends the one of `older`. */
export async function readConsistency(
  database: Firestore,
  log: Log,
  { older, newer }: { readonly older: number; readonly newer: number },
): Promise<Hash[]> {
  const subtrees = listConsistencyRanges(older, newer).flatMap(listSubtrees);
  return buildConsistencyProof(older, newer, await readHashes(database, log, subtrees));
}

/** The entry's bytes, and the proof that the log includes it at `size` entries. */
export async function readInclusion(
  database: Firestore,
  log: Log,
  { index, size }: { readonly index: number; readonly size: number },
): Promise<{ readonly leaf: Uint8Array; readonly proof: readonly Hash[] }> {
  const subtrees = listInclusionRanges(index, size).flatMap(listSubtrees);
  const [{ docs }, hashAt] = await Promise.all([
    buildEntriesQuery(database, index, 1).get(),
    readHashes(database, log, subtrees),
  ]);
  const [stored] = docs;
  if (!stored) throw new Error(`The ledger lacks entry ${index}`);
  const leaf = toLeaf(parseDocument(storedEntrySchema, stored));
  return { leaf, proof: buildInclusionProof(index, size, hashAt) };
}
