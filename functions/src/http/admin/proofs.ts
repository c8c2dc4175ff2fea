import type { AdminProof } from '@quantalgo/contracts';
import { readBrokerList } from '../../domain/brokerList';
import { importAccounts, importedList } from '../../platform/submissions/brokerList';
import {
  listQueue,
  releaseClaim,
  takeNext,
  takeProof,
  toAdminProof,
} from '../../platform/submissions/queue';
import { decideProof, type Decision } from '../../platform/submissions/proofs';
import { findAlike, readCase } from '../../platform/submissions/proofCase';
import type { Member } from '../authenticate';
import type { ApiDeps } from '../deps';
import { HttpError } from '../errors';
import type { HandlersOf } from '../handler';
import { rowOrGone } from './users';

type Names =
  | 'adminProofs'
  | 'claimNextProof'
  | 'claimProof'
  | 'releaseProof'
  | 'compareProof'
  | 'approveProof'
  | 'rejectProof'
  | 'rejectProofs'
  | 'importBrokerList';

const missing = () => new HttpError(404, 'There is no such proof');
const TAKEN = 'Somebody else of the staff looks at this proof';

const REFUSALS = {
  missing,
  own: () => new HttpError(403, 'Nobody decides their own proof'),
  taken: () => new HttpError(409, TAKEN),
  decided: () => new HttpError(409, 'This proof was decided otherwise'),
};

async function caseOf({ firestore }: ApiDeps, proof: AdminProof) {
  const found = await readCase({ firestore, registry: importedList(firestore) }, proof);
  if (!found) throw missing();
  return found;
}

/** Decides a proof for one of staff, or says why it can't be. */
async function decide(deps: ApiDeps, { session }: Member, id: string, decision: Decision) {
  const order = { id, decision, by: session.uid, now: deps.clock() };
  const decided = await decideProof(deps, order);
  if (typeof decided === 'string') throw REFUSALS[decided]();
  return toAdminProof(id, decided, null);
}

/** The queue of proofs. */
export const adminProofsHandlers = (deps: ApiDeps): HandlersOf<Names> => ({
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
    if (typeof proof === 'string') throw REFUSALS[proof]();
    return { data: await caseOf(deps, proof) };
  },

  async releaseProof({ params: { id }, caller }) {
    await releaseClaim(deps.firestore, id, caller.session.uid);
    return { data: {} };
  },

  async compareProof({ params: { id }, body }) {
    const found = await findAlike(deps.firestore, id, body);
    if (!found) throw missing();
    return { data: found.map((one) => ({ kind: 'alike', ...one })) };
  },

  async approveProof({ params: { id }, body: { tier }, caller }) {
    const proof = await decide(deps, caller, id, { state: 'approved', tier });
    return { data: { proof, user: await rowOrGone(deps, proof.userId) } };
  },

  async rejectProof({ params: { id }, body: { reason }, caller }) {
    return { data: await decide(deps, caller, id, { state: 'rejected', reason }) };
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
