import {
  type DocumentReference,
  type Firestore,
  Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { pushDocument } from '../../documents';
import type { TemplateName } from '../../domain/mailTemplates';
import { parseDocument } from './documents';
import type { Sealer } from './secrets';

/** A mail to be sent. */
export interface MailOrder {
  readonly template: TemplateName;
  readonly to: string;
  /** The member whom it concerns, where `to` is not their address, or will not be for long. */
  readonly uid?: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Further parameters by {@link sealParameters}, kept only until the mail is delivered or given up. */
  readonly sealed?: string;
  /** Epoch ms from which it would be of no use any more. */
  readonly validUntil?: number;
}

/** What writes at once with the mail. */
type Writer = WriteBatch | Transaction;

/** Kept this long after it was queued, for staff to look up what became of it. */
const MAIL_KEPT_MS = 30 * 24 * 60 * 60_000;

/** Parameters of a mail as nobody but its delivery reads them: codes and tokens. */
export const sealParameters = (
  { mailSecrets }: { readonly mailSecrets: Sealer },
  parameters: Readonly<Record<string, string>>,
): string => mailSecrets.seal(JSON.stringify(parameters));

/** Puts a mail into the outbox with whatever else the batch or transaction writes. It takes no key. */
export function queueMail(
  { firestore }: { readonly firestore: Firestore },
  writer: Writer,
  order: MailOrder,
  now: number,
): void {
  const { template, to, uid = null, parameters, sealed = null, validUntil } = order;
  writer.create(firestore.collection('mail').doc(), {
    template,
    to,
    uid,
    parameters,
    sealed,
    state: 'waiting',
    attempts: 0,
    dueAt: Timestamp.fromMillis(now),
    validUntil: validUntil === undefined ? null : Timestamp.fromMillis(validUntil),
    problem: null,
    createdAt: Timestamp.fromMillis(now),
    updatedAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + MAIL_KEPT_MS),
  });
}

const pushSchema = z.omit(pushDocument, { state: true });

/** A push to be delivered. Times in epoch ms. */
export type Push = z.infer<typeof pushSchema>;

/** What is to be told. Times in epoch ms. */
export type PushOrder = Pick<Push, 'event' | 'uid' | 'about' | 'validUntil'>;

/** How long it is kept, for staff to look up what became of it. */
const PUSH_KEPT_MS = 7 * 24 * 60 * 60_000;

export const pushesIn = (firestore: Firestore) => firestore.collection('pushes');

/** @throws Error where the document is not as expected */
export const pushOf = (document: Parameters<typeof parseDocument>[1]): Push | null =>
  parseDocument(pushSchema, document);

/** Before any time: a push is due as soon as it is written, whatever clock wrote it. */
const DUE_IMMEDIATELY = Timestamp.fromMillis(0);

/** The document of a push that waits to be told. `now` in epoch ms. */
export const pushFields = ({ event, uid, about, validUntil }: PushOrder, now: number) => ({
  event,
  uid,
  about,
  state: 'waiting',
  validUntil: Timestamp.fromMillis(validUntil),
  createdAt: Timestamp.fromMillis(now),
  dueAt: DUE_IMMEDIATELY,
  attempts: 0,
  cursor: null,
  told: 0,
  failed: 0,
  expireAt: Timestamp.fromMillis(now + PUSH_KEPT_MS),
});

/** Has devices told of what a transaction writes, if it is committed. `now` in epoch ms. */
export function queuePush(
  firestore: Firestore,
  transaction: Pick<Transaction, 'create'>,
  order: PushOrder,
  now: number,
): DocumentReference {
  const reference = pushesIn(firestore).doc();
  transaction.create(reference, pushFields(order, now));
  return reference;
}
