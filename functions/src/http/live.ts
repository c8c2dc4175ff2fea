import { type Feature, mayUse } from '@quantalgo/contracts';
import { changeCalendar, readCalendar } from '../platform/rooms/calendar';
import { actsAsStaff, type Member } from './callers';
import type { ApiDeps } from './deps';
import { HttpError } from './reply';
import { enforceLimits, type HandlersOf } from './request';

/** @throws HttpError 403 while the feature is locked for the member */
function need(feature: Feature, deps: ApiDeps, caller: Member): void {
  if (mayUse(feature, { ...caller.record, staff: actsAsStaff(deps, caller) })) return;
  throw new HttpError(403, 'This room is locked. Link a funded broker account to unlock it.');
}

/** The live sessions of the Platinum Stream; their calendar stands in the Mentorship Vault, too. */
export const liveHandlers = (deps: ApiDeps): HandlersOf<'sessionCalendar'> => ({
  async sessionCalendar({ caller }) {
    need('mentorship-vault', deps, caller);
    await enforceLimits(deps.limiter, ['liveLooksOfMember', caller.session.uid]);
    return { data: { plans: [...(await readCalendar(deps.firestore))] } };
  },
});

/** What staff do about live sessions. */
export const liveDeskHandlers = ({ clock, firestore }: ApiDeps): HandlersOf<'changeCalendar'> => ({
  async changeCalendar({ body, caller: { session } }) {
    const plans = await changeCalendar(firestore, body, { by: session.uid, now: clock() });
    if (!plans) throw new HttpError(404, 'There is no such live session, or the calendar is full');
    return { data: { plans: [...plans] } };
  },
});
