import { idempotentCall } from '../platform/core/idempotency';
import { actInRoom, ActRefusedError, SlowModeError } from '../platform/network/actions';
import { liveFiguresAt } from '../platform/network/liveFigures';
import { getNetworkUpdates } from '../platform/network/updates';
import { decidePost, listPostCases, restrictMember } from '../platform/network/moderation';
import { readPostPicture } from '../platform/submissions/pictures';
import { actsAsStaff } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError, TooManyAttemptsError } from './core/reply';
import { enforceLimits, type HandlersOf } from './core/request';
import { needRoom } from './presence';

export function answerToAct(error: unknown): unknown {
  if (error instanceof ActRefusedError) return new HttpError(error.status, error.message);
  if (error instanceof SlowModeError) return new TooManyAttemptsError(error.waitMs);
  return error;
}

export const networkHandlers = (
  deps: ApiDeps,
): HandlersOf<'networkUpdates' | 'actInNetwork' | 'postPicture' | 'liveFigures'> => ({
  async liveFigures({ caller }) {
    needRoom('traders-network', deps, caller);
    const { clock, firestore, limiter } = deps;
    await enforceLimits(limiter, ['liveFiguresOfMember', caller.session.uid]);
    const { figures, countedAt } = await liveFiguresAt(firestore, clock());
    return { data: { figures, countedAt: new Date(countedAt).toISOString() } };
  },

  async networkUpdates({ body: { after }, caller }) {
    needRoom('traders-network', deps, caller);
    const { clock, firestore, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['networkLooksOfMember', uid]);
    const place = after === null ? null : Date.parse(after);
    return { data: await getNetworkUpdates(firestore, uid, place, clock()) };
  },

  async actInNetwork({ body: action, caller, idempotencyKey: key }) {
    needRoom('traders-network', deps, caller);
    const { clock, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['networkActsOfMember', uid]);
    const call = idempotentCall(uid, key, 'actInNetwork', action);
    const place = { room: 'network', mentions: [], isStaff: actsAsStaff(deps, caller) } as const;
    try {
      return { data: { post: await actInRoom(deps, place, call, action, clock()) } };
    } catch (error) {
      throw answerToAct(error);
    }
  },

  async postPicture({ params: { id }, caller }) {
    needRoom('traders-network', deps, caller);
    const { uid } = caller.session;
    await enforceLimits(deps.limiter, ['pictureLooksOfMember', uid]);
    const viewer = { uid, isStaff: actsAsStaff(deps, caller) };
    return { data: await readPostPicture(deps, id, viewer) };
  },
});

export const moderationHandlers = (
  deps: ApiDeps,
): HandlersOf<'postCases' | 'decidePost' | 'restrictMember'> => ({
  async postCases() {
    return { data: await listPostCases(deps.firestore) };
  },

  async decidePost({ params: { id }, body: { removeFor }, caller: { session } }) {
    const order = { by: session.uid, now: deps.clock() };
    if (!(await decidePost(deps, { id, removeFor }, order)))
      throw new HttpError(404, 'There is no such post');
    return { data: {} };
  },

  async restrictMember({ params: { id: uid }, body, caller: { session } }) {
    if (uid === session.uid) throw new HttpError(403, 'You can’t restrict yourself');
    const order = { by: session.uid, now: deps.clock() };
    if (!(await restrictMember(deps.firestore, { uid, ...body }, order)))
      throw new HttpError(404, 'There is no such member');
    return { data: {} };
  },
});
