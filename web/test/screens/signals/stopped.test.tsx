import { WAT } from '@quantalgo/contracts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayStart, type DeskRow, storeDesk } from '../../../src/data/account/desk';
import { serverNow } from '../../../src/data/core/clock';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { UntilStopped } from '../../../src/screens/signals/Stopped';
import { aUser } from '../../support/aUser';
import { signedInAs } from '../../support/render';
import { lostAll, received, settled, SLOT } from './signals';

const DESK: DeskRow = {
  balance: 200,
  leastStake: 0.1,
  signalsADay: 6,
  lostLadders: 2,
  payout: 0.8,
  firstStake: 0.21,
  inAll: 3.93,
  empties: 0,
};

let members = 0;

/** A new member, with these signals of today on their device. */
async function memberWith(lost: number, desk: DeskRow | null): Promise<string> {
  members += 1;
  const id = `stopping-${members}`;
  signedInAs({ ...aUser(), id });
  const today = dayStart(serverNow(), WAT);
  const rows = Array.from({ length: lost + 1 }, (_, index) => ({
    ...received(index),
    createdAt: today + index * 300_000,
    settlement:
      index < lost ? lostAll() : settled({ outcome: 'profit', level: 0 }, [1.0851, 1.0853]),
  }));
  const yesterday = { ...received(90), createdAt: today - 300_000, settlement: lostAll() };
  await withDatabase(id, ({ signals }) => signals.bulkPut([...rows, yesterday]));
  if (desk) await storeDesk(id, desk);
  return id;
}

const show = (uid: string) =>
  render(<UntilStopped uid={uid}>signals</UntilStopped>, { wrapper: MemoryRouter });

beforeEach(() => {
  vi.useRealTimers();
});

describe('the stop', () => {
  it('comes with as many lost ladders of today as end the day, and no loosened desk lifts it', async () => {
    const uid = await memberWith(2, DESK);
    show(uid);
    expect(await screen.findByText('You stopped for today')).toBeVisible();
    expect(screen.getByText(/^2 ladders were lost today\./)).toHaveTextContent('00:00 WAT');
    await storeDesk(uid, { ...DESK, lostLadders: 5 });
    await waitFor(() => expect(screen.queryByText('signals')).toBeNull());
    expect(screen.getByText('You stopped for today')).toBeVisible();
  });

  it('does not come before, nor for whoever set none', async () => {
    show(await memberWith(1, DESK));
    expect(await screen.findByRole('button', { name: 'Stop for today' })).toBeVisible();
    expect(screen.getByText('signals')).toBeVisible();
    const free = await memberWith(4, null);
    show(free);
    expect(screen.queryByText('You stopped for today')).toBeNull();
  });

  it('can be chosen by hand, with a second tap', async () => {
    show(await memberWith(0, DESK));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop for today' }));
    expect(screen.queryByText('You stopped for today')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'No signals until midnight: stop' }));
    expect(await screen.findByText('You stopped for today')).toBeVisible();
  });
});

describe('a day of the stop', () => {
  it('begins at midnight of the zone that the member chose', () => {
    expect(new Date(dayStart(SLOT, WAT)).toISOString()).toBe('2026-11-19T23:00:00.000Z');
    expect(dayStart(dayStart(SLOT, WAT), WAT)).toBe(dayStart(SLOT, WAT));
  });
});
