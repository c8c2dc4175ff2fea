import { mayUse, type Feature } from '@quantalgo/contracts/access/access';
import { countPresence, notePresence } from '../platform/network/presence';
import { actsAsStaff, type Member } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import type { HandlersOf } from './core/request';

export function needRoom(room: Feature, deps: ApiDeps, caller: Member): void {
  if (mayUse(room, { ...caller.record, staff: actsAsStaff(deps, caller) })) return;
  throw new HttpError(403, 'Your dashboard is locked. Link a funded broker account to unlock it.');
}

export const presenceHandlers = (deps: ApiDeps): HandlersOf<'bePresent'> => ({
  async bePresent({ caller }) {
    needRoom('traders-network', deps, caller);
    const { clock, firestore } = deps;
    await notePresence(firestore, caller.session.uid, clock());
    const { online, countedAt } = await countPresence(firestore, clock());
    return { data: { online, countedAt: new Date(countedAt).toISOString() } };
  },
});
