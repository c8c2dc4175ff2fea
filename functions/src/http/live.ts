import { createIdempotentCall } from '../platform/core/idempotency';
import { ActionRefusedError } from '../platform/network/actions';
import { changeCalendar, readCalendar } from '../platform/live/calendar';
import { performLiveAction } from '../platform/live/live';
import { performHostAction } from '../platform/live/host';
import { getLiveUpdates, readLiveUpdates } from '../platform/live/updates';
import { hasStaffRights, requireFeature } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

const toRefusal = (error: unknown): unknown =>
  error instanceof ActionRefusedError ? new HttpError(error.status, error.message) : error;

export const createLiveHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'sessionCalendar' | 'liveUpdates' | 'actInLive'> => ({
  async sessionCalendar({ caller }) {
    requireFeature(deps, caller, 'mentorship-vault');
    await enforceLimits(deps.limiter, ['memberLiveReads', caller.session.uid]);
    return { data: await readCalendar(deps.firestore) };
  },

  async liveUpdates({ body: { after }, caller }) {
    requireFeature(deps, caller, 'platinum-stream');
    const { clock, firestore, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['memberLiveReads', uid]);
    const afterMs = after === null ? null : Date.parse(after);
    return { data: await getLiveUpdates(firestore, uid, afterMs, clock()) };
  },

  async actInLive({ body: action, caller, idempotencyKey: key }) {
    requireFeature(deps, caller, 'platinum-stream');
    const { clock, firestore, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['memberQuestions', uid]);
    const call = createIdempotentCall(uid, key, 'actInLive', action);
    const context = { firestore, isStaff: hasStaffRights(deps, caller) };
    try {
      return { data: { note: await performLiveAction(context, call, action, clock()) } };
    } catch (error) {
      throw toRefusal(error);
    }
  },
});

export const createLiveHostHandlers = ({
  clock,
  firestore,
}: ApiDeps): EndpointHandlers<'liveHostView' | 'changeCalendar' | 'hostLive'> => ({
  async liveHostView() {
    const [calendar, liveState] = await Promise.all([
      readCalendar(firestore),
      readLiveUpdates(firestore, null, clock()),
    ]);
    return { data: { ...calendar, ...liveState } };
  },

  async changeCalendar({ body, caller: { session } }) {
    const order = { by: session.uid, now: clock() };
    const calendar = await changeCalendar(firestore, body, order).catch((error: unknown) => {
      throw toRefusal(error);
    });
    if (!calendar) throw new HttpError(404, 'Live session not found, or the calendar is full');
    return { data: calendar };
  },

  async hostLive({ body: action, caller: { session }, idempotencyKey: key }) {
    try {
      await performHostAction(
        firestore,
        action,
        createIdempotentCall(session.uid, key, 'hostLive', action),
        clock(),
      );
      return { data: {} };
    } catch (error) {
      throw toRefusal(error);
    }
  },
});
