import { WAT } from '@quantalgo/contracts/core/time';
import type {
  Notification,
  NotificationContent,
} from '@quantalgo/contracts/notifications/notification';
import { describe, expect, it } from 'vitest';
import type { NotificationDetails } from '../../../src/data/notifications/details';
import {
  describeNotification,
  formatNotificationTime,
  groupNotifications,
} from '../../../src/screens/notifications/text';
import { aPost } from '../../support/aPost';

const NOW = Date.parse('2026-11-26T11:57:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const NOTHING: NotificationDetails = { days: new Map(), tickets: new Map(), posts: new Map() };

const about = (content: NotificationContent, at = NOW): Notification => ({
  id: String(at),
  at,
  to: '/dashboard',
  content,
  pushes: [],
});

const describeContent = (content: NotificationContent, details = NOTHING) =>
  describeNotification(about(content), { details, zone: WAT, now: NOW });

const session = (startsAt: number, standing: 'planned' | 'cancelled'): NotificationContent => ({
  kind: 'session',
  session: {
    id: 'nyc',
    name: 'NYC Session',
    startsAt,
    endsAt: startsAt + 3 * HOUR,
    standing:
      standing === 'planned' ? { type: standing } : { type: standing, revision: 1, changedAt: 0 },
  },
});

describe('describeNotification', () => {
  it.each<[NotificationContent, string, string]>([
    [
      { kind: 'decision', of: 'proof', state: 'approved', approvedAs: 'essential' },
      'Your proof was approved',
      'It qualifies you for Essential.',
    ],
    [
      { kind: 'decision', of: 'setup', state: 'rejected', reason: 'Too dark' },
      'Your account setup was not accepted',
      'Too dark',
    ],
    [
      { kind: 'access', tier: 'guest' },
      'Your dashboard is locked',
      'If you think this is a mistake, contact support.',
    ],
    [
      { kind: 'ticket', ticket: null },
      'Support has replied',
      'Open your ticket to read the reply.',
    ],
    [{ kind: 'mention', post: null }, 'Someone mentioned you', 'In the Essential Room.'],
    [
      session(Date.parse('2026-11-26T13:30:00Z'), 'planned'),
      'NYC Session today, 14:30 WAT',
      'Platinum Stream, 3 hours',
    ],
    [
      session(Date.parse('2026-11-27T13:30:00Z'), 'cancelled'),
      'NYC Session is cancelled',
      'It was due tomorrow, 14:30 WAT.',
    ],
  ])('describes %o as “%s”', (content, title, detail) => {
    expect(describeContent(content)).toEqual({ title, detail });
  });

  it('names and quotes a post on the device unless it was deleted', () => {
    const answer = { kind: 'answer', post: 'p' } as const;
    const withPost = (changes: Parameters<typeof aPost>[1]) => ({
      ...NOTHING,
      posts: new Map([['p', aPost(1, { id: 'p', ...changes })]]),
    });
    expect(describeContent(answer, withPost({ text: 'The one\nI missed.' }))).toEqual({
      title: 'Bola A. replied to your post',
      detail: '“The one I missed.”',
    });
    expect(describeContent(answer, withPost({ gone: 'deleted', name: '' })).title).toBe(
      'Someone replied to your post',
    );
  });

  it('summarises a day by first entries, without no-gos', () => {
    const start = Date.parse('2026-11-24T23:00:00Z');
    const day = { day: '2026-11-25', start, end: start + DAY, last: start };
    const figures = { signals: 30, right: 12, wrong: 12, even: 0, noGo: 6 };
    const details = { ...NOTHING, days: new Map([[day.day, figures]]) };
    expect(describeContent({ kind: 'day', day, isOver: true }, details)).toEqual({
      title: 'Your signals on 25 Nov',
      detail: '30 signals: first entry right 12, wrong 12, 6 no-gos',
    });
  });
});

describe('notification time', () => {
  it('is a time today, a weekday within a week and a date before that', () => {
    const times = [NOW, NOW - DAY, NOW - 20 * DAY].map((at) =>
      formatNotificationTime(at, NOW, WAT),
    );
    expect(times).toEqual(['12:57', 'Wed', '6 Nov']);
  });

  it('groups notifications into now, today, yesterday and earlier', () => {
    const ages = [0, 2 * HOUR, DAY, 3 * DAY, 4 * DAY];
    const all = ages.map((age) => about({ kind: 'access', tier: null }, NOW - age));
    expect(
      groupNotifications(all, NOW, WAT).map(({ name, notifications }) => [
        name,
        notifications.length,
      ]),
    ).toEqual([
      ['Now', 1],
      ['Today', 1],
      ['Yesterday', 1],
      ['Earlier', 2],
    ]);
  });
});
