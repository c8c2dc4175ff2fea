import type { Zone } from '@quantalgo/contracts/core/time';
import {
  type Calendar,
  formatGmt,
  formatLength,
  type ListedSession,
  listNextSessions,
  formatStart,
} from '@quantalgo/contracts/live/calendar';
import { CalendarMinus, CalendarPlus } from 'lucide-react';
import { Chip } from './Chip';

const MAX_SESSIONS = 4;

/** `now` in epoch ms. */
interface ListProps {
  readonly now: number;
  readonly zone: Zone;
  readonly onSave: (session: ListedSession, calendar: Calendar) => void;
}

interface SessionProps {
  readonly session: ListedSession;
  readonly now: number;
}

const isCancelled = ({ standing: { type } }: ListedSession): boolean =>
  type === 'cancelled' || type === 'closed';

const SessionStatus = ({ session: { standing, startsAt }, now }: SessionProps) => {
  if (standing.type === 'cancelled') return <Chip tone="warning">Cancelled</Chip>;
  if (standing.type === 'closed') return <Chip tone="neutral">Market closed</Chip>;
  if (standing.type !== 'away' && startsAt <= now) return <Chip tone="good">Now</Chip>;
  return standing.type !== 'planned' && <Chip tone="warning">Moved</Chip>;
};

/** Downloads a calendar file that adds the session, or removes a cancelled one. */
function SaveButton({
  session,
  zone,
  onSave,
}: Pick<ListProps, 'zone'> & { readonly session: ListedSession; readonly onSave: () => void }) {
  const label = `${session.name}, ${formatStart(session.startsAt, zone)}`;
  const isOff = isCancelled(session);
  const Icon = isOff ? CalendarMinus : CalendarPlus;
  return (
    <button
      type="button"
      aria-label={isOff ? `Remove ${label}, from your calendar` : `Add ${label}, to your calendar`}
      title={isOff ? 'Remove from your calendar' : 'Add to your calendar'}
      onClick={onSave}
      className="grid size-11 shrink-0 place-content-center rounded-md text-muted transition-colors hover:bg-sunk hover:text-text"
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}

const Session = ({
  session,
  now,
  zone,
  onSave,
}: SessionProps & Pick<ListProps, 'zone'> & { readonly onSave: () => void }) => {
  const { name, startsAt, standing } = session;
  const isAway = standing.type === 'away';
  const strikeClass = isAway || isCancelled(session) ? 'line-through' : '';
  return (
    <li className="flex items-center gap-2 border-t border-line-soft py-2 pr-1.5 pl-4 text-sm">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 font-semibold">
          <span className={strikeClass}>{name}</span>
          <SessionStatus session={session} now={now} />
        </span>
        <span translate="no" className="block text-xs text-muted tabular-nums">
          <span className={strikeClass}>{`${formatGmt(startsAt)} · ${formatLength(session)}`}</span>
          {standing.type === 'moved' && (
            <span className="block">{`was ${formatStart(standing.from, zone)}`}</span>
          )}
          {isAway && <span className="block">{`now ${formatStart(standing.to, zone)}`}</span>}
        </span>
      </span>
      <span translate="no" className={`text-right font-semibold tabular-nums ${strikeClass}`}>
        {formatStart(startsAt, zone)}
      </span>
      {isAway ? (
        <span className="w-11 shrink-0" />
      ) : (
        <SaveButton session={session} zone={zone} onSave={onSave} />
      )}
    </li>
  );
};

const Message = ({ children, className = '' }: { children: string; className?: string }) => (
  <p className={`border-t border-line-soft px-4 py-3 text-sm text-pretty text-muted ${className}`}>
    {children}
  </p>
);

/** Cancelled sessions stay listed until their planned end. */
export function SessionList({
  view,
  now,
  zone,
  onSave,
}: ListProps & {
  /** Undefined while loading; `calendar` is null while this device has none. */
  readonly view: { readonly calendar: Calendar | null; readonly failed: boolean } | undefined;
}) {
  // As high as the list, so that it moves nothing below.
  if (!view?.calendar && !view?.failed)
    return <Message className="min-h-61 lg:min-h-74">Loading the calendar…</Message>;
  const { calendar } = view;
  if (!calendar)
    return <Message>The calendar isn’t on this device yet and couldn’t be loaded.</Message>;
  const sessions = listNextSessions(calendar, now, MAX_SESSIONS);
  if (sessions.length === 0)
    return <Message>No sessions are planned yet. New ones will appear here.</Message>;
  return (
    <ul>
      {sessions.map((session) => (
        <Session
          key={`${session.id} ${session.startsAt}`}
          session={session}
          now={now}
          zone={zone}
          onSave={() => onSave(session, calendar)}
        />
      ))}
    </ul>
  );
}
