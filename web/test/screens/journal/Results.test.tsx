import type { User } from '@quantalgo/contracts/account/member';
import { PATHS, WEEK_PATH, weekPath } from '@quantalgo/contracts/core/paths';
import { SLOT_MS, slotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import { EMPTY_FIELDS, type JournalEntry } from '@quantalgo/contracts/journal/entry';
import type { DeskFigures } from '@quantalgo/contracts/settings/desk';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeEntries, storeRecords } from '../../../src/data/journal/rows';
import { toSignalDigest } from '../../../src/data/storage/digests';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import {
  pruneToAudiences,
  rebuildDigests,
  storeSignals,
} from '../../../src/data/storage/signalTable';
import Results from '../../../src/screens/journal/Results';
import Week from '../../../src/screens/journal/Week';
import { aSettlement, aSignal, createBatch } from '../../support/aSignal';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';
import { lostAll } from '../signals/signals';

const FIRST = Date.parse('2026-11-17T09:00:00Z');

/** A $2 entry at level 0, won, `number` slots after the first. */
const entry = (number: number, changes: Partial<JournalEntry> = {}): JournalEntry => {
  const id = slotId(FIRST + number * SLOT_MS);
  const at = new Date(parseSlotId(id) + SLOT_MS).toISOString();
  return {
    ...EMPTY_FIELDS,
    id,
    status: 'taken',
    pair: 'EURUSD',
    direction: 'CALL',
    trades: [{ level: 0, stake: 200, price: null, at, close: null }],
    payout: 0.8,
    tags: ['calm'],
    conflicts: [],
    seq: number + 1,
    createdAt: at,
    updatedAt: at,
    ...changes,
  };
};

let user: User;
let count = 0;

beforeEach(() => {
  count += 1;
  user = member({ id: `results-${count}` });
  loggedInAs(user);
});
afterEach(() => {
  vi.useRealTimers();
  loggedInAs(null);
});

const stored = (...entries: readonly JournalEntry[]) =>
  withDatabase(user.id, async (database) => {
    await storeEntries(database, entries);
    const digests = entries.map(({ id }) => {
      const slot = parseSlotId(id);
      return toSignalDigest(aSignal(slot, { settlement: aSettlement(slot) }));
    });
    await storeRecords(database, digests);
  });

const DESK: DeskFigures = { balance: 200, leastStake: 0.1, signalsADay: 6, lostLadders: 2 };

function setDesk(): void {
  user = member({ ...user, desk: DESK });
  loggedInAs(user);
}

/** Stores signals that lost on all their levels, `numbers` slots after the first. */
const receive = (...numbers: readonly number[]) =>
  withDatabase(user.id, async (database) => {
    const signals = numbers.map((number) => {
      const slot = FIRST + number * SLOT_MS;
      return aSignal(slot, { settlement: lostAll(slot) });
    });
    await pruneToAudiences(database, ['basic']);
    const arrival = { receivedAt: FIRST, live: false };
    await storeSignals(database, ['basic'], createBatch(...signals), arrival, true, FIRST);
  });

const openWeek = (week: string) =>
  renderAt(
    weekPath(week),
    <Routes>
      <Route path={WEEK_PATH} element={<Week open />} />
    </Routes>,
  );

