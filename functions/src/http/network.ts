import { NO_MEMBER } from '@quantalgo/contracts/network/moderationEndpoints';
import { NO_POST } from '@quantalgo/contracts/network/post';
import { createIdempotentCall } from '../platform/core/idempotency';
import { performRoomAction, ActionRefusedError, SlowModeError } from '../platform/network/actions';
import { readLiveFigures } from '../platform/network/liveFigures';
import { loadNetworkUpdates } from '../platform/network/updates';
import { decidePost, listPostCases, restrictMember } from '../platform/network/moderation';
import { readPostPicture } from '../platform/submissions/pictures';
import { hasStaffRights, requireFeature } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError, TooManyAttemptsError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

export function toActionRefusal(error: unknown): unknown {
  if (error instanceof ActionRefusedError) return new HttpError(error.status, error.message);
  if (error instanceof SlowModeError) return new TooManyAttemptsError(error.waitMs);
  return error;
}

export const createNetworkHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'networkUpdates' | 'actInNetwork' | 'postPicture' | 'liveFigures'> => ({
  async liveFigures({ caller }) {
    requireFeature(deps, caller, 'traders-network');
    const { clock, firestore, limiter } = deps;
    await enforceLimits(limiter, ['memberLiveFigures', caller.session.uid]);
    const { figures, countedAt } = await readLiveFigures(firestore, clock());
    return { data: { figures, countedAt: new Date(countedAt).toISOString() } };
  },

  async networkUpdates({ body: { after }, caller }) {
    requireFeature(deps, caller, 'traders-network');
    const { clock, firestore, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['memberNetworkReads', uid]);
    const afterMs = after === null ? null : Date.parse(after);
    return { data: await loadNetworkUpdates(firestore, uid, afterMs, clock()) };
  },

  async actInNetwork({ body: action, caller, idempotencyKey: key }) {
    requireFeature(deps, caller, 'traders-network');
    const { clock, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['memberNetworkActions', uid]);
    const call = createIdempotentCall(uid, key, 'actInNetwork', action);
    const isStaff = hasStaffRights(deps, caller);
    const context = { room: 'network', mentions: [], isStaff } as const;
    try {
      return { data: { post: await performRoomAction(deps, context, call, action, clock()) } };
    } catch (error) {
      throw toActionRefusal(error);
    }
  },

  async postPicture({ params: { id }, caller }) {
    requireFeature(deps, caller, 'traders-network');
    const { uid } = caller.session;
    await enforceLimits(deps.limiter, ['memberPictureReads', uid]);
    const viewer = { uid, isStaff: hasStaffRights(deps, caller) };
    return { data: await readPostPicture(deps, id, viewer) };
  },
});

export const createModerationHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'postCases' | 'decidePost' | 'restrictMember'> => ({
  async postCases() {
    return { data: await listPostCases(deps.firestore) };
  },

  async decidePost({ params: { id }, body, caller: { session } }) {
    const order = { by: session.uid, now: deps.clock() };
    const outcome = await decidePost(deps, { id, ...body }, order);
    if (outcome === 'missing') throw new HttpError(404, NO_POST);
    if (outcome === 'pictureMissing') throw new HttpError(409, 'The picture hasn’t arrived yet');
    if (outcome === 'pictureArrived')
      throw new HttpError(409, 'The picture has arrived. Look at it before you decide.');
    if (outcome === 'rejected' || outcome === 'removed')
      throw new HttpError(409, `A colleague has already ${outcome} this post`);
    return { data: {} };
  },

  async restrictMember({ params: { id: uid }, body, caller: { session } }) {
    if (uid === session.uid) throw new HttpError(403, 'You can’t restrict yourself');
    const order = { by: session.uid, now: deps.clock() };
    if (!(await restrictMember(deps.firestore, { uid, ...body }, order)))
      throw new HttpError(404, NO_MEMBER);
    return { data: {} };
  },
});
