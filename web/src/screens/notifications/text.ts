import { TIER_NAMES } from '@quantalgo/contracts/access/access';
import { formatDate, formatTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import { DAY_MS, dayStart, HOUR_MS, WEEK_MS, type Zone } from '@quantalgo/contracts/core/time';
import { formatLength, formatWeekday } from '@quantalgo/contracts/live/calendar';
import type {
  Notification,
  NotificationContent,
} from '@quantalgo/contracts/notifications/notification';
import { SECURITY_TEXTS } from '@quantalgo/contracts/notifications/securityTexts';
import { pluralize } from '../../core/pluralize';
import type { DayFigures, NotificationDetails } from '../../data/notifications/details';

export interface NotificationText {
  readonly title: string;
  readonly detail: string;
}

interface TextContext {
  readonly details: NotificationDetails;
  readonly zone: Zone;
  /** Epoch ms. */
  readonly now: number;
}

const ROOMS = {
  starter: 'Signals, the network and the tools are open.',
  essential: 'All rooms are open.',
} as const;

const SUBMISSIONS = { proof: 'proof', setup: 'account setup' } as const;

type Content<K extends NotificationContent['kind']> = Extract<
  NotificationContent,
  { readonly kind: K }
>;

function describeDecision(decision: Content<'decision'>): NotificationText {
  const { of } = decision;
  const noun = SUBMISSIONS[of];
  if (decision.state === 'rejected')
    return { title: `Your ${noun} was not accepted`, detail: decision.reason };
  return {
    title: `Your ${noun} was approved`,
    detail: `It qualifies you for ${TIER_NAMES[decision.approvedAs]}.`,
  };
}

function describeAccess({ tier }: Content<'access'>): NotificationText {
  if (tier === null)
    return { title: 'Your access has changed', detail: 'Your dashboard shows what is open now.' };
  return tier === 'guest'
    ? {
        title: 'Your dashboard is locked',
        detail: 'If you think this is a mistake, contact support.',
      }
    : { title: `Your tier is now ${TIER_NAMES[tier]}`, detail: ROOMS[tier] };
}

function describeSecurityEvent({ what }: Content<'security'>): NotificationText {
  const { title, advice } = SECURITY_TEXTS[what];
  return { title, detail: advice };
}

const quote = (text: string) => `“${text.replace(/\s+/g, ' ').trim()}”`;

function describeTicket(
  { ticket: id }: Content<'ticket'>,
  { tickets }: NotificationDetails,
): NotificationText {
  const ticket = id === null ? undefined : tickets.get(id);
  const answer = ticket?.messages.findLast(({ from }) => from === 'staff');
  const detail = answer ? quote(answer.text) : 'Open your ticket to read the reply.';
  return { title: 'Support has replied', detail };
}

function describePost(
  { kind, post: id }: Content<'mention' | 'answer'>,
  { posts }: NotificationDetails,
): NotificationText {
  const post = id === null ? undefined : posts.get(id);
  const isReadable = post?.gone === null && post.name !== '';
  const name = isReadable ? post.name : 'Someone';
  const place = kind === 'answer' ? 'In the Trader’s Network.' : 'In the Essential Room.';
  return {
    title: kind === 'answer' ? `${name} replied to your post` : `${name} mentioned you`,
    detail: isReadable && post.text !== '' ? quote(post.text) : place,
  };
}

const DAY_NAMES = { 0: 'today', 1: 'tomorrow' } as const;

function formatSessionStart(startsAt: number, { zone, now }: TextContext): string {
  const days = Math.round((dayStart(startsAt, zone) - dayStart(now, zone)) / DAY_MS);
  const time = formatZonedTime(startsAt, zone);
  if (days === 0 || days === 1) return `${DAY_NAMES[days]}, ${time}`;
  return `on ${formatDate(startsAt, zone)}, ${time}`;
}

function describeSession({ session }: Content<'session'>, context: TextContext): NotificationText {
  const start = formatSessionStart(session.startsAt, context);
  if (session.standing.type === 'cancelled')
    return { title: `${session.name} is cancelled`, detail: `It was due ${start}.` };
  const isMoved = session.standing.type === 'moved';
  return {
    title: `${session.name} ${start}`,
    detail: `Platinum Stream, ${formatLength(session)}${isMoved ? ', moved to this time' : ''}`,
  };
}

function formatDayFigures({ signals, right, wrong, even, noGo }: DayFigures): string {
  const entries = [
    right + wrong + even > 0 && `first entry right ${right}, wrong ${wrong}`,
    even > 0 && `break-even ${even}`,
    noGo > 0 && pluralize(noGo, 'no-go'),
  ].filter((part) => part !== false);
  return [pluralize(signals, 'signal'), entries.join(', ')]
    .filter((part) => part !== '')
    .join(': ');
}

function describeDay(
  { day, isOver }: Content<'day'>,
  { details, zone }: TextContext,
): NotificationText {
  const figures = details.days.get(day.day);
  const date = formatDate(day.start, zone).replace(/ \d{4}$/, '');
  return {
    title: isOver ? `Your signals on ${date}` : 'Your signals so far today',
    detail: figures ? formatDayFigures(figures) : '',
  };
}

export function describeNotification(
  { content }: Notification,
  context: TextContext,
): NotificationText {
  switch (content.kind) {
    case 'decision':
      return describeDecision(content);
    case 'access':
      return describeAccess(content);
    case 'security':
      return describeSecurityEvent(content);
    case 'ticket':
      return describeTicket(content, context.details);
    case 'mention':
    case 'answer':
      return describePost(content, context.details);
    case 'session':
      return describeSession(content, context);
    case 'news':
      return { title: content.title, detail: content.text };
    case 'day':
      return describeDay(content, context);
  }
}

/** `12:41` today, `Wed` within a week, then `19 Nov`. */
export function formatNotificationTime(at: number, now: number, zone: Zone): string {
  if (at >= dayStart(now, zone)) return formatTime(at, zone);
  if (now - at < WEEK_MS) return formatWeekday(new Date(at + zone.utcOffsetMs(at)).getUTCDay());
  return formatDate(at, zone).replace(/ \d{4}$/, '');
}

function getGroup(at: number, now: number, zone: Zone): string {
  if (now - at < HOUR_MS) return 'Now';
  const today = dayStart(now, zone);
  if (at >= today) return 'Today';
  return at >= dayStart(today - 1, zone) ? 'Yesterday' : 'Earlier';
}

export interface NotificationGroup {
  readonly name: string;
  readonly notifications: readonly Notification[];
}

export function groupNotifications(
  notifications: readonly Notification[],
  now: number,
  zone: Zone,
): readonly NotificationGroup[] {
  const groups = new Map<string, Notification[]>();
  for (const notification of notifications) {
    const name = getGroup(notification.at, now, zone);
    groups.set(name, [...(groups.get(name) ?? []), notification]);
  }
  return [...groups].map(([name, items]) => ({ name, notifications: items }));
}
