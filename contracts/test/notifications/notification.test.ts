import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Calendar, createCalendar, SPECIFIED_PLANS } from '../../src/live/calendar';
import { applyCalendarChange } from '../../src/live/calendarChange';
import {
  type Decision,
  deriveNotifications,
  filterNotifications,
  isReadByVisit,
  isUnread,
  MAX_NOTIFICATIONS,
  type MemberEvent,
  NOTIFICATION_TTL_MS,
  type NotificationSources,
} from '../../src/notifications/notification';
import { NOTHING_READ } from '../../src/account/readMark';

const NOW = Date.parse('2026-11-26T11:57:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const NOTHING: NotificationSources = {
  access: { tier: 'essential', dashboardUnlocked: true, staff: false },
  events: [],
  news: [],
  decisions: [],
  calendar: null,
  days: [],
};

const derive = (sources: Partial<NotificationSources>, now = NOW) =>
  deriveNotifications({ ...NOTHING, ...sources }, now);

const event = (change: Partial<MemberEvent>): MemberEvent => ({
  id: 'one',
  event: 'ticket',
  about: 'ticket-1',
  at: NOW - MINUTE,
  ...change,
});

const approval: Decision = {
  of: 'proof',
  id: 'p1',
  state: 'approved',
  approvedAs: 'essential',
  at: NOW - 5 * MINUTE,
};

const CANCEL = { action: 'cancel', id: 'nyc-session', day: '2026-11-26', on: true } as const;

const findCancellation = (calendar: Calendar | null, now: number) =>
  derive({ calendar }, now).find(
    ({ content }) => content.kind === 'session' && content.session.standing.type === 'cancelled',
  );

