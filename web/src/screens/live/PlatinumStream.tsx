import { formatMoment, formatZonedClock } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { formatIsoDay, type Zone, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { getLatestEnd, isLive, type LiveSession } from '@quantalgo/contracts/live/session';
import { Eye, RadioTower } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { useFirstLoad } from '../../data/storage/memberDatabase';
import { getSessionSlots, useSessionSignals } from '../../data/live/signals';
import { type LiveView, useLiveSessions } from '../../data/live/useLiveSessions';
import { findUnattached } from '../../data/network/refusals';
import { useMember } from '../../data/auth/currentSession';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Card, Panel, SideBySide } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { ScreenHead } from '../../ui/Heading';
import { Skeleton } from '../../ui/Loading';
import { Refusals } from '../network/Refusals';
import { AskHost, LiveNotes, PinnedLevels } from './LiveNotes';
import { SessionPerformance, SessionSignals } from './SessionSignals';
import { QuickActions, UpcomingSessions } from './StreamActions';
import { StreamTeaser } from './StreamTeaser';

const TITLE = 'Platinum Stream';

const SUBTITLE = 'Live Digital Options Trading Sessions';

const LiveBadge = () => (
  <Chip tone="good">
    <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-current" />
    <span translate="no">LIVE</span>
  </Chip>
);

