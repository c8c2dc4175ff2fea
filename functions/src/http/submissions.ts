import type { AdminProof } from '@quantalgo/contracts/submissions/review';
import { pendingPath, toSetup, UPLOAD_MISSING } from '@quantalgo/contracts/submissions/submission';
import { readBrokerList } from '../domain/submissions/brokerList';
import { createIdempotentCall } from '../platform/core/idempotency';
import { isContention } from '../platform/core/documents';
import { importAccounts, createImportedRegistry } from '../platform/submissions/brokerList';
import { findConfirmed, readProofCase, readSetupCase } from '../platform/submissions/case';
import { decideSubmission, type Decision, type Refusal } from '../platform/submissions/decide';
import { findLookalikes } from '../platform/submissions/fingerprints';
import {
  type MemberFields,
  PICTURES,
  PROOFS,
  type TypedUploadKind,
  SETUPS,
  type Submission,
  type SubmissionKind,
} from '../platform/submissions/kinds';
import { readPicture } from '../platform/submissions/pictures';
import {
  listQueue,
  listSetups,
  releaseClaim,
  takeNext,
  takeProof,
  toAdminProof,
  toAdminSetup,
} from '../platform/submissions/queue';
import { storeSubmission } from '../platform/submissions/submit';
import { openUpload } from '../platform/submissions/uploads';
import { requireUserRow } from './console';
import type { Member } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

interface MemberSubmission<S extends Submission> {
  readonly uid: string;
  readonly key: string;
  readonly id: string;
  readonly fields: MemberFields<S>;
}

/** @throws TooManyAttemptsError, HttpError 409 if the file is missing or the id was used before */
async function submitForMember<S extends Submission>(
  deps: ApiDeps,
  kind: TypedUploadKind<S>,
  { uid, key, id, fields }: MemberSubmission<S>,
) {
  await enforceLimits(deps.limiter, [kind.limit, uid]);
  const values = kind.fields.map((name) => fields[name]);
  const order = { id, fields, call: createIdempotentCall(uid, key, kind.call, id, ...values) };
  const submission = await storeSubmission(deps, kind, order, deps.clock());
  if (submission === 'file missing')
    throw new HttpError(409, `The ${kind.upload} has not arrived yet. Please upload it again.`, {
      code: UPLOAD_MISSING,
    });
  // Omits UPLOAD_MISSING, because a second upload is refused while the permission exists.
  if (submission === 'used')
    throw new HttpError(
      409,
      `This ${kind.upload} was already submitted and has been deleted. Please choose it again.`,
    );
  if (submission === 'taken') throw new HttpError(409, `Another ${kind.noun} already has this id`);
  return submission;
}

export const createUploadsHandlers = (deps: ApiDeps): EndpointHandlers<'openUpload'> => ({
  async openUpload({ body, caller: { session }, idempotencyKey: id }) {
    const { uid } = session;
    await enforceLimits(deps.limiter, ['memberUploads', uid]);
    const result = await openUpload(deps.firestore, { id, uid, ...body }, deps.clock());
    if (result === 'taken') throw new HttpError(409, 'Another upload already has this id');
    return { data: { id, path: pendingPath(uid, id) } };
  },
});

export const createProofsHandlers = (deps: ApiDeps): EndpointHandlers<'submitProof'> => ({
  async submitProof({ body: { proofId, ...fields }, caller: { session }, idempotencyKey: key }) {
    const input = { uid: session.uid, key, id: proofId, fields };
    const { state } = await submitForMember(deps, PROOFS, input);
    return { data: { proofId, state }, message: PROOFS.submitted };
  },
});

export const createPicturesHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'submitPicture' | 'picture'> => ({
  async submitPicture({ body: { pictureId, ...fields }, caller, idempotencyKey: key }) {
    const input = { uid: caller.session.uid, key, id: pictureId, fields };
    const { state } = await submitForMember(deps, PICTURES, input);
    return { data: { state } };
  },

  async picture({ params: { id }, caller: { session } }) {
    await enforceLimits(deps.limiter, ['memberPictureReads', session.uid]);
    return { data: await readPicture(deps, session.uid, id) };
  },
});

