import * as z from 'zod/mini';
import {
  type Access,
  canUseFeature,
  type GrantableTier,
  type Tier,
  tierSchema,
} from '../access/access';
import { PATHS } from '../core/paths';
import { DAY_MS, firestoreTimeSchema, HOUR_MS } from '../core/time';
import {
  type Calendar,
  CHANGE_LEAD_MS,
  type ListedSession,
  listCalendarSessions,
} from '../live/calendar';
import { toChangeReminderId, toStartReminderId } from '../live/reminderIds';
import { isRead, type ReadMark } from '../account/readMark';

export const NOTIFICATION_TTL_MS = 30 * DAY_MS;

export const MAX_NOTIFICATIONS = 100;

export const MAX_SOCIAL_NOTIFICATIONS = 50;

export const ACCOUNT_EVENTS = ['access', 'ticket', 'security'] as const;

/** Caused by other members. They never crowd account events out of the bell. */
export const SOCIAL_EVENTS = ['mention', 'answer'] as const;

export const BELL_EVENTS = [...ACCOUNT_EVENTS, ...SOCIAL_EVENTS] as const;

type BellEventName = (typeof BELL_EVENTS)[number];

/** The bell never lists tests. */
export const MEMBER_EVENTS = [...BELL_EVENTS, 'test'] as const;

export type MemberEventName = (typeof MEMBER_EVENTS)[number];

/** An event of one member, as queued for their devices. `at`: epoch ms. */
export const memberEventSchema = z.object({
  id: z.string(),
  event: z.string(),
  /**
   * Depends on the event: the tier, the ticket's id, the post's id, or the kind of security event.
   */
  about: z.nullable(z.string()),
  at: z.number(),
});

export type MemberEvent = z.infer<typeof memberEventSchema>;

export const memberEventDocumentSchema = z.object({
  event: z.string(),
  about: z.nullable(z.string()),
  createdAt: firestoreTimeSchema,
});

export const toMemberEvent = (
  id: string,
  { event, about, createdAt }: z.infer<typeof memberEventDocumentSchema>,
): MemberEvent => ({ id, event, about, at: createdAt });

/** `at`: epoch ms. */
export const sentNewsSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  to: z.string(),
  at: z.number(),
});

export type SentNews = z.infer<typeof sentNewsSchema>;

/** `approvedAs`: the tier that the submission was enough for. The member’s own may be higher. */
type DecisionOutcome =
  | { readonly state: 'approved'; readonly approvedAs: GrantableTier }
  | { readonly state: 'rejected'; readonly reason: string };

/** A decided proof or account setup. `at`: epoch ms. */
export type Decision = DecisionOutcome & {
  readonly of: 'proof' | 'setup';
  readonly id: string;
  readonly at: number;
};

/**
 * A day with signals, in the member's zone. Times in epoch ms. `last`: time of the newest signal.
 */
export interface SignalDay {
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly last: number;
}

export const SECURITY_EVENTS = [
  'new-login',
  'second-factor',
  'telegram-linked',
  'telegram-unlinked',
] as const;

export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Pages that the bell’s entries and the pushes open. */
export const EVENT_PATHS = {
  access: PATHS.dashboard,
  ticket: PATHS.support,
  mention: PATHS.essentialRoom,
  answer: PATHS.community,
} as const satisfies Record<Exclude<BellEventName, 'security'>, string>;

export const SECURITY_PATHS: Readonly<Record<SecurityEvent, string>> = {
  'new-login': `${PATHS.settings}#devices`,
  'second-factor': `${PATHS.settings}#password`,
  'telegram-linked': `${PATHS.settings}#telegram`,
  'telegram-unlinked': `${PATHS.settings}#telegram`,
};

export type NotificationContent =
  | ({ readonly kind: 'decision' } & Pick<Decision, 'of'> & DecisionOutcome)
  | { readonly kind: 'access'; readonly tier: Tier | null }
  | { readonly kind: 'ticket'; readonly ticket: string | null }
  | { readonly kind: 'security'; readonly what: SecurityEvent }
  | { readonly kind: 'mention' | 'answer'; readonly post: string | null }
  | { readonly kind: 'session'; readonly session: ListedSession }
  | { readonly kind: 'news'; readonly title: string; readonly text: string }
  | { readonly kind: 'day'; readonly day: SignalDay; readonly isOver: boolean };

export interface Notification {
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  readonly to: string;
  readonly content: NotificationContent;
  /** Ids of the pushes that leave the tray once this is read. */
  readonly pushes: readonly string[];
}

export interface NotificationSources {
  readonly access: Access;
  readonly events: readonly MemberEvent[];
  readonly news: readonly SentNews[];
  readonly decisions: readonly Decision[];
  readonly calendar: Calendar | null;
  readonly days: readonly SignalDay[];
}

const parseTier = (about: string | null): Tier | null => tierSchema.safeParse(about).data ?? null;

const DECISION_PATHS = { proof: PATHS.linkTrader, setup: PATHS.accountSetup } as const;

function toDecisionNotification(decision: Decision, { events }: NotificationSources): Notification {
  const { id, at, ...content } = decision;
  const { of, state } = content;
  return {
    id: `${of}:${id}:${state}`,
    at,
    to: state === 'approved' ? PATHS.dashboard : DECISION_PATHS[of],
    content: { kind: 'decision', ...content },
    pushes: events.filter((event) => isGrantedBy(event, decision)).map((event) => event.id),
  };
}

/** An approval and the access change that it makes are written with the same time. */
const isGrantedBy = ({ event, at }: MemberEvent, decision: Decision): boolean =>
  event === 'access' && decision.state === 'approved' && at === decision.at;

type Description = Pick<Notification, 'to' | 'content'>;

