import { toIso } from '@quantalgo/contracts/core/time';
import {
  type AdminProof,
  type AdminSetup,
  PROOF_CLAIM_TTL_MS,
} from '@quantalgo/contracts/submissions/review';
import {
  type Proof,
  type ProofState,
  type SetupRecord,
  toSetup,
} from '@quantalgo/contracts/submissions/submission';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { proofClaimDocument } from '../../collections/console';
import { type Person, readPeople } from '../console/people';
import { parseDocument, readAll } from '../core/documents';
import { userRef } from '../account/users';
import {
  CHECKING,
  PROOFS,
  SETUPS,
  type Submission,
  type SubmissionKind,
  submissionRef,
} from './kinds';

const PROOFS_PER_READ = 10;

const WAITING_STATE: ProofState = 'waiting';

/** Undecided. The review queues and the user list must use the same states. */
const PENDING_STATES: readonly ProofState[] = [CHECKING, WAITING_STATE];

type Member = AdminProof['member'];

export const toAdminProof = (
  id: string,
  proof: Proof,
  claim: Claim | null,
  member: Member = null,
): AdminProof => {
  const { uid, createdAt, updatedAt, ...fields } = proof;
  return {
    ...fields,
    id,
    userId: uid,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    claim: claim && { by: claim.by, until: toIso(claim.until) },
    member,
  };
};

export const toAdminSetup = (
  id: string,
  setup: SetupRecord,
  member: Member = null,
): AdminSetup => ({
  ...toSetup(id, setup),
  userId: setup.uid,
  file: setup.file,
  member,
});

function readSubmitters(
  firestore: Firestore,
  submissions: readonly (Pick<Submission, 'uid' | 'state'> | null)[],
): Promise<ReadonlyMap<string, Person>> {
  const uids = submissions.flatMap((submission) =>
    submission?.state === CHECKING ? [submission.uid] : [],
  );
  return readPeople(firestore, uids);
}

interface PageRequest {
  readonly states: readonly ProofState[];
  readonly after: string | undefined;
  readonly limit: number;
}

async function readPage(
  firestore: Firestore,
  kind: Pick<SubmissionKind<Submission>, 'collection'>,
  { states, after, limit }: PageRequest,
) {
  const query = firestore
    .collection(kind.collection)
    .where('state', 'in', states)
    .orderBy('createdAt', 'asc')
    .limit(limit);
  const lastSubmission =
    after === undefined ? null : await submissionRef(firestore, kind, after).get();
  return (await (lastSubmission?.exists === true ? query.startAfter(lastSubmission) : query).get())
    .docs;
}

export async function listSetups(
  firestore: Firestore,
  after: string | undefined,
): Promise<AdminSetup[]> {
  const documents = await readPage(firestore, SETUPS, {
    states: PENDING_STATES,
    after,
    limit: SETUPS.pageSize,
  });
  const setups = documents.map((document) => SETUPS.parse(document));
  const people = await readSubmitters(firestore, setups);
  return documents.flatMap(({ id }, index) => {
    const setup = setups[index];
    const member = setup?.state === CHECKING ? people.get(setup.uid) : null;
    return setup ? [toAdminSetup(id, setup, member)] : [];
  });
}

export async function listQueue(
  firestore: Firestore,
  after: string | undefined,
  now: number,
): Promise<AdminProof[]> {
  const page = { states: PENDING_STATES, after, limit: PROOFS.pageSize };
  const documents = await readPage(firestore, PROOFS, page);
  const proofs = documents.map((document) => PROOFS.parse(document));
  const [claims, people] = await Promise.all([
    readClaims(
      firestore,
      documents.map(({ id }) => id),
      now,
    ),
    readSubmitters(firestore, proofs),
  ]);
  return documents.flatMap(({ id }, index) => {
    const proof = proofs[index];
    if (!proof) return [];
    const member = proof.state === CHECKING ? people.get(proof.uid) : null;
    return [toAdminProof(id, proof, claims[index] ?? null, member)];
  });
}

export type TakeProofResult = AdminProof | 'missing' | 'taken';

/** Also extends the caller's own claim. Decided proofs need none. */
export async function takeProof(
  firestore: Firestore,
  { id, by, now }: { id: string; by: string; now: number },
): Promise<TakeProofResult> {
  return firestore.runTransaction(async (transaction) => {
    const [document, claimSnapshot] = await readAll(
      transaction,
      submissionRef(firestore, PROOFS, id),
      claimRef(firestore, id),
    );
    const proof = PROOFS.parse(document);
    if (!proof) return 'missing';
    if (proof.state !== WAITING_STATE) return toAdminProof(id, proof, null);
    const claim = parseClaim(claimSnapshot, now);
    if (claim && claim.by !== by) return 'taken';
    const { uid } = proof;
    return toAdminProof(
      id,
      proof,
      writeClaim(firestore, transaction, { proofId: id, uid, by, now }),
    );
  });
}

