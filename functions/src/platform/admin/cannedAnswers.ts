import type { CannedAnswer } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';

const schema = z.object({ title: z.string(), text: z.string() });

const answers = (firestore: Firestore) => firestore.collection('cannedAnswers');

/** More than anybody reads through. */
const MOST = 200;

/** The texts that support answers often, by title. */
export async function listAnswers(firestore: Firestore): Promise<CannedAnswer[]> {
  const { docs } = await answers(firestore).orderBy('title', 'asc').limit(MOST).get();
  return docs.flatMap((document) => {
    const answer = parseDocument(schema, document);
    return answer ? [{ id: document.id, ...answer }] : [];
  });
}

/** Keeps a text under its id, however often it is asked for. */
export async function saveAnswer(
  firestore: Firestore,
  { id, ...answer }: CannedAnswer,
): Promise<void> {
  await answers(firestore).doc(id).set(answer);
}

export async function deleteAnswer(firestore: Firestore, id: string): Promise<void> {
  await answers(firestore).doc(id).delete();
}
