import {
  GMT,
  formatGmt,
  listNextOccurrences,
  formatStart,
} from '@quantalgo/contracts/live/calendar';
import { isLive, MAX_EARLY_OPENING_MS } from '@quantalgo/contracts/live/session';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { type LiveHostView, useLiveHostView } from '../../data/console/live';
import { Button } from '../../ui/Button';
import { Panel, SideBySide } from '../../ui/Card';
import { ScreenHead } from '../../ui/Heading';
import { Notice } from '../../ui/Notice';
import { QueryNotice } from './QueryList';
import { HostPanel, useHost } from './HostPanel';
import { SessionCalendar } from './SessionCalendar';

function OpenSession({ view, onDone }: { view: LiveHostView; onDone: () => void }) {
  const now = useNow();
  const online = useOnline();
  const closed = view.sessions.filter(({ closedAt }) => closedAt !== null);
  const closedIds = new Set(closed.map(({ id }) => id));
  const next = listNextOccurrences(view, now, 5).find(({ id }) => !closedIds.has(id));
  const { pending, failure, send } = useHost(onDone);
  const isEarly = next !== undefined && next.startsAt - now > MAX_EARLY_OPENING_MS;
  return (
    <Panel title="Next session">
      <div className="grid gap-3 px-4 pb-4 text-sm">
        {next ? (
          <>
            <p>
              <span className="font-semibold">{next.name}</span>
              <span>{`, ${formatStart(next.startsAt, GMT)}.${isEarly ? ` You can start it from ${formatGmt(next.startsAt - MAX_EARLY_OPENING_MS)}.` : ''}`}</span>
            </p>
            <div>
              <Button
                variant="primary"
                disabled={isEarly || !online}
                busyLabel={pending ? 'Opening…' : undefined}
                onClick={() => void send({ action: 'open', session: next.id })}
              >
                Start the session
              </Button>
            </div>
          </>
        ) : (
          <p className="text-muted">Nothing is planned. Add a session to the calendar first.</p>
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
      </div>
    </Panel>
  );
}

export default function Sessions() {
  const query = useLiveHostView();
  const now = useNow();
  const view = query.data;
  const liveSession = view?.sessions.find((session) => isLive(session, now));
  return (
    <div className="grid gap-4">
      <ScreenHead title="Live sessions">
        What you write appears at once for everyone watching. Times are GMT.
      </ScreenHead>
      <QueryNotice query={query} />
      {view && (
        <SideBySide side={<SessionCalendar calendar={view} onDone={query.reload} />}>
          {liveSession ? (
            <HostPanel
              session={liveSession}
              notes={view.notes.filter(({ session }) => session === liveSession.id)}
              onDone={query.reload}
            />
          ) : (
            <OpenSession view={view} onDone={query.reload} />
          )}
        </SideBySide>
      )}
    </div>
  );
}
