import { SPECIFIED_PLANS, type Plan } from '@quantalgo/contracts';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeCalendar } from '../../../src/data/rooms/live/calendar';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { UpcomingSessions } from '../../../src/screens/rooms/StreamActions';
import { member } from '../../support/member';
import { signedInAs } from '../../support/render';

let uid: string;
let count = 0;

/** A Monday, before the first session. */
const NOW = Date.parse('2026-11-23T06:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No connection')));
  uid = `upcoming-${++count}`;
  signedInAs(member({ id: uid, tier: 'starter', dashboardUnlocked: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const keep = (plans: readonly Plan[]) =>
  act(() => withDatabase(uid, (database) => storeCalendar(database, plans)));

describe('upcoming sessions', () => {
  it('says so while this device has no calendar and can’t get one', async () => {
    render(<UpcomingSessions uid={uid} />);
    expect(await screen.findByText(/not on this device yet/)).toBeVisible();
  });

  it('stand in GMT with their lengths, beside the member’s own clock', async () => {
    await keep(SPECIFIED_PLANS);
    render(<UpcomingSessions uid={uid} />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      'European OpenMon 09:00 WAT08:00 GMT2 hours',
      'NYC SessionMon 14:30 WAT13:30 GMT3 hours',
      'Asian CloseMon 22:00 WAT21:00 GMT1.5 hours',
    ]);
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  });

  it('follow the calendar that staff keep', async () => {
    await keep(SPECIFIED_PLANS.map((plan) => ({ ...plan, cancelled: ['2026-11-23'] })));
    render(<UpcomingSessions uid={uid} />);
    expect(await screen.findByText('Tue 09:00 WAT')).toBeVisible();
    await keep([]);
    expect(await screen.findByText(/No session is planned yet/)).toBeVisible();
  });

  it('marks the one that goes on', async () => {
    vi.setSystemTime(Date.parse('2026-11-23T09:00:00Z'));
    await keep(SPECIFIED_PLANS);
    render(<UpcomingSessions uid={uid} />);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/^European OpenNow/);
    expect(second).not.toHaveTextContent('Now');
  });

  it('save one as a file for a calendar', async () => {
    await keep(SPECIFIED_PLANS);
    const files: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { revokeObjectURL: () => undefined }));
    URL.createObjectURL = (file) => {
      if (file instanceof Blob) files.push(file);
      return 'blob:calendar';
    };
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    render(<UpcomingSessions uid={uid} />);
    const add = await screen.findByRole('button', { name: /^Add NYC Session, Mon 14:30 WAT/ });
    await userEvent.click(add);
    const text = await files[0]?.text();
    expect(text).toContain('DTSTART:20261123T133000Z\r\n');
    expect(text).toContain('UID:nyc-session-20261123@');
  });
});
