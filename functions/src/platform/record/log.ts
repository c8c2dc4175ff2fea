import type { LogHead } from '@quantalgo/contracts/record/endpoints';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { base64Of } from '@quantalgo/contracts/record/log/base64';
import {
  checkpointOf,
  checkpointText,
  signedNoteOf,
} from '@quantalgo/contracts/record/log/checkpoint';
import { entryBundle, leafOf } from '@quantalgo/contracts/record/log/entryBundle';
import {
  consistencyProof,
  consistencyRanges,
  inclusionProof,
  inclusionRanges,
} from '@quantalgo/contracts/record/log/proofs';
import {
  hashesFrom,
  hashesOf,
  tileBytes,
  tilePartOf,
  TILE_WIDTH,
  widthIn,
} from '@quantalgo/contracts/record/log/tiles';
import {
  type Hash,
  type HashAt,
  type Subtree,
  subtreesOf,
} from '@quantalgo/contracts/record/log/tree';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { ledgerHeadDocument, logDocument, logTileDocument } from '../../collections/record';
import {
  emptyLog,
  type FullTile,
  grown,
  type Log,
  logRoot,
  originOf,
} from '../../domain/record/log';
import { parseDocument, readAll } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { applyIn, HEAD_PATH, type Write } from './ledger';

export const LOG_PATH = 'logs/current';

/** Most entries that one transaction carries over from a ledger that its log lags behind. */
const CARRIED_AT_ONCE = 500;

/** Most such transactions in one run; the next one continues. */
const MAX_CARRIES = 20;

/** The log as stored, with its newest signed checkpoint and the key that checks it. */
export type StoredLog = Log & Omit<z.infer<typeof logDocument>, keyof Log>;

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

const textOf = (hashes: readonly Hash[]) => Buffer.from(tileBytes(hashes)).toString('base64');

/** The log from its snapshot; null where there is none. */
function storedLog(snapshot: DocumentSnapshot): StoredLog | null {
  const stored = parseDocument(logDocument, snapshot);
  return stored && { ...stored, edge: stored.edge.map((text) => hashesOf(bytesOf(text))) };
}

const noLog = (ledgerId: string): StoredLog => ({
  ...emptyLog(ledgerId),
  checkpoint: null,
  verifierKey: null,
});

/** The stored log of a ledger; without entries where it hasn't begun, or another ledger's is stored. */
function logOf(snapshot: DocumentSnapshot, ledgerId: string): StoredLog {
  const stored = storedLog(snapshot);
  return stored?.ledgerId === ledgerId ? stored : noLog(ledgerId);
}

const tilePathOf = ({ level, index }: Pick<FullTile, 'level' | 'index'>) =>
  `logTiles/${level}-${index}`;

const tileWrite = (tile: FullTile, ledgerId: string): Write => ({
  path: tilePathOf(tile),
  data: { ledgerId, hashes: textOf(tile.hashes) },
  once: false,
});

/** A checkpoint of the log, signed where there is a key; otherwise the last one that was signed. */
function newCheckpoint(log: Log, before: StoredLog, signer: NoteSigner | undefined) {
  const { checkpoint, verifierKey } = before;
  if (!signer) return { checkpoint, verifierKey };
  const origin = originOf(log.ledgerId);
  const text = checkpointText({ origin, size: log.size, root: logRoot(log) });
  return { checkpoint: signer.note(origin, text), verifierKey: signer.verifierKey(origin) };
}

/** The writes of a log that grows by these leaves, with one new checkpoint where there is a signer. */
function growthWrites(
  before: StoredLog,
  leaves: readonly Uint8Array[],
  signer: NoteSigner | undefined,
): Write[] {
  const { log, tiles } = grown(before, leaves);
  const { ledgerId, size, edge } = log;
  const signed = newCheckpoint(log, before, signer);
  const data = { ledgerId, size, edge: edge.map(textOf), ...signed };
  return [...tiles.map((tile) => tileWrite(tile, ledgerId)), { path: LOG_PATH, data, once: false }];
}

