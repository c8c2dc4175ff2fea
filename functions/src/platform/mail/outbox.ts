import {
  Timestamp,
  type Firestore,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import type { TemplateName } from '../../domain/mail/templates';
import type { Secrets } from '../secrets';

/** A mail to be sent. */
export interface MailOrder {
  readonly template: TemplateName;
  readonly to: string;
  /** The member whom it concerns, where `to` is not their address, or will not be for long. */
  readonly uid?: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Parameters that are kept sealed, and only until the mail is delivered or given up. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Epoch ms from which it would be of no use any more. */
  readonly validUntil?: number;
}

/** What writes at once with the mail. */
type Writer = WriteBatch | Transaction;

/** Kept this long after it was queued, for staff to look up what became of it. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Puts a mail into the outbox with whatever else the batch or transaction writes. */
export function queueMail(
  { firestore, secrets }: { readonly firestore: Firestore; readonly secrets: Secrets },
  writer: Writer,
  order: MailOrder,
  now: number,
): void {
  const { template, to, uid = null, parameters, secrets: hidden, validUntil } = order;
  writer.create(firestore.collection('mail').doc(), {
    template,
    to,
    uid,
    parameters,
    sealed: hidden ? secrets.seal(JSON.stringify(hidden)) : null,
    state: 'waiting',
    attempts: 0,
    dueAt: Timestamp.fromMillis(now),
    validUntil: validUntil === undefined ? null : Timestamp.fromMillis(validUntil),
    problem: null,
    createdAt: Timestamp.fromMillis(now),
    updatedAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + KEPT_MS),
  });
}
