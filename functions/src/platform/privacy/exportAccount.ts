import { toUser } from '@quantalgo/contracts/account/member';
import { toIso } from '@quantalgo/contracts/core/time';
import { liveNoteDocumentSchema, toLiveNote } from '@quantalgo/contracts/live/session';
import { postDocumentSchema, toPost } from '@quantalgo/contracts/network/post';
import type { AccountData, ArchivePart } from '@quantalgo/contracts/privacy/archive';
import {
  proofDocumentSchema,
  setupDocumentSchema,
  toSetup,
} from '@quantalgo/contracts/submissions/submission';
import { ticketDocumentSchema, toTicket } from '@quantalgo/contracts/tickets/ticket';
import {
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { EVERY_COLLECTION } from '../../collections/collections';
import type { Owner } from '../../collections/collection';
import { mailDocument } from '../../collections/account';
import { redactReason, toServedEvent } from '../../domain/account/account';
import { telegramChatDocument } from '../../collections/telegram';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { readLearning } from '../vault/learning';
import { readMemberSubscriptions, toPushDevice } from '../auth/pushSubscriptions';
import { readAccessEvents } from '../access/accessEvents';
import { addressKey } from '../auth/addresses';
import { listDevices, type Session } from '../auth/sessions';
import { toServedProof } from '../account/ownDocuments';
import { MemberGoneError, readUser } from '../account/users';
import { readBots } from '../bots/bots';
import { readPublisher } from '../leaderboard/publish';
import { FILE_FOLDERS } from '../../collections/submissions';

interface Deps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
}

async function readMember(firestore: Firestore, uid: string) {
  const record = await readUser(firestore, uid);
  if (!record) throw new MemberGoneError();
  // The archive has these fields even if the member never gave them.
  const { phone = null, country = null, telegram = null, ...user } = toUser(uid, record);
  return { record, user: { ...user, phone, country, telegram } };
}

async function readConverted<S extends z.ZodMiniType, T>(
  query: Query,
  schema: S,
  convert: (id: string, data: z.output<S>) => T,
): Promise<T[]> {
  const { docs } = await query.get();
  return docs.flatMap((document) => {
    const data = parseDocument(schema, document);
    return data === null ? [] : [convert(document.id, data)];
  });
}

async function readPublished(firestore: Firestore, uid: string) {
  const { name, publications } = await readPublisher(firestore, uid);
  return {
    name,
    publications: publications.map(({ publishedAt, withdrawnAt, ...publication }) => ({
      ...publication,
      publishedAt: toIso(publishedAt),
      withdrawnAt: withdrawnAt === null ? null : toIso(withdrawnAt),
    })),
  };
}

async function readDocuments(firestore: Firestore, uid: string) {
  const buildOwnQuery = (collection: string) =>
    firestore.collection(collection).where('uid', '==', uid);
  const buildNewestQuery = (collection: string) =>
    buildOwnQuery(collection).orderBy('createdAt', 'desc');
  const [
    proofs,
    setups,
    tickets,
    bots,
    published,
    learning,
    posts,
    messages,
    telegramChats,
    questions,
  ] = await Promise.all([
    readConverted(buildNewestQuery('proofs'), proofDocumentSchema, toServedProof),
    readConverted(buildNewestQuery('setups'), setupDocumentSchema, toSetup),
    readConverted(buildNewestQuery('tickets'), ticketDocumentSchema, toTicket),
    readBots(firestore, uid),
    readPublished(firestore, uid),
    readLearning(firestore, uid),
    readConverted(buildOwnQuery('posts'), postDocumentSchema, toPost),
    readConverted(buildOwnQuery('messages'), postDocumentSchema, toPost),
    readConverted(buildOwnQuery('telegramChats'), telegramChatDocument, (chat, { linkedAt }) => ({
      chat,
      linkedAt: toIso(linkedAt),
    })),
    readConverted(buildOwnQuery('liveNotes'), liveNoteDocumentSchema, toLiveNote),
  ]);
  return {
    proofs,
    setups,
    tickets,
    bots,
    published,
    learning,
    posts,
    messages,
    telegramChats,
    questions,
  };
}

async function listFiles(bucket: Bucket, uid: string): Promise<AccountData['files']> {
  const listings = await Promise.all(
    FILE_FOLDERS.map((folder) => bucket.getFiles({ prefix: `${folder}/${uid}/` })),
  );
  return listings.flatMap(([files]) =>
    files.map(({ name, metadata }) => ({
      path: name,
      type: metadata.contentType ?? 'application/octet-stream',
      bytes: Number(metadata.size ?? 0),
      uploadedAt: toIso(Date.parse(metadata.timeCreated ?? '') || 0),
    })),
  );
}

