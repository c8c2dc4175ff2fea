import type { User } from '@quantalgo/contracts/account/member';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Settlement } from '@quantalgo/contracts/signals/signal';
import { act, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastContact } from '../../../src/data/core/clock';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import PerformanceMatrix from '../../../src/screens/record/PerformanceMatrix';
import { aSettlement, aSignal, createBatch, SLOT } from '../../support/aSignal';
import { fillDevice } from '../../support/fullDevice';
import { member } from '../../support/member';

configure({ asyncUtilTimeout: 5000 });

let ada: User;
let count = 0;

beforeEach(() => {
  ada = member({ id: `matrix-${++count}`, tier: 'essential' });
  act(() => storeUser(ada));
});

afterEach(() => {
  vi.restoreAllMocks();
  act(() => {
    session.set({ status: 'logged-out', reason: null });
    lastContact.set(null);
  });
});

const everyThird = (number: number) => number % 3 === 0;

const never = (_number: number) => false;

async function open(settled: number, path = '/', isLost = never, isFlat = never) {
  const signals = Array.from({ length: settled }, (_, number) => {
    const slot = SLOT - number * SLOT_MS;
    const won = aSettlement(slot);
    const lost: Settlement = { ...won, outcome: 'loss', level: null };
    const flat: Settlement = { ...won, outcome: 'break-even', level: null };
    const settlement = isFlat(number) ? flat : isLost(number) ? lost : won;
    return aSignal(slot, { settlement });
  });
  await act(() =>
    withDatabase(ada.id, async (database) => {
      await pruneToAudiences(database, ['basic', 'order-flow']);
      const arrival = { receivedAt: SLOT, live: false };
      await storeSignals(database, ['basic', 'order-flow'], createBatch(...signals), arrival, true);
    }),
  );
  render(
    <MemoryRouter initialEntries={[path]}>
      <PerformanceMatrix open />
    </MemoryRouter>,
  );
}

const openFilters = async () =>
  fireEvent.click(await screen.findByRole('button', { name: /^Filters/ }));

const openMethods = async () =>
  fireEvent.click(await screen.findByRole('button', { name: /^How this is counted/ }));

