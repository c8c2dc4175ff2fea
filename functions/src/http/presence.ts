import { canUseFeature, type Feature } from '@quantalgo/contracts/access/access';
import { countPresence, recordPresence } from '../platform/network/presence';
import { hasStaffRights, type Member } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import type { EndpointHandlers } from './core/request';

export function requireRoom(room: Feature, deps: ApiDeps, caller: Member): void {
  if (canUseFeature(room, { ...caller.record, staff: hasStaffRights(deps, caller) })) return;
  throw new HttpError(403, 'Your dashboard is locked. Link a funded broker account to unlock it.');
}

export const createPresenceHandlers = (deps: ApiDeps): EndpointHandlers<'bePresent'> => ({
  async bePresent({ caller }) {
    requireRoom('traders-network', deps, caller);
    const { clock, firestore } = deps;
    await recordPresence(firestore, caller.session.uid, clock());
    const { online, countedAt } = await countPresence(firestore, clock());
    return { data: { online, countedAt: new Date(countedAt).toISOString() } };
  },
});
