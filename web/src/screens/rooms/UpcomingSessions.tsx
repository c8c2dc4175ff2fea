import { useNow } from '../../data/core/clock';
import { saveSession, useCalendar } from '../../data/rooms/live/calendar';
import { useZone } from '../../tell';
import { SessionList } from '../../ui/SessionList';

const MINUTE_MS = 60_000;

/** The next live sessions of the calendar. */
export const UpcomingSessions = ({ uid }: { uid: string }) => (
  <SessionList
    calendar={useCalendar(uid)}
    now={useNow(MINUTE_MS)}
    zone={useZone()}
    onSave={saveSession}
  />
);