describe('Performance Matrix', () => {
  it('shows the empty state only after the server has responded', async () => {
    await open(0);
    expect(await screen.findByLabelText('Loading your signals')).toBeInTheDocument();
    expect(screen.queryByText('No settled signals yet')).not.toBeInTheDocument();
    act(() => lastContact.set(SLOT));
    expect(await screen.findByText('No settled signals yet')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getByRole('button', { name: 'Journal' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
  });

  it('reports an invalid payout and a failed save', async () => {
    await open(1);
    await openFilters();
    const payout = await screen.findByLabelText('Your payout, %');
    fireEvent.change(payout, { target: { value: '9' } });
    fireEvent.blur(payout);
    expect(screen.getByText('Enter 10 to 200')).toBeVisible();
    fireEvent.change(payout, { target: { value: '82,5x' } });
    expect(payout).toHaveValue('82,5x');
    await fillDevice();
    fireEvent.change(payout, { target: { value: '92' } });
    fireEvent.blur(payout);
    expect(await screen.findByText(/^This device is out of storage/)).toBeVisible();
    expect(payout).toHaveValue('92');
  });

  it('doesn’t save an unchanged payout that is shown rounded', async () => {
    ada = { ...ada, payout: 0.8537 };
    act(() => storeUser(ada));
    await open(1);
    await openFilters();
    const payout = await screen.findByLabelText('Your payout, %');
    expect(payout).toHaveValue('85.4');
    fireEvent.blur(payout);
    fireEvent.change(payout, { target: { value: '92' } });
    fireEvent.blur(payout);
    await vi.waitFor(async () =>
      expect((await readOutboxItems(ada.id)).map(({ content }) => content)).toMatchObject([
        { kind: 'settings', body: { payout: 0.92 } },
      ]),
    );
  });

  it('shows only counts below thirty settled signals', async () => {
    await open(29);
    expect(await screen.findByText(/^29 settled signals so far/)).toBeInTheDocument();
    expect(screen.queryByText(/of 100 first entries won/)).not.toBeInTheDocument();
  });

  it('shows the first-entry rate beside a coin’s and break-even, with the price source', async () => {
    await open(30);
    expect(await screen.findByText(/of 100 first entries won/)).toHaveTextContent('100 ± 12');
    expect(screen.getByText('A coin 50, you need 56.')).toBeInTheDocument();
    expect(await screen.findByText(/^Demonstration on simulated prices\. Past/)).toBeVisible();
  });

  it('compares the ladders that moved with a coin’s', async () => {
    await open(
      30,
      '/',
      (number) => number === 0,
      (number) => number % 6 === 5,
    );
    expect(await screen.findByText('24 of 25')).toBeVisible();
    expect(screen.getByText('that moved, a coin: 23')).toBeVisible();
  });

  it('expands intervals, streaks and forecasts, with tables for the charts', async () => {
    await open(30);
    expect(await screen.findByRole('heading', { name: 'By pair' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Streaks' })).not.toBeInTheDocument();
    await openMethods();
    for (const name of [
      'What is counted',
      'Forecast vs. actual',
      'Streaks',
      'By hour and weekday (WAT)',
      'By strategy',
    ])
      expect(await screen.findByRole('heading', { name })).toBeInTheDocument();
    expect(screen.getAllByText('As a table')).toHaveLength(2);
    expect(screen.getByText(/^95% sure: first entry 88\.6 – 100\.0/)).toHaveTextContent(
      '30 results; about 634 are needed to tell it from luck.',
    );
  });

  it('says how many more signals would separate the rate from break-even', async () => {
    await open(60, '/', (number) => number % 2 === 0);
    expect(await screen.findByText('Not better than a coin yet')).toBeVisible();
    expect(screen.getByText(/^After 60 settled signals/)).toHaveTextContent(
      'About 574 more signals would show whether that share reaches what you need at your 80% payout.',
    );
  });

  it('draws no results below ten settled signals', async () => {
    await open(9);
    expect(await screen.findByText('9 of 9')).toBeInTheDocument();
    expect(screen.queryByText('If you had played every signal')).not.toBeInTheDocument();
  });

  it('labels both curves with their final value', async () => {
    await open(60, '/', everyThird);
    expect(await screen.findByText('First entry only +12')).toBeInTheDocument();
    expect(screen.getByText(/^All four levels [−+]\d+$/)).toBeInTheDocument();
  });

  it('labels a selection and compares it with all signals', async () => {
    await open(60, '/?hour=14', everyThird);
    expect(await screen.findByText('Only 14:00–14:59 WAT: 12 signals')).toBeVisible();
    expect(screen.getByText(/^First entries won across all signals: 40 of 60\./)).toHaveTextContent(
      'A selection that you picked because it looks good says little about the next signal.',
    );
    expect(screen.queryByText(/of 100 first entries won/)).not.toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText(/of 100 first entries won/)).toBeInTheDocument();
  });

  it('previews the filtered count and applies filters only on request', async () => {
    await open(60);
    await openFilters();
    fireEvent.click(await screen.findByLabelText('Friday'));
    fireEvent.change(screen.getByLabelText('Hours, WAT'), { target: { value: '14' } });
    const show = screen.getByRole('button', { name: 'Show 12 signals' });
    expect(screen.queryByText(/^Only /)).not.toBeInTheDocument();
    fireEvent.click(show);
    expect(await screen.findByText('Only Friday, 14:00–14:59 WAT: 12 signals')).toBeVisible();
  });

  it('shows the selected signals as a table with entry, exit, result and verdict', async () => {
    await open(60, '/?hour=14');
    fireEvent.click(await screen.findByRole('button', { name: 'More' }));
    fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    const table = screen.getByRole('table', { name: 'Settled signals, newest first' });
    const [head, first, ...others] = within(table).getAllByRole('row');
    expect(head).toHaveTextContent('Entry time, WATPairDirectionLevelEntryExitResultVerdict');
    expect(first).toHaveTextContent(/^20 Nov 2026, 1[45]:\d\dEUR.USDCALL0[\d.]+[\d.]+Won/);
    expect(others).toHaveLength(11);
  });

  it('shows no rate for a pair, hour or weekday with fewer than thirty signals', async () => {
    await open(40, '/?hour=14');
    const pair = await screen.findByRole('button', { name: /^EUR.USD *12 *too few to tell$/ });
    fireEvent.click(pair);
    expect(screen.getByRole('row', { name: 'Friday 12 too few too few' })).toBeInTheDocument();
  });

  it('expands a pair to its strategies and filters by it', async () => {
    await open(40);
    fireEvent.click(await screen.findByRole('button', { name: /^EUR.USD *40 *100%$/ }));
    expect(screen.getByRole('heading', { name: 'By strategy' })).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: /^Show only EUR.USD$/ }));
    expect(await screen.findByText(/^Only EUR.USD: 40 signals$/)).toBeVisible();
  });

  it('explains to Starter members why the public record has other rates', async () => {
    ada = member({ id: `matrix-${++count}`, tier: 'starter' });
    act(() => storeUser(ada));
    await open(30);
    await openMethods();
    expect(await screen.findByText(/counts signals that your tier doesn’t receive/)).toBeVisible();
  });

  it('compares each strategy’s forecast with its results', async () => {
    await open(60, '/', everyThird);
    await openMethods();
    const panel = (await screen.findByText('Forecast vs. actual, by strategy')).closest('section');
    expect(panel).toHaveTextContent(
      /Forecast [\d.]+%, actual 66\.7% \(.* at 95%\) of 60 first entries, flat ones included/,
    );
  });

  it('also states the rate without the hours around the rollover', async () => {
    await open(300, '/', everyThird);
    await openMethods();
    expect(
      await screen.findByText(
        /^Spreads widen from 15:00 to 19:00 in New York.* Without them, 168 of 252 first entries that moved won\.$/,
      ),
    ).toBeInTheDocument();
  });

  it('compares no forecasts below ten classes of signals', async () => {
    await open(30);
    await openMethods();
    expect(await screen.findByText(/^30 settled signals so far. It takes 300/)).toBeInTheDocument();
  });

  it('compares ten equal classes with a perfect forecast', async () => {
    await open(300, '/', everyThird);
    await openMethods();
    expect(
      await screen.findByText(
        /^First entry: forecasts have been [\d.]+ points off.* Perfect forecasts for this many/,
      ),
    ).toBeInTheDocument();
    for (const level of ['First entry', 'Four levels'])
      expect(screen.getByRole('row', { name: new RegExp(`^${level} 10 30 `) })).toBeInTheDocument();
  });

  it('reads its filters from the address', async () => {
    await open(30, '/?pair=XAUUSD');
    expect(await screen.findByText('No matching settled signals')).toBeInTheDocument();
    await openFilters();
    expect(await screen.findByLabelText(/^XAU.USD$/)).toBeChecked();
  });
});