/** What a log grows by. */
export interface Growth {
  readonly ledgerId: string;
  /** In the ledger's order, without a gap. */
  readonly entries: readonly LedgerEntry[];
  /** Absent where the deployment has no key: the log then grows without a new checkpoint. */
  readonly signer: NoteSigner | undefined;
}

/**
 * The writes that append a ledger's new entries to its log, for the transaction that writes those: one document, and one
 * more for each tile that became full. None where the log lacks earlier entries, which {@link carryLog} adds first.
 * @param snapshot of {@link LOG_PATH}
 */
export function logWrites(
  snapshot: DocumentSnapshot,
  { ledgerId, entries, signer }: Growth,
): Write[] {
  const [first] = entries;
  const log = logOf(snapshot, ledgerId);
  return first?.seq === log.size ? growthWrites(log, entries.map(leafOf), signer) : [];
}

/** The writes of a whole ledger’s log. */
export const wholeLogWrites = ({ ledgerId, entries, signer }: Growth): Write[] =>
  growthWrites(noLog(ledgerId), entries.map(leafOf), signer);

/** An entry as stored, with all of its fields, as its hash is of all of them. */
const storedEntry = z.record(z.string(), z.json());

const entriesFrom = (database: Firestore, first: number, count: number) =>
  database
    .collection('ledger')
    .where('seq', '>=', first)
    .where('seq', '<', first + count)
    .orderBy('seq', 'asc');

/** Carries some entries over. Returns whether the log then has all. */
async function carrySome(
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
  const log = logOf(stored, head.ledgerId);
  if (log.size > head.seq) return true;
  const count = Math.min(CARRIED_AT_ONCE, head.seq + 1 - log.size);
  const { docs } = await transaction.get(entriesFrom(database, log.size, count));
  if (docs.length !== count) throw new Error(`The ledger lacks entries after ${log.size}`);
  const isWhole = log.size + count > head.seq;
  const leaves = docs.map((document) => leafOf(storedEntry.parse(document.data())));
  applyIn(transaction, database, growthWrites(log, leaves, isWhole ? signer : undefined));
  return isWhole;
}

/**
 * Adds to the log the entries of its ledger that it lacks, as after the log was lost. The same entries always make the same
 * log. No checkpoint is signed before it has all, so nobody sees an old entry come after a new one. Long ledgers take
 * several runs.
 */
export async function carryLog(database: Firestore, signer?: NoteSigner): Promise<void> {
  for (let carries = 0; carries < MAX_CARRIES; carries += 1)
    if (await database.runTransaction((one) => carrySome(one, database, signer))) return;
}

/** The newest signed checkpoint of the log. */
export interface NewestCheckpoint {
  /** The note; null before the first. */
  readonly checkpoint: string | null;
  /** The ledger that it states; null where it lacks entries of it. */
  readonly ledger: LogHead | null;
}

function newestIn([headSnapshot, stored]: readonly DocumentSnapshot[]): NewestCheckpoint {
  const head = headSnapshot && parseDocument(ledgerHeadDocument, headSnapshot);
  const checkpoint = (stored && storedLog(stored))?.checkpoint ?? null;
  if (!head || checkpoint === null) return { checkpoint, ledger: null };
  const { origin, size, root } = checkpointOf(signedNoteOf(checkpoint).text);
  if (size <= head.seq || origin !== originOf(head.ledgerId)) return { checkpoint, ledger: null };
  const at = new Date(head.at).toISOString();
  return { checkpoint, ledger: { ledgerId: head.ledgerId, size, root: base64Of(root), at } };
}

