import { type AccountData } from '@quantalgo/contracts';
import type { Firestore, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { mailDocument } from '../../documents';
import { parseDocument } from '../core/documents';

const mailSchema = z.pick(mailDocument, {
  template: true,
  to: true,
  state: true,
  createdAt: true,
});

/** The mails that concern a member: to their address, and tagged as theirs. Each once. */
export async function mailsOf(
  firestore: Firestore,
  uid: string,
  email: string,
): Promise<QueryDocumentSnapshot[]> {
  const mails = firestore.collection('mail');
  const [to, tagged] = await Promise.all([
    mails.where('to', '==', email).get(),
    mails.where('uid', '==', uid).get(),
  ]);
  return [...new Map([...to.docs, ...tagged.docs].map((mail) => [mail.id, mail])).values()];
}

/** Those mails as the member's archive lists them, oldest first. */
export async function listMails(
  firestore: Firestore,
  uid: string,
  email: string,
): Promise<AccountData['mails']> {
  const documents = await mailsOf(firestore, uid, email);
  const mails = documents.flatMap((mail) => parseDocument(mailSchema, mail) ?? []);
  mails.sort((a, b) => a.createdAt - b.createdAt);
  return mails.map(({ createdAt, ...mail }) => ({
    ...mail,
    createdAt: new Date(createdAt).toISOString(),
  }));
}
