import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePayout } from '../../../src/data/settings/payout';
import { enqueueItem, readOutboxItems } from '../../../src/data/outbox/outbox';
import { Payout } from '../../../src/screens/settings/RiskDesk';
import { aUser } from '../../support/aUser';
import { loggedInAs } from '../../support/render';

const ada = aUser();

const Current = ({ pair = null }: { pair?: string | null }) => <output>{usePayout(pair)}</output>;

const input = () => screen.getByRole('textbox', { name: 'Payout, % of the stake' });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save payout' }));

beforeEach(() => {
  vi.useRealTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  loggedInAs(ada);
});

describe('payout setting', () => {
  it('defaults to the stated payout and shows its break-even', () => {
    render(<Payout member={ada} />);
    expect(input()).toHaveValue('80');
    expect(
      screen.getByText(/you need 56 wins in 100 single trades; a coin wins 50/),
    ).toBeInTheDocument();
  });

  it('applies at once and queues the change with the value seen', async () => {
    render(
      <>
        <Payout member={ada} />
        <Current />
      </>,
    );
    fireEvent.change(input(), { target: { value: '9' } });
    save();
    expect(await screen.findByText('Enter a payout from 10 to 200%.')).toBeInTheDocument();
    expect(await readOutboxItems(ada.id)).toEqual([]);
    fireEvent.change(input(), { target: { value: '92' } });
    save();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('0.92'));
    expect((await readOutboxItems(ada.id)).map(({ content }) => content)).toEqual([
      { kind: 'settings', body: { payout: 0.92, saw: { payout: 0.8 } } },
    ]);
  });

  it('keeps a payout with two decimals when the pairs are saved', async () => {
    const gozie = aUser({ id: 'gozie', payout: 0.8255 });
    loggedInAs(gozie);
    render(<Payout member={gozie} />);
    expect(input()).toHaveValue('82.55');
    const pairs = screen.getByRole('textbox', { name: 'Pairs with a different payout' });
    fireEvent.change(pairs, { target: { value: 'EURUSD 92' } });
    save();
    await waitFor(async () =>
      expect((await readOutboxItems(gozie.id)).map(({ content }) => content)).toEqual([
        {
          kind: 'settings',
          body: { pairPayouts: 'EURUSD 92', saw: { pairPayouts: '' } },
        },
      ]),
    );
  });

  it('parses a decimal comma', async () => {
    const chidi = aUser({ id: 'chidi' });
    loggedInAs(chidi);
    render(<Payout member={chidi} />);
    fireEvent.change(input(), { target: { value: '82,5 %' } });
    save();
    await waitFor(async () =>
      expect((await readOutboxItems(chidi.id)).map(({ content }) => content)).toMatchObject([
        { kind: 'settings', body: { payout: 0.825 } },
      ]),
    );
  });

  it('can differ by pair, at once and offline', async () => {
    const efe = aUser({ id: 'efe' });
    loggedInAs(efe);
    render(
      <>
        <Payout member={efe} />
        <Current pair="EURUSD" />
      </>,
    );
    const pairs = screen.getByRole('textbox', { name: 'Pairs with a different payout' });
    fireEvent.change(pairs, { target: { value: 'EURUSD 92, GBP/USD 90 %' } });
    expect(screen.getByText('You need 53 on EUR/USD, 53 on GBP/USD.')).toBeInTheDocument();
    save();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('0.92'));
    expect(pairs).toHaveValue('EURUSD 92, GBPUSD 90');
    expect((await readOutboxItems(efe.id)).map(({ content }) => content)).toEqual([
      {
        kind: 'settings',
        body: { pairPayouts: 'EURUSD 92, GBPUSD 90', saw: { pairPayouts: '' } },
      },
    ]);
  });

  it('rejects an unreadable list of pairs with a message', async () => {
    const femi = aUser({ id: 'femi' });
    loggedInAs(femi);
    render(<Payout member={femi} />);
    const pairs = screen.getByRole('textbox', { name: 'Pairs with a different payout' });
    fireEvent.change(pairs, { target: { value: 'EURUSD 92, cable 90' } });
    save();
    expect(
      await screen.findByText(
        'Couldn’t read “cable 90”. Write a pair and its payout, like EURUSD 92.',
      ),
    ).toBeInTheDocument();
    expect(await readOutboxItems(femi.id)).toEqual([]);
  });

  it('applies a queued value after a reload until another device changes it', async () => {
    const dayo = { ...aUser(), id: 'dayo' };
    loggedInAs(dayo);
    await enqueueItem(dayo.id, { kind: 'settings', body: { payout: 0.75 } });
    render(<Current />);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('0.75'));
    act(() => {
      loggedInAs({ ...dayo, payout: 0.88 });
    });
    expect(screen.getByRole('status')).toHaveTextContent('0.88');
  });
});