describe('notification feed', () => {
  it.each(['guest', 'essential'])('shows a change to %s right after an approval', (tier) => {
    const access = { event: 'access', at: approval.at };
    const granted = event({ ...access, id: 'granted', about: 'starter' });
    const changed = event({ ...access, id: 'changed', about: tier, at: approval.at + 9 });
    const decision = { ...approval, approvedAs: 'starter' } as const;
    expect(derive({ decisions: [decision], events: [changed, granted] })).toMatchObject([
      { id: 'changed', content: { kind: 'access', tier } },
      { id: 'proof:p1:approved', content: { kind: 'decision', approvedAs: 'starter' } },
    ]);
  });

  it('merges an approval with the access change that it made', () => {
    const access = event({ id: 'access', event: 'access', about: 'essential', at: approval.at });
    const [only, ...others] = derive({ decisions: [approval], events: [access] });
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      id: 'proof:p1:approved',
      content: { kind: 'decision', approvedAs: 'essential' },
      pushes: ['access'],
    });
  });

  it('describes an approval alike on devices without its access change, and after a revocation', () => {
    const access = event({ id: 'access', event: 'access', about: 'essential', at: approval.at });
    const revoked = { tier: 'guest', dashboardUnlocked: false, staff: false } as const;
    const lists = [
      derive({ decisions: [approval], events: [access] }),
      derive({ decisions: [approval] }),
      derive({ decisions: [approval], access: revoked }),
    ].map((list) => list.map(({ pushes: _pushes, ...rest }) => rest));
    expect(lists[1]).toEqual(lists[0]);
    expect(lists[2]).toEqual(lists[0]);
  });

  it('doesn’t merge an access change with a rejection or an approval of another day', () => {
    const access = event({ id: 'access', event: 'access', about: null, at: approval.at });
    const { of, id, at } = approval;
    const rejection: Decision = { of, id, at, state: 'rejected', reason: 'Too dark' };
    expect(derive({ decisions: [rejection], events: [access] })).toHaveLength(2);
    const earlier = { ...access, at: approval.at - DAY };
    expect(derive({ decisions: [approval], events: [earlier] })).toHaveLength(2);
  });

  it.each([
    [event({}), '/dashboard/support', { kind: 'ticket', ticket: 'ticket-1' }],
    [
      event({ event: 'mention', about: null }),
      '/dashboard/essential-room',
      { kind: 'mention', post: null },
    ],
    [
      event({ event: 'mention', about: 'm1' }),
      '/dashboard/essential-room',
      { kind: 'mention', post: 'm1' },
    ],
    [
      event({ event: 'answer', about: 'p1' }),
      '/dashboard/community',
      { kind: 'answer', post: 'p1' },
    ],
    [
      event({ event: 'security', about: 'new-login' }),
      '/dashboard/settings#devices',
      { kind: 'security', what: 'new-login' },
    ],
  ])('links %o to its page', (one, to, content) => {
    expect(derive({ events: [one] })).toMatchObject([{ id: 'one', to, content, pushes: ['one'] }]);
  });

  it('omits tests and unknown events', () => {
    const unknown = [
      event({ event: 'test' }),
      event({ event: 'comet' }),
      event({ event: 'security', about: 'comet' }),
    ];
    expect(derive({ events: unknown })).toEqual([]);
  });

  it('shows a session an hour before it starts, only to members who may join', () => {
    const calendar = createCalendar(SPECIFIED_PLANS);
    const early = Date.parse('2026-11-26T12:29:00Z');
    const names = (sources: Partial<NotificationSources>, now: number) =>
      derive({ calendar, ...sources }, now).flatMap(({ content }) =>
        content.kind === 'session' ? content.session.id : [],
      );
    expect(names({}, early)).not.toContain('nyc-session-20261126');
    expect(names({}, early + 2 * MINUTE)).toContain('nyc-session-20261126');
    const starter = { tier: 'starter', dashboardUnlocked: true, staff: false } as const;
    expect(names({ access: starter }, early + 2 * MINUTE)).toEqual([]);
  });

  it('shows a session cancelled at short notice as unread, even if earlier items were read', () => {
    const cancelledAt = Date.parse('2026-11-26T12:30:00Z');
    const calendar = applyCalendarChange(createCalendar(SPECIFIED_PLANS), CANCEL, cancelledAt);
    const cancellation = findCancellation(calendar, cancelledAt + MINUTE);
    expect(cancellation?.at).toBe(cancelledAt);
    const mark = { until: cancelledAt - MINUTE, items: [] };
    expect(cancellation && isUnread(cancellation, mark)).toBe(true);
  });

  it('shows a cancellation as unread if the read one was undone', () => {
    const change = (before: Calendar, on: boolean, at: number) =>
      applyCalendarChange(before, { ...CANCEL, on }, at) ?? before;
    const at = Date.parse('2026-11-26T12:30:00Z');
    const cancelled = change(createCalendar(SPECIFIED_PLANS), true, at);
    const cancelledAgain = change(change(cancelled, false, at + 1), true, at + 2);
    const first = findCancellation(cancelled, at + 2);
    const second = findCancellation(cancelledAgain, at + 2);
    if (!first || !second) throw new Error('Both are listed');
    const mark = { until: 0, items: [{ id: first.id, at: first.at }] };
    expect([first, second].map((one) => isUnread(one, mark))).toEqual([false, true]);
    expect(second.pushes).not.toContain(first.pushes[0]);
  });

  it('marks a day’s summary as unread only after the day has ended', () => {
    const start = Date.parse('2026-11-25T23:00:00Z');
    const today = { day: '2026-11-26', start, end: start + DAY, last: NOW - 2 * MINUTE };
    const yesterday = { day: '2026-11-25', start: start - DAY, end: start, last: start - MINUTE };
    const days = derive({ days: [yesterday, today] });
    expect(days.map(({ id, at }) => [id, at])).toEqual([
      ['day:2026-11-26', today.last],
      ['day:2026-11-25', start - 1],
    ]);
    expect(days.map((one) => isUnread(one, NOTHING_READ))).toEqual([false, true]);
  });

  it('filters by subject and by unread', () => {
    const start = Date.parse('2026-11-24T23:00:00Z');
    const all = derive({
      events: [event({}), event({ id: 'two', event: 'mention' })],
      days: [{ day: '2026-11-25', start, end: start + DAY, last: start }],
    });
    const ids = (filter: 'all' | 'unread' | 'account' | 'signals', read = NOTHING_READ) =>
      filterNotifications(all, filter, read).map(({ id }) => id);
    expect(ids('all')).toHaveLength(3);
    expect(ids('account')).toEqual(['one']);
    expect(ids('signals')).toEqual(['day:2026-11-25']);
    expect(ids('unread', { until: NOW, items: [] })).toEqual([]);
  });

  it('marks a ticket as read by a visit to support, but not an access change by any visit', () => {
    const [ticket] = derive({ events: [event({})] });
    const [access] = derive({ events: [event({ event: 'access' })] });
    expect(ticket && isReadByVisit(ticket, '/dashboard/support')).toBe(true);
    expect(access && isReadByVisit(access, '/dashboard')).toBe(false);
  });

  it('is sorted, unique and limited in length and age, even with events in the future', () => {
    const anyEvent = fc.record({
      id: fc.uuid(),
      event: fc.constantFrom('access', 'ticket', 'mention', 'answer', 'security', 'test'),
      about: fc.constantFrom(null, 'starter', 'post-1', 'message-2', 'new-login'),
      at: fc.integer({ min: NOW - 40 * DAY, max: NOW + DAY }),
    });
    const events = fc.uniqueArray(anyEvent, { selector: ({ id }) => id, maxLength: 150 });
    fc.assert(
      fc.property(events, (given) => {
        const list = derive({ events: given, decisions: [approval] });
        expect(list.length).toBeLessThanOrEqual(MAX_NOTIFICATIONS);
        expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
        const times = list.map(({ at }) => at);
        expect(times).toEqual([...times].sort((a, b) => b - a));
        expect(times.every((at) => at > NOW - NOTIFICATION_TTL_MS)).toBe(true);
        expect(derive({ events: [...given].reverse(), decisions: [approval] })).toEqual(list);
      }),
    );
  });
});
