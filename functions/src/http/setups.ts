import { toSetup } from '@quantalgo/contracts';
import { submitSetup } from '../platform/submissions/setups';
import { admit } from './admit';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';

const SUBMITTED = 'Account setup submitted. Our team will check your deposit.';

/** Funded broker accounts, for staff to check. */
export const setupsHandlers = (deps: ApiDeps): HandlersOf<'submitSetup'> => ({
  async submitSetup({ body, caller: { session }, idempotencyKey }) {
    const { uid } = session;
    await admit(deps.limiter, ['setupsOfMember', uid]);
    const { setupId, brokerAccount, depositAmount, accessPath } = body;
    const asks = JSON.stringify(['submitSetup', setupId, brokerAccount, depositAmount, accessPath]);
    const setup = await submitSetup(deps, { uid, key: idempotencyKey, asks }, body, deps.clock());
    if (setup === 'file missing')
      throw new HttpError(409, 'The proof has not arrived yet. Please upload it again.');
    if (setup === 'taken') throw new HttpError(409, 'There is another setup with this id');
    return { data: toSetup(setupId, setup), message: SUBMITTED };
  },
});
