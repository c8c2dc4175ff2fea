import { type Calendar, createCalendar, SPECIFIED_PLANS } from '@quantalgo/contracts/live/calendar';
import { applyCalendarChange } from '@quantalgo/contracts/live/calendarChange';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeCalendar } from '../../../src/data/live/calendar';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { UpcomingSessions } from '../../../src/screens/live/StreamActions';
import { member } from '../../support/member';
import { loggedInAs } from '../../support/render';

let uid: string;
let count = 0;

/** A Monday, before the first session. */
const NOW = Date.parse('2026-11-23T06:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No connection')));
  uid = `upcoming-${++count}`;
  loggedInAs(member({ id: uid, tier: 'starter', dashboardUnlocked: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const keep = (calendar: Calendar) =>
  act(() => withDatabase(uid, (database) => storeCalendar(database, calendar)));

const SPECIFIED = createCalendar(SPECIFIED_PLANS);

const CANCEL = { action: 'cancel', id: 'nyc-session', day: '2026-11-23', on: true } as const;

const MOVE = {
  action: 'move',
  id: 'european-open',
  day: '2026-11-23',
  to: '2026-11-23',
  minute: 600,
} as const;

/** The calendar with one session moved and one cancelled on that Monday. */
function changedDay(): Calendar {
  const moved = applyCalendarChange(SPECIFIED, MOVE, NOW) ?? SPECIFIED;
  return applyCalendarChange(moved, CANCEL, NOW) ?? moved;
}

/** Captures downloaded files. */
function captureDownloads(): Blob[] {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:calendar';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return files;
}

describe('upcoming sessions', () => {
  it('show an empty state without a calendar on the device', async () => {
    render(<UpcomingSessions uid={uid} />);
    expect(await screen.findByText(/isn’t on this device yet/)).toBeVisible();
  });

  it('are shown in the member’s time zone with GMT and duration', async () => {
    await keep(SPECIFIED);
    render(<UpcomingSessions uid={uid} />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      'European Open08:00 GMT · 2 hoursMon 09:00 WAT',
      'NYC Session13:30 GMT · 3 hoursMon 14:30 WAT',
      'Asian Close21:00 GMT · 1.5 hoursMon 22:00 WAT',
    ]);
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  });

  it('label cancelled and moved sessions', async () => {
    await keep(changedDay());
    render(<UpcomingSessions uid={uid} />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      'European OpenMoved10:00 GMT · 2 hourswas Mon 09:00 WATMon 11:00 WAT',
      'NYC SessionCancelled13:30 GMT · 3 hoursMon 14:30 WAT',
      'Asian Close21:00 GMT · 1.5 hoursMon 22:00 WAT',
    ]);
  });

  it('label sessions while the market is closed and remove them from a calendar', async () => {
    vi.setSystemTime(Date.parse('2026-12-25T06:00:00Z'));
    await keep(SPECIFIED);
    const files = captureDownloads();
    render(<UpcomingSessions uid={uid} />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
      'European OpenMarket closed08:00 GMT · 2 hoursFri 09:00 WAT',
      'NYC SessionMarket closed13:30 GMT · 3 hoursFri 14:30 WAT',
      'Asian CloseMarket closed21:00 GMT · 1.5 hoursFri 22:00 WAT',
      'European Open08:00 GMT · 2 hoursMon 09:00 WAT',
    ]);
    await userEvent.click(screen.getByRole('button', { name: /^Remove European Open, Fri/ }));
    expect(await files[0]?.text()).toContain('STATUS:CANCELLED\r\n');
    expect(screen.queryByRole('button', { name: /^Add .*, Fri/ })).toBeNull();
  });

  it('keep a session moved to another day in its old place with its new time', async () => {
    await keep(applyCalendarChange(SPECIFIED, { ...MOVE, to: '2026-11-28' }, NOW) ?? SPECIFIED);
    render(<UpcomingSessions uid={uid} />);
    const [first] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(
      'European OpenMoved08:00 GMT · 2 hoursnow Sat 11:00 WATMon 09:00 WAT',
    );
    expect(screen.queryByRole('button', { name: /^Add European Open, Mon/ })).toBeNull();
  });

  it('show an empty state if none are planned', async () => {
    await keep(createCalendar([]));
    render(<UpcomingSessions uid={uid} />);
    expect(await screen.findByText(/No sessions are planned yet/)).toBeVisible();
  });

  it('mark the running session', async () => {
    vi.setSystemTime(Date.parse('2026-11-23T09:00:00Z'));
    await keep(SPECIFIED);
    render(<UpcomingSessions uid={uid} />);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/^European OpenNow/);
    expect(second).not.toHaveTextContent('Now');
  });

  it('can be saved as a calendar file', async () => {
    await keep(SPECIFIED);
    const files = captureDownloads();
    render(<UpcomingSessions uid={uid} />);
    const add = await screen.findByRole('button', { name: /^Add NYC Session, Mon 14:30 WAT/ });
    await userEvent.click(add);
    const text = await files[0]?.text();
    expect(text).toContain('DTSTART:20261123T133000Z\r\n');
    expect(text).toContain('UID:nyc-session-20261123@');
  });

  it('remove a cancelled session from the member’s calendar', async () => {
    await keep(changedDay());
    const files = captureDownloads();
    render(<UpcomingSessions uid={uid} />);
    const take = await screen.findByRole('button', { name: /^Remove NYC Session, Mon 14:30 WAT/ });
    await userEvent.click(take);
    const text = await files[0]?.text();
    expect(text).toContain('STATUS:CANCELLED\r\n');
    expect(text).toContain('SEQUENCE:2\r\n');
    expect(text).toContain('UID:nyc-session-20261123@');
  });
});
