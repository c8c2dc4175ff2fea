import {
  gmtText,
  lengthText,
  nextOccurrences,
  type Occurrence,
  type Plan,
  startText,
  type Zone,
} from '@quantalgo/contracts';
import { CalendarPlus } from 'lucide-react';
import { Chip } from './Chip';

/** Live sessions shown at a time. */
const SHOWN = 4;

/** Where the list's times count from, and what adds a session to the member's own calendar. `now` in epoch ms. */
interface Listing {
  readonly now: number;
  readonly zone: Zone;
  readonly onSave: (session: Occurrence) => void;
}

const Session = ({ session, now, zone, onSave }: Listing & { readonly session: Occurrence }) => (
  <li className="flex items-center gap-2 border-t border-line-soft py-2 pr-1.5 pl-4 text-sm">
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-2 font-semibold">
        {session.name}
        {session.startsAt <= now && <Chip tone="good">Now</Chip>}
      </span>
      <span className="block text-xs text-faint tabular-nums">
        {startText(session.startsAt, zone)}
      </span>
    </span>
    <span className="text-right text-muted tabular-nums">
      {gmtText(session.startsAt)}
      <span className="block text-xs text-faint">{lengthText(session)}</span>
    </span>
    <button
      type="button"
      aria-label={`Add ${session.name}, ${startText(session.startsAt, zone)}, to your calendar`}
      title="Add to your calendar"
      onClick={() => onSave(session)}
      className="grid size-11 shrink-0 place-content-center rounded-md text-muted transition-colors hover:bg-sunk hover:text-text"
    >
      <CalendarPlus size={18} aria-hidden />
    </button>
  </li>
);

const Words = ({ children }: { children: string }) => (
  <p className="border-t border-line-soft px-4 py-3 text-sm text-pretty text-muted">{children}</p>
);

/** The next live sessions of staff's calendar, in GMT and by the member's own clock, each as a file for a calendar. */
export function SessionList({
  calendar,
  ...listing
}: Listing & {
  /** Undefined while it is read; `plans` is null while this device has none. */
  readonly calendar:
    { readonly plans: readonly Plan[] | null; readonly failed: boolean } | undefined;
}) {
  if (!calendar?.plans && !calendar?.failed) return <Words>Reading the calendar…</Words>;
  if (!calendar.plans)
    return <Words>The calendar is not on this device yet, and can’t be reached now.</Words>;
  const sessions = nextOccurrences(calendar.plans, listing.now, SHOWN);
  if (sessions.length === 0)
    return <Words>No session is planned yet. Once one is, its time stands here.</Words>;
  return (
    <ul>
      {sessions.map((session) => (
        <Session key={session.id} session={session} {...listing} />
      ))}
    </ul>
  );
}
