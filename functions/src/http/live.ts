import { type Feature, mayUse } from '@quantalgo/contracts/access/access';
import { idempotentCall } from '../platform/core/idempotency';
import { ActRefusedError } from '../platform/network/actions';
import { changeCalendar, readCalendar } from '../platform/live/calendar';
import { actInLive } from '../platform/live/live';
import { hostLive } from '../platform/live/host';
import { getLiveUpdates, liveAt } from '../platform/live/updates';
import { actsAsStaff, type Member } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type HandlersOf } from './core/request';

function requireFeature(feature: Feature, deps: ApiDeps, caller: Member): void {
  if (mayUse(feature, { ...caller.record, staff: actsAsStaff(deps, caller) })) return;
  throw new HttpError(403, 'This room is locked. Link a funded broker account to unlock it.');
}

const toRefusal = (error: unknown): unknown =>
  error instanceof ActRefusedError ? new HttpError(error.status, error.message) : error;

export const liveHandlers = (
  deps: ApiDeps,
): HandlersOf<'sessionCalendar' | 'liveUpdates' | 'actInLive'> => ({
  async sessionCalendar({ caller }) {
    requireFeature('mentorship-vault', deps, caller);
    await enforceLimits(deps.limiter, ['liveLooksOfMember', caller.session.uid]);
    return { data: await readCalendar(deps.firestore) };
  },

  async liveUpdates({ body: { after }, caller }) {
    requireFeature('platinum-stream', deps, caller);
    const { clock, firestore, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['liveLooksOfMember', uid]);
    const place = after === null ? null : Date.parse(after);
    return { data: await getLiveUpdates(firestore, uid, place, clock()) };
  },

  async actInLive({ body: action, caller, idempotencyKey: key }) {
    requireFeature('platinum-stream', deps, caller);
    const { clock, firestore, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['questionsOfMember', uid]);
    const call = idempotentCall(uid, key, 'actInLive', action);
    const place = { firestore, isStaff: actsAsStaff(deps, caller) };
    try {
      return { data: { note: await actInLive(place, call, action, clock()) } };
    } catch (error) {
      throw toRefusal(error);
    }
  },
});

export const liveHostHandlers = ({
  clock,
  firestore,
}: ApiDeps): HandlersOf<'liveHostView' | 'changeCalendar' | 'hostLive'> => ({
  async liveHostView() {
    const [calendar, liveState] = await Promise.all([
      readCalendar(firestore),
      liveAt(firestore, null, clock()),
    ]);
    return { data: { ...calendar, ...liveState } };
  },

  async changeCalendar({ body, caller: { session } }) {
    const order = { by: session.uid, now: clock() };
    const calendar = await changeCalendar(firestore, body, order).catch((error: unknown) => {
      throw toRefusal(error);
    });
    if (!calendar)
      throw new HttpError(404, 'There is no such live session, or the calendar is full');
    return { data: calendar };
  },

  async hostLive({ body: action, caller: { session }, idempotencyKey: key }) {
    try {
      await hostLive(
        firestore,
        action,
        idempotentCall(session.uid, key, 'hostLive', action),
        clock(),
      );
      return { data: {} };
    } catch (error) {
      throw toRefusal(error);
    }
  },
});
