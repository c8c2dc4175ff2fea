import { JOURNAL_PAGE } from '@quantalgo/contracts/journal/endpoints';
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
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { memberIn } from '../account/users';

export const journalEntryRef = (firestore: Firestore, uid: string, slot: string) =>
  firestore.collection('journal').doc(`${uid}_${slot}`);

const headRef = (firestore: Firestore, uid: string) =>
  firestore.collection('journalHeads').doc(uid);

/** A member's entries that changed after the place `after`, in order of change. */
export const changesAfter = (firestore: Firestore, uid: string, after: number): Query =>
  firestore
    .collection('journal')
    .where('uid', '==', uid)
    .where('seq', '>', after)
    .orderBy('seq', 'asc');

/** A page of a member's journal, from the entry after the place `after`; `next` is null on the last page. */
export async function readJournal(
  firestore: Firestore,
  uid: string,
  after: number,
): Promise<{ entries: JournalEntry[]; next: number | null }> {
  const { docs } = await changesAfter(firestore, uid, after).limit(JOURNAL_PAGE).get();
  const entries = docs.flatMap((document) => {
    const record = parseDocument(journalDocumentSchema, document);
    return record ? [toJournalEntry(record)] : [];
  });
  const last = docs.length < JOURNAL_PAGE ? undefined : entries.at(-1);
  return { entries, next: last?.seq ?? null };
}

/** A journal holds as many entries as it may. */
export class JournalFullError extends Error {
  override readonly name = 'JournalFullError';
}

interface Writing {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  readonly uid: string;
  /** Epoch ms. */
  readonly now: number;
}

/** The stored entries of the written slots, null where there is none. */
async function entriesIn(
  { firestore, transaction, uid }: Writing,
  writes: readonly JournalWrite[],
): Promise<(JournalRecord | null)[]> {
  const found = await transaction.getAll(
    ...writes.map(({ id }) => journalEntryRef(firestore, uid, id)),
  );
  return found.map((document) => parseDocument(journalDocumentSchema, document));
}

/** An entry after a write; the very same record where the write changes nothing. */
function written(
  before: JournalRecord | null,
  write: JournalWrite,
  { uid, now }: Writing,
  seq: number,
): JournalRecord {
  const content = applyWrite(before, write);
  if (before && isSameContent(before, content)) return before;
  return {
    uid,
    slot: write.id,
    ...content,
    besides: [...content.besides],
    seq,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
}

/** Applies all writes of a call to entries that the transaction has read. @throws JournalFullError @throws TooManyConflictsError */
async function applyAll(
  writing: Writing,
  writes: readonly JournalWrite[],
  befores: readonly (JournalRecord | null)[],
): Promise<JournalRecord[]> {
  const { firestore, transaction, uid } = writing;
  const head = await transaction.get(headRef(firestore, uid));
  const { seq: last, entries } = parseDocument(journalHeadDocument, head) ?? { seq: 0, entries: 0 };
  let seq = last;
  const added = befores.filter((before) => before === null).length;
  if (added > 0 && entries + added > JOURNAL_LIMITS.entries)
    throw new JournalFullError(`A journal can have at most ${JOURNAL_LIMITS.entries} entries`);
  const records = writes.map((write, index) => {
    const before = befores[index] ?? null;
    const record = written(before, write, writing, seq + 1);
    if (record !== before) seq += 1;
    return record;
  });
  for (const record of records.filter((one) => one.seq > last))
    transaction.set(journalEntryRef(firestore, uid, record.slot), {
      ...record,
      createdAt: Timestamp.fromMillis(record.createdAt),
      updatedAt: Timestamp.fromMillis(record.updatedAt),
    });
  if (seq > last) transaction.set(headRef(firestore, uid), { seq, entries: entries + added });
  return records;
}

/**
 * Writes entries of a member's journal, all or none, and once however often the call arrives. Writes of one member are
 * numbered without a gap, so that a device that knows a place misses none before it.
 * @param now epoch ms
 * @returns the entries as they are then
 * @throws KeyReusedError when the key was used for another call, MemberGoneError, JournalFullError, TooManyConflictsError
 */
export async function writeJournal(
  firestore: Firestore,
  call: IdempotentCall,
  writes: readonly JournalWrite[],
  now: number,
): Promise<JournalEntry[]> {
  const { uid } = call;
  return firestore.runTransaction(async (transaction) => {
    const writing = { firestore, transaction, uid, now };
    await memberIn(firestore, transaction, uid);
    const repeated = await isRepeated(firestore, transaction, call);
    const befores = await entriesIn(writing, writes);
    if (repeated) return befores.flatMap((record) => (record ? [toJournalEntry(record)] : []));
    const records = await applyAll(writing, writes, befores);
    rememberCall(firestore, transaction, call, now);
    return records.map(toJournalEntry);
  });
}
