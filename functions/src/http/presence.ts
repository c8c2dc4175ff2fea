import { countPresence, recordPresence } from '../platform/network/presence';
import { requireFeature } from './core/callers';
import type { ApiDeps } from './core/deps';
import type { EndpointHandlers } from './core/request';

export const createPresenceHandlers = (deps: ApiDeps): EndpointHandlers<'bePresent'> => ({
  async bePresent({ caller }) {
    requireFeature(deps, caller, 'traders-network');
    const { clock, firestore } = deps;
    await recordPresence(firestore, caller.session.uid, clock());
    const { online, countedAt } = await countPresence(firestore, clock());
    return { data: { online, countedAt: new Date(countedAt).toISOString() } };
  },
});
