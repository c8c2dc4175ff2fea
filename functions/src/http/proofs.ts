import { submitProof } from '../platform/submissions/proofs';
import { admit } from './admit';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';

const SUBMITTED =
  'Trader ID verification submitted successfully! Our team will review and activate your account within 24 hours.';

/** Proofs of a broker account, for staff to check. */
export const proofsHandlers = (deps: ApiDeps): HandlersOf<'submitProof'> => ({
  async submitProof({ body, caller: { session }, idempotencyKey }) {
    const { uid } = session;
    await admit(deps.limiter, ['proofsOfMember', uid]);
    const { proofId, traderId } = body;
    const asks = JSON.stringify(['submitProof', proofId, traderId]);
    const call = { uid, key: idempotencyKey, asks };
    const state = await submitProof(deps, { proofId, traderId, call }, deps.clock());
    if (state === 'file missing')
      throw new HttpError(409, 'The screenshot has not arrived yet. Please upload it again.');
    if (state === 'taken') throw new HttpError(409, 'There is another proof with this id');
    return { data: { proofId, state }, message: SUBMITTED };
  },
});