export const createSetupsHandlers = (deps: ApiDeps): EndpointHandlers<'submitSetup'> => ({
  async submitSetup({ body: { setupId, ...fields }, caller: { session }, idempotencyKey: key }) {
    const input = { uid: session.uid, key, id: setupId, fields };
    const setup = await submitForMember(deps, SETUPS, input);
    return { data: toSetup(setupId, setup), message: SETUPS.submitted };
  },
});

function toRefusal(
  { label }: Pick<SubmissionKind<Submission>, 'label'>,
  refusal: Refusal,
): HttpError {
  switch (refusal) {
    case 'missing':
      return new HttpError(404, `Couldn’t find this ${label}`);
    case 'own':
      return new HttpError(403, `You can’t review your own ${label}`);
    case 'taken':
      return new HttpError(409, `Another staff member is reviewing this ${label}`);
    case 'decided':
      return new HttpError(409, `A different decision has already been made on this ${label}`);
  }
}

async function decideOn<S extends Submission>(
  deps: ApiDeps,
  kind: SubmissionKind<S>,
  { session }: Member,
  { id, decision }: { readonly id: string; readonly decision: Decision },
): Promise<S> {
  const order = { id, decision, by: session.uid, now: deps.clock() };
  const outcome = await decideSubmission(deps, kind, order);
  if (typeof outcome === 'string') throw toRefusal(kind, outcome);
  return outcome;
}

/**
 * Continues after a failure, because the console reports the proofs that weren't decided.
 * @returns ids of the decided proofs
 * @throws contention, so that the caller retries, or else the first failure, if none was decided
 */
async function decideProofs(
  deps: ApiDeps,
  endpoint: 'approveProofs' | 'rejectProofs',
  { session }: Member,
  decisions: readonly { readonly id: string; readonly decision: Decision }[],
): Promise<ReadonlySet<string>> {
  const decidedIds = new Set<string>();
  const failures: unknown[] = [];
  for (const { id, decision } of decisions)
    try {
      const order = { id, decision, by: session.uid, now: deps.clock() };
      const outcome = await decideSubmission(deps, PROOFS, order);
      if (typeof outcome !== 'string') decidedIds.add(id);
    } catch (cause) {
      deps.log.error('Failed to decide a proof', { endpoint, proof: id, cause });
      failures.push(cause);
    }
  if (decidedIds.size === 0 && failures.length > 0)
    throw failures.find(isContention) ?? failures[0];
  return decidedIds;
}

type ProofNames =
  | 'adminProofs'
  | 'claimNextProof'
  | 'claimProof'
  | 'releaseProof'
  | 'compareProof'
  | 'approveProof'
  | 'rejectProof'
  | 'rejectProofs'
  | 'approveProofs'
  | 'importBrokerList';

const readCase = ({ firestore, clock }: ApiDeps, proof: AdminProof) =>
  readProofCase({ firestore, registry: createImportedRegistry(firestore, clock) }, proof);

async function requireProofCase(deps: ApiDeps, proof: AdminProof) {
  const reviewCase = await readCase(deps, proof);
  if (!reviewCase) throw toRefusal(PROOFS, 'missing');
  return reviewCase;
}

