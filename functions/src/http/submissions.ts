import { type AdminProof, toSetup } from '@quantalgo/contracts';
import { readBrokerList } from '../domain/brokerList';
import { importAccounts, importedList } from '../platform/submissions/brokerList';
import { findAlike, readCase } from '../platform/submissions/proofCase';
import { decideProof, type Decision, submitProof } from '../platform/submissions/proofs';
import {
  listQueue,
  releaseClaim,
  takeNext,
  takeProof,
  toAdminProof,
} from '../platform/submissions/queue';
import {
  decideSetup,
  listSetups,
  readSetupCase,
  type SetupDecision,
  submitSetup,
  toAdminSetup,
} from '../platform/submissions/setups';
import { userRowOr404 } from './console';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import { enforceLimits, type HandlersOf, type Member } from './request';

const PROOF_SUBMITTED =
  'Trader ID verification submitted successfully! Our team will review and activate your account within 24 hours.';

/** Proofs of a broker account, for staff to check. */
export const proofsHandlers = (deps: ApiDeps): HandlersOf<'submitProof'> => ({
  async submitProof({ body, caller: { session }, idempotencyKey }) {
    const { uid } = session;
    await enforceLimits(deps.limiter, ['proofsOfMember', uid]);
    const { proofId, traderId } = body;
    const asks = JSON.stringify(['submitProof', proofId, traderId]);
    const call = { uid, key: idempotencyKey, asks };
    const state = await submitProof(deps, { proofId, traderId, call }, deps.clock());
    if (state === 'file missing')
      throw new HttpError(409, 'The screenshot has not arrived yet. Please upload it again.');
    if (state === 'taken') throw new HttpError(409, 'There is another proof with this id');
    return { data: { proofId, state }, message: PROOF_SUBMITTED };
  },
});

const SETUP_SUBMITTED = 'Account setup submitted. Our team will check your deposit.';

/** Funded broker accounts, for staff to check. */
export const setupsHandlers = (deps: ApiDeps): HandlersOf<'submitSetup'> => ({
  async submitSetup({ body, caller: { session }, idempotencyKey }) {
    const { uid } = session;
    await enforceLimits(deps.limiter, ['setupsOfMember', uid]);
    const { setupId, brokerAccount, depositAmount, accessPath } = body;
    const asks = JSON.stringify(['submitSetup', setupId, brokerAccount, depositAmount, accessPath]);
    const setup = await submitSetup(deps, { uid, key: idempotencyKey, asks }, body, deps.clock());
    if (setup === 'file missing')
      throw new HttpError(409, 'The proof has not arrived yet. Please upload it again.');
    if (setup === 'taken') throw new HttpError(409, 'There is another setup with this id');
    return { data: toSetup(setupId, setup), message: SETUP_SUBMITTED };
  },
});

type ProofNames =
  | 'adminProofs'
  | 'claimNextProof'
  | 'claimProof'
  | 'releaseProof'
  | 'compareProof'
  | 'approveProof'
  | 'rejectProof'
  | 'rejectProofs'
  | 'importBrokerList';

const noSuchProof = () => new HttpError(404, 'There is no such proof');

const TAKEN_BY_OTHER = 'Somebody else of the staff looks at this proof';

const PROOF_REFUSALS = {
  missing: noSuchProof,
  own: () => new HttpError(403, 'Nobody decides their own proof'),
  taken: () => new HttpError(409, TAKEN_BY_OTHER),
  decided: () => new HttpError(409, 'This proof was decided otherwise'),
};

async function caseOf({ firestore, clock }: ApiDeps, proof: AdminProof) {
  const found = await readCase({ firestore, registry: importedList(firestore, clock) }, proof);
  if (!found) throw noSuchProof();
  return found;
}

/** Decides a proof for one of staff, or says why it can't be. */
async function decideOnProof(deps: ApiDeps, { session }: Member, id: string, decision: Decision) {
  const order = { id, decision, by: session.uid, now: deps.clock() };
  const decided = await decideProof(deps, order);
  if (typeof decided === 'string') throw PROOF_REFUSALS[decided]();
  return toAdminProof(id, decided, null);
}

