import {
  setupDocumentSchema,
  toSetup,
  type AdminSetup,
  type ProofState,
  type SetupRecord,
} from '@quantalgo/contracts';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';
import { SETUP_PROOFS, uploadRef } from '../proofs/uploads';

/** Setups of a page. */
const PAGE = 50;

/** The state of what staff has to decide. */
export const WAITING: ProofState = 'waiting';

export const setupRef = (firestore: Firestore, id: string) =>
  uploadRef(firestore, SETUP_PROOFS, id);

/** The setup that a document describes, null where there is none. */
export const setupOf = (snapshot: DocumentSnapshot): SetupRecord | null =>
  parseDocument(setupDocumentSchema, snapshot);

/** The console's words for a setup. */
export const toAdminSetup = (id: string, setup: SetupRecord): AdminSetup => ({
  ...toSetup(id, setup),
  userId: setup.uid,
  file: setup.file,
});

/** The account setups that wait for staff, oldest first, from the one behind `after`. */
export async function listSetups(
  firestore: Firestore,
  after: string | undefined,
): Promise<AdminSetup[]> {
  const query = firestore
    .collection('setups')
    .where('state', '==', WAITING)
    .orderBy('createdAt', 'asc')
    .limit(PAGE);
  const begun = after === undefined ? null : await setupRef(firestore, after).get();
  const { docs } = await (begun?.exists === true ? query.startAfter(begun) : query).get();
  return docs.flatMap((document) => {
    const setup = setupOf(document);
    return setup ? [toAdminSetup(document.id, setup)] : [];
  });
}
