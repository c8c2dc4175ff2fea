import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { dayStart, WAT } from '@quantalgo/contracts/core/time';
import type { DeskFigures } from '@quantalgo/contracts/settings/desk';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeDesk } from '../../../src/data/settings/desk';
import { clockOffset, serverNow } from '../../../src/data/core/clock';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { storeDigests } from '../../../src/data/storage/digests';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import Shell from '../../../src/app/shell/Shell';
import { markProven } from '../../../src/data/core/firstPaint';
import { LadderStop } from '../../../src/screens/signals/LadderStop';
import { UntilStopped } from '../../../src/screens/signals/Stopped';
import { aSignal } from '../../support/aSignal';
import { aUser } from '../../support/aUser';
import { loggedInAs } from '../../support/render';
import { lostAll, settled, SLOT } from './signals';

const DESK: DeskFigures = { balance: 200, leastStake: 0.1, signalsADay: 6, lostLadders: 2 };

// The sync needs Firebase, which this test doesn't load.
vi.mock('../../../src/data/sync/start', () => ({ startSync: () => () => undefined }));

let members = 0;

/**
 * Creates a member with today's signals on the device: `lost` losses, of which the first
 * `differing` differ from their seal, then a win.
 */
async function memberWith(lost: number, changes: Partial<User>, differing = 0): Promise<User> {
  members += 1;
  const member = aUser({ id: `stopping-${members}`, ...changes });
  loggedInAs(member);
  const today = dayStart(serverNow(), WAT);
  const won = settled({ outcome: 'profit', level: 0 }, [1.0851, 1.0853]);
  const at = (slots: number, settlement = lostAll()) => ({
    ...aSignal(today + slots * SLOT_MS, { settlement }),
    receivedAt: today,
    live: true,
    ...(slots >= 0 && slots < differing && { differs: true as const }),
  });
  const rows = [at(-1), ...Array.from({ length: lost }, (_, slots) => at(slots)), at(lost, won)];
  await withDatabase(member.id, async ({ signals, digests }) => {
    await signals.bulkPut(rows);
    await storeDigests(digests, rows);
  });
  return member;
}

/** The room with the stop that every screen mounts. */
const show = ({ id }: User) =>
  render(
    <>
      <LadderStop uid={id} />
      <UntilStopped uid={id}>signals</UntilStopped>
    </>,
    { wrapper: MemoryRouter },
  );

const MIDNIGHT = () => new Date(dayStart(serverNow(), WAT) + 24 * 60 * 60_000).toISOString();

/** Items pending in the outbox. */
const readPending = async ({ id }: User) =>
  (await readOutboxItems(id)).map(({ content }) => content);

/** Waits for the stop to be queued. */
const isSent = (member: User) =>
  waitFor(async () =>
    expect(await readPending(member)).toContainEqual({
      kind: 'settings',
      body: { stoppedUntil: MIDNIGHT(), saw: {} },
    }),
  );

beforeEach(() => {
  vi.useRealTimers();
  clockOffset.set(null);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});
afterEach(() => vi.unstubAllGlobals());

describe('stop for today', () => {
  it('starts at the lost-ladder limit and is not lifted by a higher limit', async () => {
    const member = await memberWith(2, { desk: DESK });
    show(member);
    expect(await screen.findByText('You stopped for today')).toBeVisible();
    expect(screen.getByText(/^2 ladders were lost today\./).parentElement).toHaveTextContent(
      '00:00 WAT',
    );
    await isSent(member);
    await storeDesk(member, { ...DESK, lostLadders: 5 }, DESK);
    await waitFor(() => expect(screen.queryByText('signals')).toBeNull());
    expect(await screen.findByText('You stopped for today')).toBeVisible();
  });

  it('starts on any open screen', { timeout: 60_000 }, async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No connection')));
    markProven();
    const member = await memberWith(2, { desk: DESK });
    render(
      <MemoryRouter initialEntries={[PATHS.journal]}>
        <Routes>
          <Route element={<Shell />}>
            <Route path={PATHS.journal} element="journal" />
          </Route>
        </Routes>
      </MemoryRouter>,
    );
    expect(screen.getByText('journal')).toBeVisible();
    await isSent(member);
  });

  it('ends at midnight and is not restarted by the previous day’s losses', async () => {
    const member = await memberWith(2, { desk: DESK });
    show(member);
    expect(await screen.findByText('You stopped for today')).toBeVisible();
    await isSent(member);
    const offset = Date.parse(MIDNIGHT()) + 10_000 - Date.now();
    act(() => clockOffset.set({ offset, roundTrip: 0 }));
    expect(await screen.findByText('signals')).toBeVisible();
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(screen.getByText('signals')).toBeVisible();
    expect(await readPending(member)).toHaveLength(1);
  });

  it('applies when set on another device, without a desk or connection, until it ends', async () => {
    const member = await memberWith(0, { stoppedUntil: MIDNIGHT() });
    const { unmount } = show(member);
    expect(await screen.findByText('You stopped for today')).toBeVisible();
    unmount();
    const over = await memberWith(0, {
      stoppedUntil: new Date(serverNow() - 60_000).toISOString(),
    });
    show(over);
    expect(screen.getByText('signals')).toBeVisible();
  });

  it('does not start below the limit or without a desk', async () => {
    show(await memberWith(1, { desk: DESK }));
    expect(await screen.findByRole('button', { name: 'Stop for today' })).toBeVisible();
    expect(screen.getByText('signals')).toBeVisible();
    const free = await memberWith(4, {});
    show(free);
    expect(screen.queryByText('You stopped for today')).toBeNull();
  });

  it('does not count signals that differ from their seal', async () => {
    show(await memberWith(3, { desk: DESK }, 1));
    expect(await screen.findByText(/^2 ladders were lost today\./)).toBeVisible();
  });

  it('does not read signals for a member without a desk', async () => {
    const member = await memberWith(4, {});
    const reads = await withDatabase(member.id, ({ signals, digests }) =>
      Promise.resolve([signals, digests].map((table) => vi.spyOn(table, 'where'))),
    );
    show(member);
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    for (const read of reads) expect(read).not.toHaveBeenCalled();
  });

  it('can be started by hand with a second tap', async () => {
    show(await memberWith(0, { desk: DESK }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop for today' }));
    expect(screen.queryByText('You stopped for today')).toBeNull();
    const confirm = screen.getByRole('button', { name: 'Stop: no signals until midnight' });
    fireEvent.click(confirm, { detail: 2 });
    expect(fireEvent.keyDown(confirm, { key: 'Enter', repeat: true })).toBe(false);
    expect(confirm).toBeInTheDocument();
    fireEvent.click(confirm);
    expect(await screen.findByText('You stopped for today')).toBeVisible();
  });
});

describe('dayStart', () => {
  it('returns midnight in the given zone', () => {
    expect(new Date(dayStart(SLOT, WAT)).toISOString()).toBe('2026-11-19T23:00:00.000Z');
    expect(dayStart(dayStart(SLOT, WAT), WAT)).toBe(dayStart(SLOT, WAT));
  });
});
