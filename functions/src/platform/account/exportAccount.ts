import {
  proofDocumentSchema,
  setupDocumentSchema,
  ticketDocumentSchema,
  toSetup,
  toTicket,
  toUser,
  type AccountData,
} from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore, Query } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { reasonFor } from '../../domain/account/words';
import type { Bucket } from '../firebase';
import { parseDocument } from '../parseDocument';
import { listPushDevices } from '../push/ofMember';
import { UPLOAD_KINDS } from '../proofs/uploads';
import type { Secrets } from '../secrets';
import type { Session } from '../sessions/sessions';
import { MemberGone, userOf, userRef } from '../users/users';
import { readAccessEvents } from './accessEvents';
import { listDevices } from './devices';
import { listMails } from './mails';
import { listRemembered } from './remembered';

interface Deps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly bucket: Bucket;
  readonly secrets: Secrets;
}

const iso = (at: number) => new Date(at).toISOString();

/** What members told of themselves when they signed up; staff and early accounts did not. */
const detailsSchema = z.object({
  phone: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
  telegram: z.optional(z.nullable(z.string())),
});

async function readMember(firestore: Firestore, uid: string) {
  const document = await userRef(firestore, uid).get();
  const record = userOf(document);
  const details = parseDocument(detailsSchema, document);
  if (!record) throw new MemberGone(`There is no member ${uid} any more`);
  const { phone = null, country = null, telegram = null } = details ?? {};
  return { record, user: { ...toUser(uid, record), phone, country, telegram } };
}

/** Each entry of a query as its document, parsed. */
async function parsed<S extends z.ZodMiniType>(query: Query, schema: S) {
  const { docs } = await query.get();
  return docs.flatMap((document) => {
    const data = parseDocument(schema, document);
    return data === null ? [] : [{ id: document.id, data }];
  });
}

async function readDocuments(firestore: Firestore, uid: string) {
  const newest = (collection: string) =>
    firestore.collection(collection).where('uid', '==', uid).orderBy('createdAt', 'desc');
  const [proofs, setups, tickets] = await Promise.all([
    parsed(newest('proofs'), proofDocumentSchema),
    parsed(newest('setups'), setupDocumentSchema),
    parsed(newest('tickets'), ticketDocumentSchema),
  ]);
  return {
    proofs: proofs.map(({ id, data: { createdAt, updatedAt, traderId, state, reason } }) => ({
      ...{ id, traderId, state, reason },
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
    })),
    setups: setups.map(({ id, data }) => toSetup(id, data)),
    tickets: tickets.map(({ id, data }) => toTicket(id, data)),
  };
}

/** What lies in the file store of a member. */
async function listFiles(bucket: Bucket, uid: string): Promise<AccountData['files']> {
  const found = await Promise.all(
    UPLOAD_KINDS.map(({ folder }) => bucket.getFiles({ prefix: `${folder}/${uid}/` })),
  );
  return found.flatMap(([files]) =>
    files.map(({ name, metadata }) => ({
      path: name,
      type: metadata.contentType ?? 'application/octet-stream',
      bytes: Number(metadata.size ?? 0),
      uploadedAt: iso(Date.parse(metadata.timeCreated ?? '') || 0),
    })),
  );
}

async function readEvents(firestore: Firestore, uid: string): Promise<AccountData['accessEvents']> {
  const events = await readAccessEvents(firestore, uid);
  return events.map(({ at, by, reason, before, after }) => ({
    at: iso(at),
    by: by === uid ? 'member' : 'staff',
    reason: reasonFor(uid, reason),
    before,
    after,
  }));
}

/**
 * All that is kept about a member, but for the signals that they received.
 * @param now epoch ms
 * @throws MemberGone
 */
export async function exportAccount(
  deps: Deps,
  session: Session,
  now: number,
): Promise<AccountData> {
  const { firestore, bucket } = deps;
  const { uid } = session;
  const { record, user } = await readMember(firestore, uid);
  const [documents, files, accessEvents, devices, pushDevices, mails, remembered] =
    await Promise.all([
      readDocuments(firestore, uid),
      listFiles(bucket, uid),
      readEvents(firestore, uid),
      listDevices(deps, session),
      listPushDevices(firestore, uid),
      listMails(firestore, uid, record.email),
      listRemembered(deps, uid, record.email),
    ]);
  return {
    format: 'account-archive/1',
    exportedAt: iso(now),
    user,
    ...documents,
    files,
    accessEvents,
    devices,
    pushDevices,
    mails,
    remembered,
  };
}
