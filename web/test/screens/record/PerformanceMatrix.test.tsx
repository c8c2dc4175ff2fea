import type { User } from '@quantalgo/contracts/account/member';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Settlement } from '@quantalgo/contracts/signals/signal';
import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import PerformanceMatrix from '../../../src/screens/record/PerformanceMatrix';
import { aSettlement, aSignal, batchOf, SLOT } from '../../support/aSignal';
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
  act(() => session.set({ status: 'signed-out', reason: null }));
});

const everyThird = (number: number) => number % 3 === 0;

async function open(settled: number, path = '/', isLost = (_number: number) => false) {
  const signals = Array.from({ length: settled }, (_, number) => {
    const slot = SLOT - number * SLOT_MS;
    const won = aSettlement(slot);
    const settlement: Settlement = isLost(number) ? { ...won, outcome: 'loss', level: null } : won;
    return aSignal(slot, { settlement });
  });
  await act(() =>
    withDatabase(ada.id, async (database) => {
      await pruneToAudiences(database, ['basic', 'order-flow']);
      const arrival = { receivedAt: SLOT, live: false };
      await storeSignals(database, ['basic', 'order-flow'], batchOf(...signals), arrival, true);
    }),
  );
  render(
    <MemoryRouter initialEntries={[path]}>
      <PerformanceMatrix open />
    </MemoryRouter>,
  );
}

describe('the Performance Matrix of a member', () => {
  it('says that nothing is settled where no signal is', async () => {
    await open(0);
    expect(await screen.findByText('Nothing is settled yet')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
  });

  it('says so where a payout is none, or can’t be stored', async () => {
    await open(1);
    const payout = await screen.findByLabelText('Your payout, %');
    fireEvent.change(payout, { target: { value: '9' } });
    fireEvent.blur(payout);
    expect(screen.getByText('From 10 to 200')).toBeVisible();
    fireEvent.change(payout, { target: { value: '82,5x' } });
    expect(payout).toHaveValue('82,5x');
    await fillDevice();
    fireEvent.change(payout, { target: { value: '92' } });
    fireEvent.blur(payout);
    expect(await screen.findByText(/^This device is full/)).toBeVisible();
    expect(payout).toHaveValue('92');
  });

  it('leaves a payout alone that is shown rounded, and was not changed', async () => {
    ada = { ...ada, payout: 0.8537 };
    act(() => storeUser(ada));
    await open(1);
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

  it('only counts up to 29 settled signals, and gives rates from 30 on', async () => {
    await open(29);
    expect(await screen.findByText(/^29 of 30 settled signals/)).toBeInTheDocument();
    expect(screen.queryByText('First entry won')).not.toBeInTheDocument();
  });

  it('sets the rates beside a coin and what pays, and says what prices they come from', async () => {
    await open(30);
    expect(await screen.findByText('First entry won')).toBeInTheDocument();
    expect(screen.getByText('Demonstration on simulated prices')).toBeInTheDocument();
    expect(screen.getByText('coin 50')).toBeInTheDocument();
  });

  it('draws what lies below the first screen too, each chart with its table', async () => {
    await open(30);
    for (const name of [
      'Forecast vs. actual',
      'Result in first stakes',
      'Streaks',
      'By hour and weekday (WAT)',
    ])
      expect(await screen.findByRole('heading', { name })).toBeInTheDocument();
    expect(screen.getAllByText('As a table')).toHaveLength(2);
  });

  it('says how many signals it takes to tell what pays from a coin', async () => {
    await open(30);
    expect(await screen.findByText('30 of 634 needed')).toBeInTheDocument();
    expect(
      screen.getByText(/^Too few to tell the 55\.6 % that pay from a coin: 30 of 634 needed\./)
        .parentElement,
    ).toHaveTextContent(/95 % sure: first entry 88\.6 – 100\.0/);
  });

  it('leads with the whole record, whatever filters narrow below it', async () => {
    await open(60, '/?hour=14');
    const whole = await screen.findByRole('region', { name: 'How often it won' });
    expect(whole).toHaveTextContent('60 of 634 needed');
    const part = screen.getByRole('region', { name: 'Of these alone' });
    expect(part).toHaveTextContent('Narrowed to 12 of 60 settled signals.');
    expect(part).toHaveTextContent('too few for a rate that means anything');
    expect(part).not.toHaveTextContent('100.0 %');
  });

  it('gives no rate for a pair, hour or weekday of fewer than thirty signals', async () => {
    await open(40, '/?hour=14');
    expect(
      await screen.findByRole('row', { name: /^EUR.USD *12 *too few for a rate$/ }),
    ).toBeVisible();
    expect(screen.getByRole('row', { name: 'Friday 12 too few too few' })).toBeInTheDocument();
  });

  it('tells Starter members why the public record has other rates', async () => {
    ada = member({ id: `matrix-${++count}`, tier: 'starter' });
    act(() => storeUser(ada));
    await open(30);
    expect(await screen.findByText(/counts those that your tier doesn’t receive/)).toBeVisible();
  });

  it('compares no odds with fewer signals than fill ten classes', async () => {
    await open(30);
    expect(await screen.findByText(/^30 of 300 settled signals: too few/)).toBeInTheDocument();
  });

  it('sets ten classes of equal count beside a perfect forecast', async () => {
    await open(300, '/', everyThird);
    expect(
      await screen.findByText(/^First entry: off by [\d.]+ points.* A perfect forecast/),
    ).toBeInTheDocument();
    for (const level of ['First entry', 'Four levels'])
      expect(screen.getByRole('row', { name: new RegExp(`^${level} 10 30 `) })).toBeInTheDocument();
  });

  it('takes its filters from the address', async () => {
    await open(30, '/?pair=XAUUSD');
    expect(await screen.findByText('No matching settled signals')).toBeInTheDocument();
    expect(screen.getByLabelText('Pair')).toHaveValue('XAUUSD');
  });
});
