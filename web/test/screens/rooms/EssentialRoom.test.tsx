import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleSeed } from '../../../src/data/core/sampleSteps';
import EssentialRoom from '../../../src/screens/rooms/EssentialRoom';
import { renderAt } from '../../support/render';

const show = () => renderAt('/dashboard/essential-room', <EssentialRoom open />);
const messages = () =>
  within(screen.getByRole('list', { name: /Messages/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const field = () => screen.getByRole('textbox', { name: 'Message' });

describe('the Essential Room', () => {
  it('is for essential members, and says what it holds', () => {
    show();
    expect(screen.getByText('ESSENTIAL ONLY')).toBeInTheDocument();
    for (const benefit of [
      'High-accuracy signals 80%+ win rate',
      'Direct access to elite traders',
      'Priority support',
      'Advanced market analysis',
      'Live trading sessions access',
    ])
      expect(screen.getByText(benefit)).toBeInTheDocument();
    for (const figure of ['247', '12', '84%', '1,847'])
      expect(screen.getByText(figure)).toBeInTheDocument();
  });

  it('shows each card with its prices, marked as a sample', () => {
    show();
    const cards = within(screen.getByRole('list', { name: 'Signals' })).getAllByRole('listitem');
    expect(cards.length).toBeGreaterThan(1);
    for (const card of cards) {
      expect(card).toHaveTextContent(/(BUY|SELL)/);
      for (const price of ['Entry', 'TP1', 'TP2', 'SL'])
        expect(within(card).getByText(price)).toBeInTheDocument();
      expect(within(card).getByText('Sample')).toBeInTheDocument();
    }
  });

  it('teases with a leaderboard whose first three are badged, as a sample', () => {
    renderAt('/dashboard/essential-room', <EssentialRoom open={false} />);
    const [table] = screen.getAllByRole('table', { name: 'VIP leaderboard', hidden: true });
    if (!table) throw new Error('There is no leaderboard');
    const rows = within(table).getAllByRole('row', { hidden: true }).slice(1);
    const ranks = rows.map((row) => within(row).getAllByRole('cell', { hidden: true })[0]);
    expect(ranks.map((rank) => rank?.textContent)).toEqual(['1st', '2nd', '3rd', '4']);
    expect(rows[0]).toHaveTextContent('online');
    expect(rows[2]).toHaveTextContent('away');
  });
});

describe('the count of who is online', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const online = () => screen.getByText('online', { selector: 'span' }).textContent;
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });

  it('begins at 89, drifts every ten seconds by its seed, and can be stopped', () => {
    act(() => sampleSeed.set(7));
    show();
    expect(online()).toBe('89 online');
    pass(20_000);
    expect(online()).toBe('88 online');
    pass(20_000);
    expect(online()).toBe('87 online');
    act(() => screen.getByRole('button', { name: 'Pause updates' }).click());
    pass(60_000);
    expect(online()).toBe('87 online');
  });
});

describe('Copy Signal', () => {
  it('copies a text that says first that it is a sample', async () => {
    const user = userEvent.setup();
    show();
    await user.click(screen.getByRole('button', { name: 'Copy Signal EUR/USD' }));
    expect(await screen.findByText('Copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(
      'SAMPLE, not a signal to trade (QuantAlgo Essential Room)\nBUY EUR/USD\nEntry 1.0850\nTP1 1.0875\nTP2 1.0900\nSL 1.0825',
    );
  });

  it('offers to share it where the browser refuses to copy', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
    const share = vi.fn((_: ShareData) => Promise.resolve());
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    show();
    await user.click(screen.getByRole('button', { name: 'Copy Signal GBP/USD' }));
    expect(share.mock.calls[0]?.[0].text).toMatch(/^SAMPLE, .*\nSELL GBP\/USD/);
    Reflect.deleteProperty(navigator, 'share');
  });

  it('says so where neither is allowed', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
    show();
    await user.click(screen.getByRole('button', { name: 'Copy Signal GBP/USD' }));
    expect(
      await screen.findByText('This browser allows neither copying nor sharing.'),
    ).toBeInTheDocument();
  });
});

describe('the VIP chat', () => {
  it('puts a new message on top, from You and verified, and clears its field', async () => {
    show();
    const before = messages().length;
    await userEvent.type(field(), '  Good evening {Enter}');
    expect(messages()).toHaveLength(before + 1);
    expect(messages()[0]).toMatch(/^Youverified\d\d:\d\d WATGood evening$/);
    expect(field()).toHaveValue('');
    await userEvent.type(field(), 'And again');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(messages()[0]).toMatch(/And again$/);
  });

  it('ignores what is empty or only blanks', async () => {
    show();
    const before = messages();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.type(field(), '   {Enter}');
    expect(messages()).toEqual(before);
  });

  it('says that nobody reads it, and how long a message may be', async () => {
    show();
    expect(field()).toHaveAccessibleDescription(/stays on this screen and reaches nobody/);
    await userEvent.click(field());
    await userEvent.paste('x'.repeat(400));
    expect(field()).toHaveValue('x'.repeat(280));
    expect(screen.getByText('280/280')).toBeInTheDocument();
  });
});
