import { getAudiences } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS, isDocumentPath } from '@quantalgo/contracts/core/paths';
import {
  filterNotifications,
  isUnread,
  type Notification,
  NOTIFICATION_FILTERS,
  type NotificationContent,
  type NotificationFilter,
} from '@quantalgo/contracts/notifications/notification';
import {
  Activity,
  AtSign,
  CalendarClock,
  CircleCheck,
  CircleX,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  Newspaper,
  Settings,
  ShieldAlert,
} from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useZone } from '../../core/zone';
import { useNow } from '../../data/core/clock';
import { useFreshness } from '../../data/sync/freshness';
import { useOnline } from '../../data/core/useOnline';
import { useFirstLoad } from '../../data/storage/memberDatabase';
import { useDetails } from '../../data/notifications/details';
import { markAllRead, markRead, refreshNotifications } from '../../data/notifications/sync';
import {
  type NotificationsView,
  useNotifications,
} from '../../data/notifications/useNotifications';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import {
  describeNotification,
  formatNotificationTime,
  groupNotifications,
  type NotificationText,
} from './text';

type Tone = 'good' | 'bad' | 'plain';

const ICONS: Readonly<Record<Exclude<NotificationContent['kind'], 'decision'>, LucideIcon>> = {
  access: KeyRound,
  ticket: MessageCircle,
  security: ShieldAlert,
  mention: AtSign,
  answer: AtSign,
  session: CalendarClock,
  news: Newspaper,
  day: Activity,
};

const TONES: Readonly<Record<Tone, string>> = {
  good: 'text-call',
  bad: 'text-put',
  plain: 'text-muted',
};

function getLook(content: NotificationContent): { Icon: LucideIcon; tone: Tone } {
  if (content.kind !== 'decision') return { Icon: ICONS[content.kind], tone: 'plain' };
  return content.state === 'approved'
    ? { Icon: CircleCheck, tone: 'good' }
    : { Icon: CircleX, tone: 'bad' };
}

const Item = ({
  notification,
  text,
  time,
  unread,
  onOpen,
}: {
  notification: Notification;
  text: NotificationText;
  time: string;
  unread: boolean;
  onOpen: () => void;
}) => {
  const { Icon, tone } = getLook(notification.content);
  return (
    <li className="border-t border-line-soft">
      <Link
        to={notification.to}
        reloadDocument={isDocumentPath(notification.to)}
        onClick={onOpen}
        className={`flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-sunk ${unread ? 'bg-line-soft/60' : ''}`}
      >
        <span
          className={`grid size-9 shrink-0 place-content-center self-start rounded-lg bg-line-soft ${TONES[tone]}`}
        >
          <Icon size={18} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span className="line-clamp-2 flex-1 basis-32 text-sm font-semibold wrap-anywhere text-text">
              {unread && <span className="sr-only">Unread: </span>}
              <span>{text.title}</span>
            </span>
            <span translate="no" className="shrink-0 text-sm text-muted tabular-nums">
              {time}
            </span>
          </span>
          <span className="line-clamp-2 text-sm text-muted">{text.detail}</span>
        </span>
        <span
          aria-hidden
          className={`size-2 shrink-0 self-start rounded-full forced-color-adjust-none ${unread ? 'mt-1.5 bg-text' : ''}`}
        />
      </Link>
    </li>
  );
};

const FILTER_WORDS: Readonly<Record<NotificationFilter, string>> = {
  all: 'All',
  unread: 'Unread',
  account: 'Account',
  signals: 'Signals',
};

const FilterBar = ({
  filter,
  unread,
  onChoose,
}: {
  filter: NotificationFilter;
  unread: number;
  onChoose: (filter: NotificationFilter) => void;
}) => (
  <div
    role="group"
    aria-label="Show"
    className="flex w-max max-w-full overflow-x-auto rounded-lg border border-line"
  >
    {NOTIFICATION_FILTERS.map((option) => (
      <button
        key={option}
        type="button"
        aria-pressed={option === filter}
        onClick={() => onChoose(option)}
        className="min-h-11 border-line px-3.5 text-sm whitespace-nowrap text-muted tabular-nums not-first:border-l hover:text-text aria-pressed:bg-line-soft aria-pressed:font-semibold aria-pressed:text-text lg:min-h-10"
      >
        {option === 'unread' && unread > 0
          ? `${FILTER_WORDS[option]} ${unread}`
          : FILTER_WORDS[option]}
      </button>
    ))}
  </div>
);

const EMPTY_TEXTS: Readonly<Record<NotificationFilter, string>> = {
  all: 'Nothing yet. Decisions, replies, mentions and a daily summary of your signals appear here.',
  unread: 'You’ve read everything.',
  account: 'Nothing about your account in the last 30 days.',
  signals: 'No signals or live sessions in the last few days.',
};

