import { JOURNAL_PAGE_SIZE } from '@quantalgo/contracts/journal/endpoints';
import {
  JOURNAL_LIMITS,
  type JournalEntry,
  journalDocumentSchema,
  type JournalRecord,
  type JournalWrite,
  toJournalEntry,
} from '@quantalgo/contracts/journal/entry';
import { applyWrite, isSameContent } from '@quantalgo/contracts/journal/write';
import { type Firestore, type Query, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { journalHeadDocument } from '../../collections/journal';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { requireMember } from '../account/users';

export const journalEntryRef = (firestore: Firestore, uid: string, slot: string) =>
  firestore.collection('journal').doc(`${uid}_${slot}`);

const headRef = (firestore: Firestore, uid: string) =>
  firestore.collection('journalHeads').doc(uid);

const buildChangesQuery = (firestore: Firestore, uid: string, after: number): Query =>
  firestore
    .collection('journal')
    .where('uid', '==', uid)
    .where('seq', '>', after)
    .orderBy('seq', 'asc');

/** Of JSON. Room for 500 entries with a usual note. */
const MAX_PAGE_CHARACTERS = 1_000_000;

/** At least one entry, if there are any. */
function limitPage(entries: readonly JournalEntry[]): JournalEntry[] {
  let characters = 0;
  return entries.filter((entry, index) => {
    characters += JSON.stringify(entry).length;
    return index === 0 || characters <= MAX_PAGE_CHARACTERS;
  });
}

export async function readJournal(
  firestore: Firestore,
  uid: string,
  after: number,
): Promise<{ entries: JournalEntry[]; next: number | null }> {
  const { docs } = await buildChangesQuery(firestore, uid, after).limit(JOURNAL_PAGE_SIZE).get();
  const entries = limitPage(
    docs.map((document) => toJournalEntry(parseDocument(journalDocumentSchema, document))),
  );
  const isLastPage = docs.length < JOURNAL_PAGE_SIZE && entries.length === docs.length;
  return { entries, next: isLastPage ? null : (entries.at(-1)?.seq ?? null) };
}

export class JournalFullError extends Error {
  override readonly name = 'JournalFullError';
}

interface WriteContext {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  readonly uid: string;
  readonly now: number;
}

async function readEntries(
  { firestore, transaction, uid }: WriteContext,
  writes: readonly JournalWrite[],
): Promise<(JournalRecord | null)[]> {
  const snapshots = await transaction.getAll(
    ...writes.map(({ id }) => journalEntryRef(firestore, uid, id)),
  );
  return snapshots.map((document) => parseDocument(journalDocumentSchema, document));
}

function applyToEntry(
  previous: JournalRecord | null,
  write: JournalWrite,
  { uid, now }: WriteContext,
  seq: number,
): JournalRecord {
  const content = applyWrite(previous, write);
  if (previous && isSameContent(previous, content)) return previous;
  return {
    uid,
    slot: write.id,
    ...content,
    conflicts: [...content.conflicts],
    seq,
    createdAt: previous?.createdAt ?? now,
    updatedAt: now,
  };
}

async function applyWrites(
  context: WriteContext,
  writes: readonly JournalWrite[],
  previousEntries: readonly (JournalRecord | null)[],
): Promise<JournalRecord[]> {
  const { firestore, transaction, uid } = context;
  const head = await transaction.get(headRef(firestore, uid));
  const { seq: lastSeq, entries } = parseDocument(journalHeadDocument, head) ?? {
    seq: 0,
    entries: 0,
  };
  let seq = lastSeq;
  const addedCount = previousEntries.filter((previous) => previous === null).length;
  if (addedCount > 0 && entries + addedCount > JOURNAL_LIMITS.entries)
    throw new JournalFullError(`A journal can have at most ${JOURNAL_LIMITS.entries} entries`);
  const records = writes.map((write, index) => {
    const previous = previousEntries[index] ?? null;
    const record = applyToEntry(previous, write, context, seq + 1);
    if (record !== previous) seq += 1;
    return record;
  });
  for (const record of records.filter((changed) => changed.seq > lastSeq))
    transaction.set(journalEntryRef(firestore, uid, record.slot), {
      ...record,
      createdAt: Timestamp.fromMillis(record.createdAt),
      updatedAt: Timestamp.fromMillis(record.updatedAt),
    });
  if (seq > lastSeq)
    transaction.set(headRef(firestore, uid), { seq, entries: entries + addedCount });
  return records;
}

/**
 * Applies all writes or none, once per call. A member's writes are numbered without gaps, so a
 * device that has one number has all before it.
 * @throws KeyReusedError, MemberGoneError, JournalFullError, TooManyConflictsError
 */
export async function writeJournal(
  firestore: Firestore,
  call: IdempotentCall,
  writes: readonly JournalWrite[],
  now: number,
): Promise<JournalEntry[]> {
  const { uid } = call;
  return firestore.runTransaction(async (transaction) => {
    const context = { firestore, transaction, uid, now };
    await requireMember(firestore, transaction, uid);
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const previousEntries = await readEntries(context, writes);
    if (isRepeatedCall)
      return previousEntries.flatMap((record) => (record ? [toJournalEntry(record)] : []));
    const records = await applyWrites(context, writes, previousEntries);
    rememberCall(firestore, transaction, call, now);
    return records.map(toJournalEntry);
  });
}
