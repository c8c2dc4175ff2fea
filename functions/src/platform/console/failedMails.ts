import { type FailedMail } from '@quantalgo/contracts';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { renderMail } from '../../domain/mail';
import { isTemplateName } from '../../domain/mailTemplates';
import { mailDocument } from '../../documents';
import { parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';

const MOST = 50;

const schema = z.omit(mailDocument, { sealed: true, dueAt: true });

/** True where the mail can be written from what is kept: secrets are erased when a mail is given up. */
function isWhole(template: string, parameters: Readonly<Record<string, string>>): boolean {
  if (!isTemplateName(template)) return false;
  try {
    renderMail(template, parameters, 'https://site.test');
    return true;
  } catch {
    return false;
  }
}

function failedOf(snapshot: DocumentSnapshot, now: number): FailedMail | null {
  const stored = parseDocument(schema, snapshot);
  if (stored?.state !== 'dead') return null;
  const { template, to, parameters, attempts, problem, validUntil, createdAt, updatedAt } = stored;
  return {
    id: snapshot.id,
    template,
    to,
    attempts,
    problem,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    canRetry: (validUntil === null || validUntil > now) && isWhole(template, parameters),
  };
}

/** Mails that were given up, the last first. `now` in epoch ms. */
export async function listFailedMails(firestore: Firestore, now: number): Promise<FailedMail[]> {
  const { docs } = await firestore
    .collection('mail')
    .where('state', '==', 'dead')
    .orderBy('updatedAt', 'desc')
    .limit(MOST)
    .get();
  return docs.flatMap((mail) => failedOf(mail, now) ?? []);
}

/** Puts a mail that was given up back into the outbox, for its next run. */
export async function retryFailedMail(
  firestore: Firestore,
  { id, by, now }: { id: string; by: string; now: number },
): Promise<'queued' | 'missing' | 'useless'> {
  return firestore.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(firestore.collection('mail').doc(id));
    const mail = failedOf(snapshot, now);
    if (!mail) return 'missing';
    if (!mail.canRetry) return 'useless';
    const at = Timestamp.fromMillis(now);
    transaction.update(snapshot.ref, { state: 'waiting', attempts: 0, dueAt: at, updatedAt: at });
    const uid = parseDocument(schema, snapshot)?.uid ?? null;
    const reason = `${mail.template} ${id}`;
    recordStaffAction(firestore, transaction, { by, uid, action: 'mail retried', reason, now });
    return 'queued';
  });
}
