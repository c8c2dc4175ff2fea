import { getSlotDay } from '@quantalgo/contracts/core/slots';
import { journalDocumentSchema, type JournalRecord } from '@quantalgo/contracts/journal/entry';
import type { PostedEmbed, EmbedReference } from '@quantalgo/contracts/network/post';
import { FieldPath, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import { readTable } from '../leaderboard/packs';
import { readPublisher, readPublishedRow } from '../leaderboard/publish';

async function readConfiguration(
  firestore: Firestore,
  uid: string,
  id: string,
): Promise<PostedEmbed | null> {
  const { publications } = await readPublisher(firestore, uid);
  if (!publications.some((publication) => publication.id === id)) return null;
  const [row, { tried }] = await Promise.all([
    readPublishedRow(firestore, id),
    readTable(firestore),
  ]);
  return row && { kind: 'configuration', row, tried };
}

const sumStakes = ({ status, trades }: JournalRecord): number =>
  status === 'taken' ? trades.reduce((sum, { stake }) => sum + (stake ?? 0), 0) : 0;

/** @param day UTC, such as `20261120` @returns null if the entries have no decision for that day */
function countDay(day: string, entries: readonly JournalRecord[]): PostedEmbed | null {
  const dayEntries = entries.filter(({ slot }) => getSlotDay(slot) === day);
  const count = (expected: JournalRecord['status']) =>
    dayEntries.filter(({ status }) => status === expected).length;
  const [taken, paper, skipped] = [count('taken'), count('paper'), count('skipped')];
  if (taken + paper + skipped === 0) return null;
  const staked = dayEntries.reduce((sum, entry) => sum + sumStakes(entry), 0);
  return { kind: 'journal-day', day, taken, paper, skipped, staked };
}

const PREFIX_END = '~';

async function readDay(
  firestore: Firestore,
  transaction: Transaction,
  { uid, day }: { readonly uid: string; readonly day: string },
): Promise<PostedEmbed | null> {
  const ids = firestore
    .collection('journal')
    .where(FieldPath.documentId(), '>=', `${uid}_${day}`)
    .where(FieldPath.documentId(), '<', `${uid}_${day}${PREFIX_END}`);
  const { docs } = await transaction.get(ids);
  const entries = docs.map((entry) => parseDocument(journalDocumentSchema, entry));
  return countDay(day, entries);
}

/**
 * Null if the member has nothing to embed. Members embed only their own data, because erasing them
 * must erase the embeds, too.
 */
export const readPostedEmbed = (
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
  request: EmbedReference,
): Promise<PostedEmbed | null> =>
  request.kind === 'configuration'
    ? readConfiguration(firestore, uid, request.id)
    : readDay(firestore, transaction, { uid, day: request.day });