/** Elapsed or total time: `2h 34m`, `2h`, `34m`. `now` in epoch ms. */
function formatDuration({ openedAt, closedAt, endsAt }: LiveSession, now: number): string {
  const latestEnd = getLatestEnd({
    closedAt: closedAt === null ? null : Date.parse(closedAt),
    endsAt: Date.parse(endsAt),
  });
  const until = Math.min(now, latestEnd);
  const minutes = Math.max(0, Math.floor((until - Date.parse(openedAt)) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  const remainingMinutes = minutes % 60;
  if (hours === 0) return `${remainingMinutes}m`;
  return remainingMinutes === 0 ? `${hours}h` : `${hours}h ${remainingMinutes}m`;
}

const Clock = () => <span>{formatZonedClock(useNow(), useZone())}</span>;

const SessionFacts = ({
  session,
  now,
  zone,
}: {
  session: LiveSession;
  now: number;
  zone: Zone;
}) => {
  const live = isLive(session, now);
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted tabular-nums">
      {live ? <Clock /> : <span>{formatMoment(Date.parse(session.openedAt), now, zone)}</span>}
      <span>
        <span className="sr-only">Session duration </span>
        <span>{formatDuration(session, now)}</span>
      </span>
      <span className="flex items-center gap-1.5">
        <Eye size={14} aria-hidden />
        <span>{`${session.viewers} ${live ? 'watching' : 'watching at the end'}`}</span>
      </span>
    </p>
  );
};

const NoSession = ({ isKnown }: { isKnown: boolean }) => (
  <Card
    aria-label="Stream"
    className="grid min-h-40 place-content-center justify-items-center gap-3 p-4 text-center"
  >
    <RadioTower size={32} aria-hidden className="text-faint" />
    <p className="max-w-64 text-sm text-pretty text-muted">
      {isKnown
        ? 'No session has been held yet. The calendar shows when the next one begins; its notes appear here as they are written.'
        : 'The sessions aren’t on this device yet. They’ll appear once the server answers.'}
    </p>
  </Card>
);

function StreamPanel({
  uid,
  session,
  view,
}: {
  uid: string;
  session: LiveSession;
  /** With the session’s notes only. */
  view: LiveView;
}) {
  const now = useNow(MINUTE_MS);
  const zone = useZone();
  const live = isLive(session, now);
  const pending = view.pending.filter((item) => item.session === session.id);
  return (
    <Card aria-label="Stream" className="overflow-hidden">
      <div className="grid gap-2 px-4 py-3">
        <h2 className="flex flex-wrap items-center gap-2 text-base">
          <span>{session.name}</span>
          {session.seeded && <DemonstrationTag />}
          {!live && <Chip tone="faint">Ended</Chip>}
        </h2>
        <SessionFacts session={session} now={now} zone={zone} />
      </div>
      <PinnedLevels notes={view.notes} />
      {live && view.silence === null && <AskHost uid={uid} session={session.id} />}
      {live && view.silence !== null && (
        <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">{view.silence}</p>
      )}
      {view.notes.length + pending.length === 0 ? (
        <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          {live ? 'No notes from the host yet.' : 'No notes in this session.'}
        </p>
      ) : (
        <LiveNotes
          uid={uid}
          notes={view.notes}
          pending={pending}
          refusals={view.refusals}
          now={now}
          zone={zone}
        />
      )}
    </Card>
  );
}

const PastSessions = ({
  sessions,
  selectedId,
  onChoose,
}: {
  sessions: readonly LiveSession[];
  selectedId: string;
  onChoose: (id: string) => void;
}) => {
  const now = useNow(MINUTE_MS);
  const zone = useZone();
  return (
    <Panel title="Past sessions">
      <ul>
        {sessions.map(({ id, name, openedAt }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-3 border-t border-line-soft px-4 py-1.5 text-sm"
          >
            <span className="min-w-0">
              <span className="font-semibold">{name}</span>
              <span translate="no" className="block text-xs text-faint tabular-nums">
                {formatMoment(Date.parse(openedAt), now, zone)}
              </span>
            </span>
            {id === selectedId ? (
              <span className="flex min-h-11 items-center text-xs text-faint">Viewing</span>
            ) : (
              <Button size="small" variant="quiet" className="-mr-4" onClick={() => onChoose(id)}>
                Read
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
};

const BackToLive = ({ session, onChoose }: { session: LiveSession; onChoose: () => void }) => (
  <Card
    as="div"
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 pr-2 pl-4 text-sm"
  >
    <p className="min-w-0">
      <span className="font-semibold">{session.name}</span> is live now.
    </p>
    <Button size="small" onClick={onChoose}>
      Watch live
    </Button>
  </Card>
);

function useSelectedSession(view: LiveView) {
  const [choice, choose] = useState<string | null>(null);
  const sessions = view.sessions ?? [];
  const session = sessions.find(({ id }) => id === choice) ?? sessions[0] ?? null;
  return { session, sessions, choose };
}

function Room({ uid, view }: { uid: string; view: LiveView }) {
  const now = useNow(MINUTE_MS);
  const zone = useZone();
  const { session, sessions, choose } = useSelectedSession(view);
  const isToday =
    !session || formatIsoDay(Date.parse(session.openedAt), zone) === formatIsoDay(now, zone);
  const signals = useSessionSignals(session);
  const notes = view.notes.filter((note) => note.session === session?.id);
  const pastSessions = sessions.filter((item) => !isLive(item, now));
  const running = sessions.find((item) => isLive(item, now));
  const hasOtherPast = pastSessions.some(({ id }) => id !== session?.id);
  const slots = session && getSessionSlots(session);
  return (
    <SideBySide
      side={
        <>
          <SessionPerformance
            title={isToday ? "Today's Performance" : 'Session performance'}
            aside={session?.seeded === true && <DemonstrationTag />}
            signals={session ? signals : []}
          />
          <Panel title="Upcoming sessions">
            <UpcomingSessions uid={uid} />
          </Panel>
          <QuickActions
            analysis={
              slots ? `${PATHS.performance}?span=${slots.from}-${slots.to}` : PATHS.performance
            }
          />
          {session && hasOtherPast && (
            <PastSessions sessions={pastSessions} selectedId={session.id} onChoose={choose} />
          )}
        </>
      }
    >
      {running && running.id !== session?.id && (
        <BackToLive session={running} onChoose={() => choose(running.id)} />
      )}
      <Refusals refusals={findUnattached(view.refusals, notes)} />
      {session ? (
        <StreamPanel uid={uid} session={session} view={{ ...view, notes }} />
      ) : (
        <NoSession isKnown={view.sessions !== null} />
      )}
      {session && <SessionSignals signals={signals} />}
    </SideBySide>
  );
}

function LiveStream({ uid }: { uid: string }) {
  const now = useNow(MINUTE_MS);
  const view = useLiveSessions(uid);
  // Offline, the device can't tell if a session is still live.
  const online = useOnline();
  const isFirstLoad = useFirstLoad(view?.sessions, view?.hasFailed);
  const live = online && (view?.sessions?.some((session) => isLive(session, now)) ?? false);
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE} marks={live ? <LiveBadge /> : undefined}>
        {SUBTITLE}
      </ScreenHead>
      {view && !isFirstLoad ? (
        <Room uid={uid} view={view} />
      ) : (
        <div aria-busy="true" aria-label="Loading sessions">
          <Skeleton className="h-svh w-full rounded-lg" />
        </div>
      )}
    </div>
  );
}

function PlatinumStream({ open }: { open: boolean }) {
  const user = useMember();
  if (!open || !user)
    return <StreamTeaser title={TITLE} subtitle={SUBTITLE} marks={<LiveBadge />} />;
  return <LiveStream uid={user.id} />;
}

export default PlatinumStream;
