import { importedList } from '../../platform/submissions/brokerList';
import {
  decideSetup,
  listSetups,
  readSetupCase,
  type SetupDecision,
  toAdminSetup,
} from '../../platform/submissions/setups';
import type { Member } from '../authenticate';
import type { ApiDeps } from '../deps';
import { HttpError } from '../errors';
import type { HandlersOf } from '../handler';
import { rowOrGone } from './users';

const REFUSALS = {
  missing: () => new HttpError(404, 'There is no such account setup'),
  own: () => new HttpError(403, 'Nobody decides their own account setup'),
  decided: () => new HttpError(409, 'This account setup was decided otherwise'),
};

/** Decides a setup for one of staff, or says why it can't be. */
async function decide(deps: ApiDeps, { session }: Member, id: string, decision: SetupDecision) {
  const order = { id, decision, by: session.uid, now: deps.clock() };
  const decided = await decideSetup(deps, order);
  if (typeof decided === 'string') throw REFUSALS[decided]();
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
    const { firestore } = deps;
    const found = await readSetupCase({ firestore, registry: importedList(firestore) }, id);
    if (!found) throw REFUSALS.missing();
    return { data: found };
  },

  async approveSetup({ params: { id }, body: { tier }, caller }) {
    const setup = await decide(deps, caller, id, { state: 'approved', tier });
    return { data: { setup, user: await rowOrGone(deps, setup.userId) } };
  },

  async rejectSetup({ params: { id }, body: { reason }, caller }) {
    return { data: await decide(deps, caller, id, { state: 'rejected', reason }) };
  },
});
