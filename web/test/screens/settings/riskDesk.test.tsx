import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { RiskDesk } from '../../../src/screens/settings/RiskDesk';
import { aUser } from '../../support/aUser';
import { loggedInAs } from '../../support/render';

const ada = { ...aUser(), id: 'at-the-desk' };

beforeEach(() => {
  vi.useRealTimers();
  loggedInAs(ada);
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('risk desk', () => {
  it('shows the ladder in money and the risk of ruin, and stores the figures', async () => {
    const { unmount } = render(<RiskDesk member={ada} />);
    await screen.findByLabelText('Balance at your broker, $');
    type('Balance at your broker, $', '20');
    type('Signals you play per day', '30');
    expect(await screen.findByText('$1 · $2.20 · $4.84 · $10.65')).toBeVisible();
    expect(screen.getByText(/^93\.\d% of your balance$/)).toBeVisible();
    expect(screen.getByText(/The risk desk aims for two percent/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Save risk desk' }));
    expect(await screen.findByText(/^Saved\. /)).toBeVisible();
    unmount();
    render(<RiskDesk member={ada} />);
    expect(await screen.findByLabelText('Balance at your broker, $')).toHaveValue('20');
  });

  it('shows figures from another device and sends them with a change', async () => {
    const desk = { balance: 500, leastStake: 1, signalsADay: 6, lostLadders: 2 };
    const bola = aUser({ id: 'bola-at-the-desk', desk });
    loggedInAs(bola);
    render(<RiskDesk member={bola} />);
    expect(await screen.findByLabelText('Balance at your broker, $')).toHaveValue('500');
    type('Lost ladders that end your day', '1');
    fireEvent.click(screen.getByRole('button', { name: 'Save risk desk' }));
    await waitFor(async () =>
      expect((await readOutboxItems(bola.id)).map(({ content }) => content)).toEqual([
        { kind: 'settings', body: { desk: { ...desk, lostLadders: 1 }, saw: desk } },
      ]),
    );
  });

  it('parses a decimal comma and rejects an ambiguous one', async () => {
    const chidi = { ...ada, id: 'chidi-at-the-desk' };
    loggedInAs(chidi);
    render(<RiskDesk member={chidi} />);
    await screen.findByLabelText('Balance at your broker, $');
    const balance = screen.getByLabelText('Balance at your broker, $');
    type('Balance at your broker, $', '1,250');
    fireEvent.click(screen.getByRole('button', { name: 'Save risk desk' }));
    expect(balance).toHaveAccessibleDescription('Is this 1250 or 1.25? Write 1250 or 1.25.');
    expect(balance).toHaveValue('1,250');
    type('Balance at your broker, $', '1.250,50');
    fireEvent.click(screen.getByRole('button', { name: 'Save risk desk' }));
    await waitFor(async () =>
      expect((await readOutboxItems(chidi.id)).map(({ content }) => content)).toMatchObject([
        { kind: 'settings', body: { desk: { balance: 1250.5 } } },
      ]),
    );
  });

  it('rejects an out-of-range figure', async () => {
    render(<RiskDesk member={ada} />);
    await screen.findByLabelText('Balance at your broker, $');
    type('Lost ladders that end your day', '9');
    fireEvent.click(screen.getByRole('button', { name: 'Save risk desk' }));
    expect(await screen.findByText('Enter 1 to 5 lost ladders')).toBeVisible();
  });
});
