import { journalDocumentSchema, type JournalRecord } from '@quantalgo/contracts/journal/entry';
import type { PostedEmbed, EmbedReference } from '@quantalgo/contracts/network/post';
import { getSlotDay } from '@quantalgo/contracts/record/inventory';
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

/** UTC day (`20261120`); null if nothing was taken, played on paper or skipped. */
function countDay(day: string, entries: readonly JournalRecord[]): PostedEmbed | null {
  const dayEntries = entries.filter(({ slot }) => getSlotDay(slot) === day);
  const count = (expected: JournalRecord['status']) =>
    dayEntries.filter(({ status }) => status === expected).length;
  const [taken, paper, skipped] = [count('taken'), count('paper'), count('skipped')];
  if (taken + paper + skipped === 0) return null;
  const staked = dayEntries.reduce((sum, entry) => sum + sumStakes(entry), 0);
  return { kind: 'journal-day', day, taken, paper, skipped, staked };
}

const AFTER_ALL = '~';

async function readDay(
  firestore: Firestore,
  transaction: Transaction,
  { uid, day }: { readonly uid: string; readonly day: string },
): Promise<PostedEmbed | null> {
  const ids = firestore
    .collection('journal')
    .where(FieldPath.documentId(), '>=', `${uid}_${day}`)
    .where(FieldPath.documentId(), '<', `${uid}_${day}${AFTER_ALL}`);
  const { docs } = await transaction.get(ids);
  const entries = docs.flatMap((entry) => parseDocument(journalDocumentSchema, entry) ?? []);
  return countDay(day, entries);
}

/**
 * Null if it doesn't exist. Members embed only their own data, so erasing the author erases it with
 * the post.
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