/** Null for an unknown kind of event. */
const EVENT_DESCRIPTIONS: Readonly<
  Record<BellEventName, (about: string | null) => Description | null>
> = {
  access: (about) => ({
    to: EVENT_PATHS.access,
    content: { kind: 'access', tier: parseTier(about) },
  }),
  ticket: (about) => ({ to: EVENT_PATHS.ticket, content: { kind: 'ticket', ticket: about } }),
  mention: (about) => ({ to: EVENT_PATHS.mention, content: { kind: 'mention', post: about } }),
  answer: (about) => ({ to: EVENT_PATHS.answer, content: { kind: 'answer', post: about } }),
  security: describeSecurityEvent,
};

function describeSecurityEvent(about: string | null): Description | null {
  const what = SECURITY_EVENTS.find((kind) => kind === about);
  return what ? { to: SECURITY_PATHS[what], content: { kind: 'security', what } } : null;
}

/** Null for events of a newer server, too. */
function describeEvent({ event, about }: MemberEvent): Description | null {
  const name = BELL_EVENTS.find((bellEvent) => bellEvent === event);
  return name ? EVENT_DESCRIPTIONS[name](about) : null;
}

function toEventNotifications(
  event: MemberEvent,
  { decisions }: NotificationSources,
): Notification[] {
  const description = describeEvent(event);
  if (!description || decisions.some((decision) => isGrantedBy(event, decision))) return [];
  return [{ id: event.id, at: event.at, ...description, pushes: [event.id] }];
}

const toNewsNotification = ({ id, title, text, to, at }: SentNews): Notification => ({
  id,
  at,
  to,
  content: { kind: 'news', title, text },
  pushes: [id],
});

const SESSION_LEAD_MS = HOUR_MS;

const SESSION_TTL_MS = 2 * DAY_MS;

function toSessionNotifications(session: ListedSession, now: number): Notification[] {
  const { startsAt, standing } = session;
  if (standing.type === 'away' || standing.type === 'closed') return [];
  const leadMs = standing.type === 'cancelled' ? CHANGE_LEAD_MS : SESSION_LEAD_MS;
  // A change at short notice is newer than what a member marked as read before it.
  const at = Math.max(startsAt - leadMs, 'changedAt' in standing ? standing.changedAt : 0);
  const content = { kind: 'session', session } as const;
  const startId = toStartReminderId(session);
  const changeIds = 'revision' in standing ? [toChangeReminderId(session, standing)] : [];
  return [
    {
      id: changeIds[0] ?? startId,
      at,
      to: PATHS.platinumStream,
      content,
      // The start's reminder may follow after this was read, so it stays in the tray until then.
      pushes: now < startsAt ? changeIds : [...changeIds, startId],
    },
  ];
}

function listSessions({ access, calendar }: NotificationSources, now: number): Notification[] {
  if (!calendar || !canUseFeature('platinum-stream', access)) return [];
  const sessions = listCalendarSessions(calendar, now - SESSION_TTL_MS, now + CHANGE_LEAD_MS);
  return sessions
    .flatMap((session) => toSessionNotifications(session, now))
    .filter(({ at }) => at <= now);
}

function toDayNotification(day: SignalDay, now: number): Notification {
  const isOver = day.end <= now;
  return {
    id: `day:${day.day}`,
    at: isOver ? day.end - 1 : day.last,
    to: PATHS.signals,
    content: { kind: 'day', day, isOver },
    pushes: [],
  };
}

const compareNotifications = (a: Notification, b: Notification) =>
  b.at - a.at || (a.id < b.id ? -1 : 1);

/**
 * A member's notifications, newest first. The same sources give the same list on every device.
 * `now` in epoch ms. Keeps events dated after `now`, because the device's clock may be slow.
 */
export function deriveNotifications(
  sources: NotificationSources,
  now: number,
): readonly Notification[] {
  const notifications = [
    ...sources.decisions.map((decision) => toDecisionNotification(decision, sources)),
    ...sources.events.flatMap((event) => toEventNotifications(event, sources)),
    ...sources.news.map(toNewsNotification),
    ...listSessions(sources, now),
    ...sources.days.map((day) => toDayNotification(day, now)),
  ];
  return notifications
    .filter(({ at }) => at > now - NOTIFICATION_TTL_MS)
    .sort(compareNotifications)
    .slice(0, MAX_NOTIFICATIONS);
}

/** The current day's summary changes with every signal, so it never counts as unread. */
export const isUnread = (notification: Notification, mark: ReadMark): boolean =>
  !(notification.content.kind === 'day' && !notification.content.isOver) &&
  !isRead(notification, mark);

export const NOTIFICATION_FILTERS = ['all', 'unread', 'account', 'signals'] as const;

export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number];

const FILTERED_KINDS: Readonly<
  Record<'account' | 'signals', readonly NotificationContent['kind'][]>
> = {
  account: ['decision', 'access', 'ticket', 'security'],
  signals: ['day', 'session'],
};

export function filterNotifications(
  notifications: readonly Notification[],
  filter: NotificationFilter,
  mark: ReadMark,
): readonly Notification[] {
  if (filter === 'all') return notifications;
  if (filter === 'unread')
    return notifications.filter((notification) => isUnread(notification, mark));
  return notifications.filter(({ content }) => FILTERED_KINDS[filter].includes(content.kind));
}

/**
 * Opening their page marks these as read. The pages of news and decisions don't repeat their
 * content.
 */
const READ_BY_VISIT: readonly NotificationContent['kind'][] = [
  'ticket',
  'mention',
  'answer',
  'session',
  'day',
];

export const isReadByVisit = ({ to, content }: Notification, path: string): boolean =>
  to === path && READ_BY_VISIT.includes(content.kind);