describe('results', () => {
  it('show the first step while the journal is empty', async () => {
    renderAt(PATHS.results, <Results open />);
    expect(await screen.findByText('No entries yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to signals' })).toBeVisible();
  });

  it('report that no entry can be counted yet', async () => {
    await stored(
      entry(0, { trades: [{ level: 0, stake: null, price: null, at: null, close: null }] }),
    );
    renderAt(PATHS.results, <Results open />);
    expect(await screen.findByText('Nothing can be counted yet')).toBeVisible();
  });

  it('show a profit only with its interval and call ten trades too few', async () => {
    await stored(...Array.from({ length: 10 }, (_, number) => entry(number)));
    renderAt(PATHS.results, <Results open />);
    const [own] = await screen.findAllByText('+$4.84 to +$16.00');
    expect(own).toBeVisible();
    expect(screen.getByText(/at 95%, 10 trades on 10 signals$/)).toBeVisible();
    expect(screen.getByText(/^Too few trades: /)).toBeVisible();
  });

  it('compare with recorded prices, also as a table', async () => {
    const priced = { level: 0, stake: 200, price: null, at: null, close: 0.5 };
    await stored(entry(0), entry(1, { trades: [priced] }));
    renderAt(PATHS.results, <Results open />);
    const beside = await screen.findByRole('region', { name: 'Compared with the record' });
    const [mine, same] = within(beside).getAllByRole('listitem');
    expect(mine).toHaveTextContent(/^Mine−\$0\.40/);
    expect(same).toHaveTextContent(/^Same trades at recorded prices\+\$3\.20/);
    expect(within(beside).getByRole('table', { hidden: true })).toBeInTheDocument();
    const slippage = screen.getByRole('region', { name: 'What slippage cost' });
    expect(slippage).toHaveTextContent(/Price−\$3\.60.*1 trade of 1 with a broker’s price/);
  });

  it('compare with all signals from the first trade on if the device has them', async () => {
    const numbers = [0, 288, 576];
    await stored(...numbers.map((number) => entry(number)));
    const signals = numbers.map((number) => {
      const slot = FIRST + number * SLOT_MS;
      return aSignal(slot, { settlement: aSettlement(slot) });
    });
    await withDatabase(user.id, async (database) => {
      await pruneToAudiences(database, ['basic']);
      const arrived = { receivedAt: FIRST, live: false };
      await storeSignals(database, ['basic'], createBatch(...signals), arrived, true, FIRST);
    });
    renderAt(PATHS.results, <Results open />);
    const beside = await screen.findByRole('region', { name: 'Compared with the record' });
    expect(
      await within(beside).findByText(/^the same total stake on 3 first entries:/),
    ).toBeVisible();
    const rows = within(beside).getAllByRole('row', { hidden: true }).slice(1);
    expect(rows.map(({ textContent }) => textContent).join(' ')).not.toContain('–');
  });

  it('group by tag with the count and interval of each', async () => {
    await stored(entry(0), entry(1, { tags: ['news', 'calm'] }));
    renderAt(PATHS.results, <Results open />);
    await userEvent.click(await screen.findByRole('radio', { name: 'Tag' }));
    const groups = within(screen.getByRole('list', { name: 'By tag' })).getAllByRole('listitem');
    expect(groups.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^#calm\+\$3\.202 trades on 2 signals · too few to tell.* to /),
      expect.stringMatching(/^#news\+\$1\.601 trade on 1 signal · too few to tell.* to /),
    ]);
  });

  it('count no stop for signals that differ from their seal', async () => {
    setDesk();
    await stored(entry(0));
    await receive(0, 1);
    renderAt(PATHS.results, <Results open />);
    const stops = await screen.findByRole('region', { name: 'Stops you kept' });
    expect(stops).toHaveTextContent(/Kept on 1 of 1 day, by your current stop: 2 lost ladders\.$/);
    await withDatabase(user.id, (database) =>
      database.transaction('rw', database.signals, database.digests, async () => {
        const row = await database.signals.orderBy('id').first();
        await database.signals.put({ ...row, id: row?.id ?? '', differs: true });
        await rebuildDigests(database);
      }),
    );
    expect(await within(stops).findByText(/^Your stop was never reached: /)).toBeVisible();
  });

  it('count stops only since the oldest day on this device', async () => {
    setDesk();
    await stored(entry(-288, { seq: 9 }), entry(0));
    await receive(0);
    renderAt(PATHS.results, <Results open />);
    const stops = await screen.findByRole('region', { name: 'Stops you kept' });
    expect(stops).toHaveTextContent(
      /Since 17 Nov 2026, the oldest day on this device, your stop was never reached: no day had 2 lost ladders\.$/,
    );
    await receive(1);
    expect(
      await within(stops).findByText(
        'Kept on 1 of 1 day since 17 Nov 2026, the oldest on this device, by your current stop: 2 lost ladders.',
      ),
    ).toBeVisible();
  });

  it('count no day before a gap, from which only one signal was opened', async () => {
    setDesk();
    await stored(entry(-9 * 288, { seq: 9 }), entry(0));
    await receive(0);
    const slot = FIRST - 8 * 288 * SLOT_MS;
    const old = aSignal(slot, { settlement: lostAll(slot) });
    const arrival = { receivedAt: FIRST, live: false };
    await withDatabase(user.id, (database) =>
      storeSignals(database, ['basic'], createBatch(old), arrival, false),
    );
    renderAt(PATHS.results, <Results open />);
    expect(await screen.findByText(/^Since 17 Nov 2026, the oldest day/)).toBeVisible();
  });

  it('keep paper trades separate', async () => {
    await stored(entry(0), entry(1, { status: 'paper' }), entry(2, { status: 'paper' }));
    renderAt(`${PATHS.results}?of=paper`, <Results open />);
    expect(await screen.findByText(/at 95%, 2 trades on 2 signals$/)).toBeVisible();
  });
});

describe('week of results', () => {
  it('has its own address and compares with the previous week and with luck', async () => {
    await stored(entry(0), entry(1), entry(-7 * 288, { seq: 9 }));
    openWeek('2026-W47');
    expect(await screen.findByText(/^16 to 22 Nov 2026/)).toBeVisible();
    expect(screen.getByText(/luck can explain that/)).toBeVisible();
    const trades = screen.getByRole('row', { name: /^Trades/ });
    expect(trades).toHaveTextContent('Trades21+1');
    expect(screen.getByRole('row', { name: /^Result/ })).toHaveTextContent('+$3.20+$1.60+$1.60');
  });

  it('says nothing about stops in a week without signals on this device', async () => {
    setDesk();
    await stored(entry(0), entry(-7 * 288, { seq: 9 }));
    await receive(0);
    const { unmount } = openWeek('2026-W46');
    expect(await screen.findByText(/luck can explain that/)).toBeVisible();
    expect(screen.queryByText('Stops you kept')).not.toBeInTheDocument();
    unmount();
    openWeek('2026-W47');
    expect(
      await screen.findByText(/^Since 17 Nov 2026, .* your stop was never reached/),
    ).toBeVisible();
  });

  it('links to the next week', async () => {
    await stored(entry(0));
    openWeek('2026-W46');
    expect(await screen.findByText('No trades were counted in this week')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Next week' }));
    expect(await screen.findByText(/at 95%, 1 trade on 1 signal$/)).toBeVisible();
  });

  it('links to the current week as soon as it begins in the member’s time zone', async () => {
    // Half past midnight on Monday, in WAT.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T23:30:00Z') });
    await stored(entry(0));
    openWeek('2026-W47');
    expect(await screen.findByRole('link', { name: 'Next week' })).toBeVisible();
  });

  it('reports an invalid week in the address', () => {
    openWeek('2026-W77');
    expect(screen.getByText('That week doesn’t exist.')).toBeVisible();
  });
});