/** The queue of proofs. */
export const adminProofsHandlers = (deps: ApiDeps): HandlersOf<ProofNames> => ({
  async adminProofs({ query: { after } }) {
    return { data: await listQueue(deps.firestore, after, deps.clock()) };
  },

  async claimNextProof({ caller }) {
    const order = { by: caller.session.uid, now: deps.clock() };
    const proof = await takeNext(deps.firestore, order);
    return { data: proof && (await caseOf(deps, proof)) };
  },

  async claimProof({ params: { id }, caller }) {
    const order = { id, by: caller.session.uid, now: deps.clock() };
    const proof = await takeProof(deps.firestore, order);
    if (typeof proof === 'string') throw PROOF_REFUSALS[proof]();
    return { data: await caseOf(deps, proof) };
  },

  async releaseProof({ params: { id }, caller }) {
    await releaseClaim(deps.firestore, id, caller.session.uid);
    return { data: {} };
  },

  async compareProof({ params: { id }, body }) {
    const found = await findAlike(deps.firestore, id, body);
    if (!found) throw noSuchProof();
    return { data: found.map((one) => ({ kind: 'alike', ...one })) };
  },

  async approveProof({ params: { id }, body: { tier }, caller }) {
    const proof = await decideOnProof(deps, caller, id, { state: 'approved', tier });
    return { data: { proof, user: await userRowOr404(deps, proof.userId) } };
  },

  async rejectProof({ params: { id }, body: { reason }, caller }) {
    return { data: await decideOnProof(deps, caller, id, { state: 'rejected', reason }) };
  },

  async rejectProofs({ body: { ids, reason }, caller }) {
    const rejected: string[] = [];
    for (const id of new Set(ids)) {
      const order = { id, by: caller.session.uid, now: deps.clock() };
      const decided = await decideProof(deps, {
        ...order,
        decision: { state: 'rejected', reason },
      });
      if (typeof decided !== 'string') rejected.push(id);
    }
    return { data: { rejected } };
  },

  async importBrokerList({ body: { csv }, caller }) {
    const { accounts, problems } = readBrokerList(csv);
    const order = { by: caller.session.uid, now: deps.clock() };
    await importAccounts(deps.firestore, accounts, order);
    return { data: { imported: accounts.length, problems: [...problems] } };
  },
});

const SETUP_REFUSALS = {
  missing: () => new HttpError(404, 'There is no such account setup'),
  own: () => new HttpError(403, 'Nobody decides their own account setup'),
  decided: () => new HttpError(409, 'This account setup was decided otherwise'),
};

/** Decides a setup for one of staff, or says why it can't be. */
async function decideOnSetup(
  deps: ApiDeps,
  { session }: Member,
  id: string,
  decision: SetupDecision,
) {
  const order = { id, decision, by: session.uid, now: deps.clock() };
  const decided = await decideSetup(deps, order);
  if (typeof decided === 'string') throw SETUP_REFUSALS[decided]();
  return toAdminSetup(id, decided);
}

/** Account setups that wait for staff. */
export const adminSetupsHandlers = (
  deps: ApiDeps,
): HandlersOf<'adminSetups' | 'adminSetup' | 'approveSetup' | 'rejectSetup'> => ({
  async adminSetups({ query: { after } }) {
    return { data: await listSetups(deps.firestore, after) };
  },

  async adminSetup({ params: { id } }) {
    const { firestore, clock } = deps;
    const registry = importedList(firestore, clock);
    const found = await readSetupCase({ firestore, registry }, id);
    if (!found) throw SETUP_REFUSALS.missing();
    return { data: found };
  },

  async approveSetup({ params: { id }, body: { tier }, caller }) {
    const setup = await decideOnSetup(deps, caller, id, { state: 'approved', tier });
    return { data: { setup, user: await userRowOr404(deps, setup.userId) } };
  },

  async rejectSetup({ params: { id }, body: { reason }, caller }) {
    return { data: await decideOnSetup(deps, caller, id, { state: 'rejected', reason }) };
  },
});
