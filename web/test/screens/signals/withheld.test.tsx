import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Settlement } from '@quantalgo/contracts/signals/signal';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { PayingRecordWatch } from '../../../src/app/shell/PayingRecordWatch';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { SignalCard } from '../../../src/screens/signals/SignalCard';
import { aSettlement, aSignal, createBatch } from '../../support/aSignal';
import { member } from '../../support/member';
import { ENTRY, received, SLOT } from './signals';

const PAYING = { value: 60.4, low: 59.4, high: 61.4 };

let count = 0;

afterEach(() => {
  act(() => session.set({ status: 'logged-out', reason: null }));
});

/** Shows a paying signal on a device with `settled` signals that were also labelled “Pays”. */
async function open(settled: number, isLost: (number: number) => boolean) {
  const ada = member({ id: `withheld-${++count}`, tier: 'essential' });
  act(() => storeUser(ada));
  const signals = Array.from({ length: settled }, (_, number) => {
    const slot = SLOT - (number + 1) * SLOT_MS;
    const won = aSettlement(slot);
    const settlement: Settlement = isLost(number) ? { ...won, outcome: 'loss', level: null } : won;
    return aSignal(slot, { settlement, firstEntry: PAYING });
  });
  await act(() =>
    withDatabase(ada.id, async (database) => {
      await pruneToAudiences(database, ['basic', 'order-flow']);
      const arrival = { receivedAt: SLOT, live: false };
      await storeSignals(database, ['basic', 'order-flow'], createBatch(...signals), arrival, true);
    }),
  );
  render(
    <>
      <PayingRecordWatch uid={ada.id} />
      <SignalCard signal={received(0, { firstEntry: PAYING })} now={ENTRY - 1000} />
    </>,
    { wrapper: MemoryRouter },
  );
  return ada;
}

const isEven = (number: number) => number % 2 === 0;

describe('“Pays” label', () => {
  it('is withdrawn if signals labelled with it won too rarely', async () => {
    await open(120, (number) => number % 3 > 0);
    expect(await screen.findByText('Not enough results')).toBeVisible();
    expect(screen.queryByText('Pays')).not.toBeInTheDocument();
    expect(screen.getByRole('article')).toHaveTextContent('Use it on paper.');
    expect(screen.getByText('CALL').parentElement).toHaveClass('text-muted');
  });

  it('stays withdrawn until the member logs out', async () => {
    const ada = await open(120, (number) => number % 3 > 0);
    expect(await screen.findByText('Not enough results')).toBeVisible();
    expect(localStorage.getItem('quantalgo.refuted')).toBe(ada.id);
    cleanup();
    expect(localStorage.getItem('quantalgo.refuted')).toBeNull();
  });

  it.each([
    ['they won as often as needed', 120, (number: number) => number % 3 === 0],
    ['there are too few to tell', 90, () => true],
    ['they won too rarely by chance', 120, isEven],
  ])('stays while %s', async (_, settled, isLost) => {
    await open(settled, isLost);
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(screen.getByText('Pays')).toBeVisible();
  });

  it('is not withdrawn for the next member on the device', async () => {
    await open(120, () => true);
    expect(await screen.findByText('Not enough results')).toBeVisible();
    act(() => storeUser(member({ id: 'withheld-next', tier: 'essential' })));
    expect(screen.getByText('Pays')).toBeVisible();
  });
});