/** The newest signed checkpoint, beside the ledger's head of the same moment. */
export async function readNewestCheckpoint(database: Firestore): Promise<NewestCheckpoint> {
  const references = [HEAD_PATH, LOG_PATH].map((path) => database.doc(path));
  const found = newestIn(await database.getAll(...references));
  if (found.checkpoint === null || found.ledger !== null) return found;
  // The two may have been read on either side of a publication.
  const atOnce = { readOnly: true } as const;
  return newestIn(
    await database.runTransaction((transaction) => transaction.getAll(...references), atOnce),
  );
}

/** The log as it is now; null before it began. */
export const readLog = async (database: Firestore): Promise<StoredLog | null> =>
  storedLog(await database.doc(LOG_PATH).get());

/** The hashes of a tile that the log has: from its edge, or from the tile's own document. */
async function tileHashes(
  database: Firestore,
  { ledgerId, size, edge }: Log,
  tile: Pick<FullTile, 'level' | 'index'>,
): Promise<readonly Hash[]> {
  if (widthIn(size, tile) < TILE_WIDTH) return edge[tile.level] ?? [];
  const path = tilePathOf(tile);
  const stored = parseDocument(logTileDocument, await database.doc(path).get());
  if (stored?.ledgerId !== ledgerId) throw new Error(`${path} is not of the ledger ${ledgerId}`);
  return hashesOf(bytesOf(stored.hashes));
}

/** The first `width` hashes of a tile of the log; it must have as many. */
export const readTile = async (
  database: Firestore,
  log: Log,
  { width, ...tile }: Pick<FullTile, 'level' | 'index'> & { readonly width: number },
): Promise<Uint8Array> => tileBytes((await tileHashes(database, log, tile)).slice(0, width));

/**
 * The first `width` entries of a bundle; the ledger must have as many.
 * @throws Error where one is missing
 */
export async function readEntryBundle(
  database: Firestore,
  { index, width }: { readonly index: number; readonly width: number },
): Promise<Uint8Array> {
  const { docs } = await entriesFrom(database, index * TILE_WIDTH, width).get();
  if (docs.length !== width) throw new Error(`The ledger lacks entries of bundle ${index}`);
  return entryBundle(docs.map((document) => leafOf(storedEntry.parse(document.data()))));
}

/** The hashes of complete subtrees of the log, which must have them all: each tile is read once. */
async function readHashes(
  database: Firestore,
  log: Log,
  subtrees: readonly Subtree[],
): Promise<HashAt> {
  const parts = subtrees.map(tilePartOf);
  const named = new Map(parts.map(({ level, index }) => [`${level}-${index}`, { level, index }]));
  const tiles = new Map<string, readonly Hash[]>();
  await Promise.all(
    [...named].map(async ([name, tile]) => tiles.set(name, await tileHashes(database, log, tile))),
  );
  return hashesFrom((level, index) => tiles.get(`${level}-${index}`) ?? []);
}

/** The hashes that prove the log of `newer` entries to begin with the one of `older`; it must have as many. */
export async function readConsistency(
  database: Firestore,
  log: Log,
  { older, newer }: { readonly older: number; readonly newer: number },
): Promise<Hash[]> {
  const subtrees = consistencyRanges(older, newer).flatMap(subtreesOf);
  return consistencyProof(older, newer, await readHashes(database, log, subtrees));
}

/** An entry's bytes, with the hashes that prove it to be in the log of `size` entries; it must have as many. */
export async function readInclusion(
  database: Firestore,
  log: Log,
  { index, size }: { readonly index: number; readonly size: number },
): Promise<{ readonly leaf: Uint8Array; readonly proof: readonly Hash[] }> {
  const subtrees = inclusionRanges(index, size).flatMap(subtreesOf);
  const [{ docs }, hashAt] = await Promise.all([
    entriesFrom(database, index, 1).get(),
    readHashes(database, log, subtrees),
  ]);
  const [stored] = docs;
  if (!stored) throw new Error(`The ledger lacks entry ${index}`);
  const leaf = leafOf(storedEntry.parse(stored.data()));
  return { leaf, proof: inclusionProof(index, size, hashAt) };
}