async function readEvents(firestore: Firestore, uid: string): Promise<AccountData['accessEvents']> {
  const events = await readAccessEvents(firestore, uid);
  return events.map(toServedEvent).map(({ at, by, reason, before, after }) => ({
    at: toIso(at),
    by: by === uid ? 'member' : 'staff',
    reason: redactReason(uid, reason),
    before,
    after,
  }));
}

export async function exportAccount(
  deps: Deps,
  session: Session,
  now: number,
): Promise<AccountData> {
  const { firestore, bucket } = deps;
  const { uid } = session;
  const { record, user } = await readMember(firestore, uid);
  const [documents, files, accessEvents, devices, pushDevices, mails, retainedData] =
    await Promise.all([
      readDocuments(firestore, uid),
      listFiles(bucket, uid),
      readEvents(firestore, uid),
      listDevices(deps.firestore, session, now),
      exportPushDevices(firestore, uid),
      listEmails(firestore, uid, record.email),
      listRetainedData(firestore, uid, record.email),
    ]);
  const archiveParts = { user, ...documents, files, accessEvents, devices, pushDevices, mails };
  return {
    format: 'account-archive/1',
    exportedAt: toIso(now),
    // The member's device fetches the journal in pages.
    ...(archiveParts satisfies Pick<AccountData, Exclude<ArchivePart, 'journal'>>),
    remembered: retainedData,
  };
}

type RetainedData = AccountData['remembered'];

const MAX_RETAINED_DOCUMENTS = 500;

function toRetainedEntry(description: string, document: DocumentSnapshot): RetainedData[number] {
  const until: unknown = document.get('expireAt');
  return {
    what: description,
    until: until instanceof Timestamp ? until.toDate().toISOString() : null,
  };
}

const RETAINED_COLLECTIONS = EVERY_COLLECTION.flatMap(([name, { member }]) =>
  member && 'remembered' in member.export
    ? [{ name, by: member.by, what: member.export.remembered }]
    : [],
).sort((a, b) => (a.what < b.what ? -1 : 1));

/** Data that expires by itself, such as digests of codes and idempotency keys. */
async function listRetainedData(
  firestore: Firestore,
  uid: string,
  email: string,
): Promise<RetainedData> {
  const ids = new Map<Owner, string>([
    ['id', uid],
    ['address', addressKey(email)],
  ]);
  const lists = await Promise.all(
    RETAINED_COLLECTIONS.map(async ({ name, by, what }) => {
      const id = ids.get(by);
      const collection = firestore.collection(name);
      if (id === undefined) {
        const memberQuery = collection.where('uid', '==', uid).limit(MAX_RETAINED_DOCUMENTS);
        const { docs } = await memberQuery.get();
        return docs.map((document) => toRetainedEntry(what, document));
      }
      const document = await collection.doc(id).get();
      return document.exists ? [toRetainedEntry(what, document)] : [];
    }),
  );
  return lists.flat();
}

async function exportPushDevices(
  firestore: Firestore,
  uid: string,
): Promise<AccountData['pushDevices']> {
  const rows = await readMemberSubscriptions(firestore, uid);
  return rows.map((row) => {
    const { preferences, pausedUntil } = toPushDevice(row);
    return {
      service: new URL(row.endpoint).host,
      zone: row.zone,
      preferences,
      pausedUntil,
      createdAt: toIso(row.createdAt),
      seenAt: toIso(row.seenAt),
    };
  });
}

const emailSchema = z.pick(mailDocument, {
  template: true,
  to: true,
  state: true,
  createdAt: true,
});

/** Emails to the member's address or tagged with the member's uid, without duplicates. */
export async function readMemberEmails(
  firestore: Firestore,
  uid: string,
  email: string,
): Promise<QueryDocumentSnapshot[]> {
  const emails = firestore.collection('mail');
  const [byAddress, byUid] = await Promise.all([
    emails.where('to', '==', email).get(),
    emails.where('uid', '==', uid).get(),
  ]);
  return [...new Map([...byAddress.docs, ...byUid.docs].map((mail) => [mail.id, mail])).values()];
}

async function listEmails(
  firestore: Firestore,
  uid: string,
  email: string,
): Promise<AccountData['mails']> {
  const documents = await readMemberEmails(firestore, uid, email);
  const emails = documents.map((mail) => parseDocument(emailSchema, mail));
  emails.sort((a, b) => a.createdAt - b.createdAt);
  return emails.map(({ createdAt, ...mail }) => ({
    ...mail,
    createdAt: new Date(createdAt).toISOString(),
  }));
}