export async function takeNext(
  firestore: Firestore,
  { by, now, except = [] }: { by: string; now: number; except?: readonly string[] },
): Promise<AdminProof | null> {
  let after: string | undefined;
  for (;;) {
    const page = { states: [WAITING_STATE], after, limit: PROOFS_PER_READ };
    const documents = await readPage(firestore, PROOFS, page);
    const claims = await readClaims(
      firestore,
      documents.map(({ id }) => id),
      now,
    );
    for (const [index, { id }] of documents.entries()) {
      const claim = claims[index];
      if ((claim && claim.by !== by) || except.includes(id)) continue;
      const takenProof = await takeProof(firestore, { id, by, now });
      if (typeof takenProof !== 'string' && takenProof.state === WAITING_STATE) return takenProof;
    }
    if (documents.length < PROOFS_PER_READ) return null;
    after = documents.at(-1)?.id;
  }
}

interface Claim {
  readonly by: string;
  readonly until: number;
}

const claimSchema = z.pick(proofClaimDocument, { by: true, until: true });

export const claimRef = (firestore: Firestore, proofId: string) =>
  firestore.collection('proofClaims').doc(proofId);

export function parseClaim(snapshot: DocumentSnapshot | undefined, now: number): Claim | null {
  const claim = snapshot ? parseDocument(claimSchema, snapshot) : null;
  return claim && claim.until > now ? claim : null;
}

async function readClaims(
  firestore: Firestore,
  proofIds: readonly string[],
  now: number,
): Promise<(Claim | null)[]> {
  if (proofIds.length === 0) return [];
  const documents = await firestore.getAll(...proofIds.map((id) => claimRef(firestore, id)));
  return documents.map((document) => parseClaim(document, now));
}

function writeClaim(
  firestore: Firestore,
  transaction: Transaction,
  { proofId, uid, by, now }: { proofId: string; uid: string; by: string; now: number },
): Claim {
  const until = now + PROOF_CLAIM_TTL_MS;
  const at = Timestamp.fromMillis(until);
  transaction.set(claimRef(firestore, proofId), { uid, by, until: at, expireAt: at });
  return { by, until };
}

export async function releaseClaim(
  firestore: Firestore,
  proofId: string,
  by: string,
): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const claim = await transaction.get(claimRef(firestore, proofId));
    if (claim.get('by') === by) transaction.delete(claim.ref);
  });
}

const buildPendingQuery = (firestore: Firestore, uid: string) =>
  firestore
    .collection('proofs')
    .where('uid', '==', uid)
    .where('state', 'in', PENDING_STATES)
    .orderBy('createdAt', 'asc');

/**
 * Prepares the update of `proofWaitingSince` to the member's oldest other pending proof.
 * @returns the write, or false if the member is gone
 */
export async function preparePendingUpdate(
  firestore: Firestore,
  transaction: Transaction,
  { uid, id }: { readonly uid: string; readonly id: string },
): Promise<(() => void) | false> {
  const user = await transaction.get(userRef(firestore, uid));
  const { docs } = await transaction.get(buildPendingQuery(firestore, uid).limit(2));
  if (!user.exists) return false;
  const proofWaitingSince: unknown =
    docs.find((proof) => proof.id !== id)?.get('createdAt') ?? null;
  return () => transaction.update(user.ref, { proofWaitingSince });
}

const toMillis = (time: unknown): number | null =>
  time instanceof Timestamp ? time.toMillis() : null;

/** For proofs that change other than by submission, inspection or decision. */
export async function updateWaitingSince(firestore: Firestore, uid: string): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const user = await transaction.get(userRef(firestore, uid));
    const [oldest] = (await transaction.get(buildPendingQuery(firestore, uid).limit(1))).docs;
    const since: unknown = oldest?.get('createdAt') ?? null;
    if (user.exists && toMillis(user.get('proofWaitingSince')) !== toMillis(since))
      transaction.update(user.ref, { proofWaitingSince: since });
  });
}

export async function updateAllWaitingSince(firestore: Firestore): Promise<void> {
  const [proofs, users] = await Promise.all([
    firestore.collection('proofs').where('state', 'in', PENDING_STATES).select('uid').get(),
    firestore
      .collection('users')
      .where('proofWaitingSince', '>', Timestamp.fromMillis(0))
      .select()
      .get(),
  ]);
  const uids = new Set([
    ...proofs.docs.map((proof) => String(proof.get('uid'))),
    ...users.docs.map(({ id }) => id),
  ]);
  for (const uid of uids) await updateWaitingSince(firestore, uid);
}