const Loading = () => (
  <div aria-busy="true" className="grid gap-px">
    <span className="sr-only" role="status">
      Loading your notifications
    </span>
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex min-h-16 items-center gap-3 border-t border-line-soft px-4">
        <Skeleton className="size-9" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      </div>
    ))}
  </div>
);

function listDetailIds(notifications: readonly Notification[]) {
  const contents = notifications.map(({ content }) => content);
  return {
    days: contents.flatMap((content) => (content.kind === 'day' ? [content.day] : [])),
    tickets: contents.flatMap((content) =>
      content.kind === 'ticket' ? (content.ticket ?? []) : [],
    ),
    posts: contents.flatMap((content) => (content.kind === 'answer' ? (content.post ?? []) : [])),
    messages: contents.flatMap((content) =>
      content.kind === 'mention' ? (content.post ?? []) : [],
    ),
  };
}

function Listed({
  uid,
  view,
  filter,
  limit,
  onOpen,
}: {
  uid: string;
  view: NotificationsView;
  filter: NotificationFilter;
  limit: number;
  onOpen: () => void;
}) {
  const { notifications, read } = view;
  const zone = useZone();
  const now = useNow(60_000);
  // Loads the details of all notifications, so that another filter shows its texts at once.
  const details = useDetails(useMemo(() => listDetailIds(notifications), [notifications]));
  if (!details) return <Loading />;
  const visibleNotifications = filterNotifications(notifications, filter, read).slice(0, limit);
  if (visibleNotifications.length === 0)
    return <p className="px-4 py-8 text-sm text-pretty text-muted">{EMPTY_TEXTS[filter]}</p>;
  return groupNotifications(visibleNotifications, now, zone).map((group) => (
    <section key={group.name} aria-label={group.name}>
      <h2 className="px-4 pt-4 pb-1.5 text-sm font-semibold text-muted">{group.name}</h2>
      <ul>
        {group.notifications.map((notification) => (
          <Item
            key={notification.id}
            notification={notification}
            text={describeNotification(notification, { details, zone, now })}
            time={formatNotificationTime(notification.at, now, zone)}
            unread={isUnread(notification, read)}
            onOpen={() => {
              void markRead(uid, [notification]);
              onOpen();
            }}
          />
        ))}
      </ul>
    </section>
  ));
}

function Offline({ failed }: { failed: boolean }) {
  const online = useOnline();
  if (online && !failed) return null;
  return (
    <div className="px-4 pt-3">
      <Notice>
        {online
          ? 'We couldn’t check for new notifications. This list was saved on your device.'
          : 'You are offline. This list was saved on your device. Notifications you open now will be marked as read.'}
      </Notice>
    </div>
  );
}

/** @returns true if the last request failed */
function useRefresh(uid: string): boolean {
  const online = useOnline();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!online) return;
    let isUnmounted = false;
    void refreshNotifications(uid).then((isAnswered) => {
      if (!isUnmounted) setFailed(!isAnswered);
    });
    return () => {
      isUnmounted = true;
    };
  }, [uid, online]);
  return failed;
}

export function NotificationList({
  member,
  title,
  limit = Infinity,
  onOpen = () => undefined,
}: {
  member: User;
  title: ReactNode;
  limit?: number;
  onOpen?: () => void;
}) {
  const { id: uid } = member;
  const view = useNotifications(member);
  const failed = useRefresh(uid);
  const [filter, setFilter] = useState<NotificationFilter>('all');
  const isSynced = useFreshness().state !== 'loading' || getAudiences(member).length === 0;
  const [isNewDevice, setIsNewDevice] = useState<boolean>();
  if (view && isNewDevice === undefined) setIsNewDevice(view.receivedAt === null);
  // Both are waited for, because the days' summaries change with the first signals.
  const isComplete = isNewDevice === false || (isSynced && view?.receivedAt !== null);
  const isFirstLoad = useFirstLoad(view && (isComplete ? true : null), failed);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3 pb-1">
        {title}
        <div className="flex items-center">
          <Button
            variant="quiet"
            size="small"
            className="px-3! text-text!"
            disabled={view === undefined || view.unread.length === 0}
            onClick={() => void markAllRead(uid, view?.notifications ?? [])}
          >
            Mark all as read
          </Button>
          <Link
            to={`${PATHS.settings}#notifications`}
            onClick={onOpen}
            aria-label="Notification settings"
            title="Notification settings"
            className="grid size-11 place-content-center rounded-md text-muted hover:text-text"
          >
            <Settings size={20} aria-hidden />
          </Link>
        </div>
      </div>
      <div className="px-4 py-1.5">
        <FilterBar filter={filter} unread={view?.unread.length ?? 0} onChoose={setFilter} />
      </div>
      <Offline failed={failed} />
      {!view || isFirstLoad ? (
        <Loading />
      ) : (
        <Listed uid={uid} view={view} filter={filter} limit={limit} onOpen={onOpen} />
      )}
    </>
  );
}