export const createAdminProofsHandlers = (deps: ApiDeps): EndpointHandlers<ProofNames> => ({
  async adminProofs({ query: { after } }) {
    return { data: await listQueue(deps.firestore, after, deps.clock()) };
  },

  async claimNextProof({ body: { except = [] }, caller }) {
    const skippedIds = [...except];
    for (;;) {
      const order = { by: caller.session.uid, now: deps.clock(), except: skippedIds };
      const proof = await takeNext(deps.firestore, order);
      const proofCase = proof && (await readCase(deps, proof));
      if (!proof || proofCase) return { data: proofCase };
      // Its member is being erased.
      skippedIds.push(proof.id);
    }
  },

  async claimProof({ params: { id }, caller }) {
    const order = { id, by: caller.session.uid, now: deps.clock() };
    const proof = await takeProof(deps.firestore, order);
    if (typeof proof === 'string') throw toRefusal(PROOFS, proof);
    return { data: await requireProofCase(deps, proof) };
  },

  async releaseProof({ params: { id }, caller }) {
    await releaseClaim(deps.firestore, id, caller.session.uid);
    return { data: {} };
  },

  async compareProof({ params: { id }, body }) {
    const lookalikes = await findLookalikes(deps.firestore, id, body);
    if (!lookalikes) throw toRefusal(PROOFS, 'missing');
    return {
      data: lookalikes.map((lookalike) => ({ match: 'alike', kind: 'proof', ...lookalike })),
    };
  },

  async approveProof({ params: { id }, body, caller }) {
    const decision = { state: 'approved', ...body } as const;
    const outcome = await decideOn(deps, PROOFS, caller, { id, decision });
    const proof = toAdminProof(id, outcome, null);
    return { data: { proof, user: await requireUserRow(deps, proof.userId) } };
  },

  async rejectProof({ params: { id }, body: { reason }, caller }) {
    const decision = { state: 'rejected', reason } as const;
    const outcome = await decideOn(deps, PROOFS, caller, { id, decision });
    return { data: toAdminProof(id, outcome, null) };
  },

  async rejectProofs({ body: { ids, reason }, caller }) {
    const decision = { state: 'rejected', reason } as const;
    const decisions = [...new Set(ids)].map((id) => ({ id, decision }));
    return {
      data: { rejected: [...(await decideProofs(deps, 'rejectProofs', caller, decisions))] },
    };
  },

  async approveProofs({ body: { ids, preview }, caller }) {
    const { firestore } = deps;
    const registry = createImportedRegistry(firestore, deps.clock);
    const confirmed = await findConfirmed({ firestore, registry, log: deps.log }, [
      ...new Set(ids),
    ]);
    if (preview) return { data: { confirmed } };
    const decisions = confirmed.map(({ id, tier }) => ({
      id,
      decision: { state: 'approved', tier } as const,
    }));
    const approvedIds = await decideProofs(deps, 'approveProofs', caller, decisions);
    return { data: { confirmed: confirmed.filter(({ id }) => approvedIds.has(id)) } };
  },

  async importBrokerList({ body: { csv, decimalMark }, caller }) {
    const { accounts, problems } = readBrokerList(csv, decimalMark);
    const order = { by: caller.session.uid, now: deps.clock() };
    await importAccounts(deps.firestore, accounts, order);
    return { data: { imported: accounts.length, problems: [...problems] } };
  },
});

export const createAdminSetupsHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'adminSetups' | 'adminSetup' | 'approveSetup' | 'rejectSetup'> => ({
  async adminSetups({ query: { after } }) {
    return { data: await listSetups(deps.firestore, after) };
  },

  async adminSetup({ params: { id } }) {
    const { firestore, clock } = deps;
    const registry = createImportedRegistry(firestore, clock);
    const reviewCase = await readSetupCase({ firestore, registry }, id);
    if (!reviewCase) throw toRefusal(SETUPS, 'missing');
    return { data: reviewCase };
  },

  async approveSetup({ params: { id }, body, caller }) {
    const decision = { state: 'approved', ...body } as const;
    const setup = toAdminSetup(id, await decideOn(deps, SETUPS, caller, { id, decision }));
    return { data: { setup, user: await requireUserRow(deps, setup.userId) } };
  },

  async rejectSetup({ params: { id }, body: { reason }, caller }) {
    const decision = { state: 'rejected', reason } as const;
    return { data: toAdminSetup(id, await decideOn(deps, SETUPS, caller, { id, decision })) };
  },
});
