import { journalDocumentSchema, type JournalRecord } from '@quantalgo/contracts/journal/entry';
import type { PostedEmbed, WantedEmbed } from '@quantalgo/contracts/network/post';
import { dayOfSlot } from '@quantalgo/contracts/record/inventory';
import { FieldPath, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import { readTable } from '../leaderboard/packs';
import { readPublisher, readRow } from '../leaderboard/publish';

/** The caller's own published configuration as its row stands; null where they published none with this id. */
async function configurationOf(
  firestore: Firestore,
  uid: string,
  id: string,
): Promise<PostedEmbed | null> {
  const { publications } = await readPublisher(firestore, uid);
  if (!publications.some((publication) => publication.id === id)) return null;
  const [row, { tried }] = await Promise.all([readRow(firestore, id), readTable(firestore)]);
  return row && { kind: 'configuration', row, tried };
}

const stakesOf = ({ status, trades }: JournalRecord): number =>
  status === 'taken' ? trades.reduce((sum, { stake }) => sum + (stake ?? 0), 0) : 0;

/** A UTC day (`20261120`) of a journal, in counts; null where nothing was taken, played on paper or left out. */
function countedDay(day: string, entries: readonly JournalRecord[]): PostedEmbed | null {
  const ofDay = entries.filter(({ slot }) => dayOfSlot(slot) === day);
  const count = (wanted: JournalRecord['status']) =>
    ofDay.filter(({ status }) => status === wanted).length;
  const [taken, paper, skipped] = [count('taken'), count('paper'), count('skipped')];
  if (taken + paper + skipped === 0) return null;
  const staked = ofDay.reduce((sum, entry) => sum + stakesOf(entry), 0);
  return { kind: 'journal-day', day, taken, paper, skipped, staked };
}

/** Comes after every slot of a day. */
const AFTER_ALL = '~';

async function dayOf(
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
  return countedDay(day, entries);
}

/**
 * What a member embeds in a post, from their stored data; null if it doesn't exist. Members can embed only their own data,
 * so erasing the author erases it with the post.
 */
export const postedEmbed = (
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
  wanted: WantedEmbed,
): Promise<PostedEmbed | null> =>
  wanted.kind === 'configuration'
    ? configurationOf(firestore, uid, wanted.id)
    : dayOf(firestore, transaction, { uid, day: wanted.day });
