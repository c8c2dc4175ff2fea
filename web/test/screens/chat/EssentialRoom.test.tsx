import type { User } from '@quantalgo/contracts/account/member';
import { ONLINE_TTL_MS } from '@quantalgo/contracts/network/presence';
import { COIN_WINS_TEXT, LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverNow } from '../../../src/data/core/clock';
import { storeLastSeenAt } from '../../../src/data/network/myself';
import { storeCount } from '../../../src/data/network/presence';
import EssentialRoom from '../../../src/screens/chat/EssentialRoom';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

const show = () => renderAt('/dashboard/essential-room', <EssentialRoom open />);

let user: User;
let count = 0;

beforeEach(() => {
  count += 1;
  user = member({ id: `essential-${count}`, tier: 'essential' });
  loggedInAs(user);
});
afterEach(() => {
  vi.restoreAllMocks();
  loggedInAs(null);
});

describe('Essential Room', () => {
  it('shows its badge and benefits', async () => {
    show();
    expect(screen.getByText('ESSENTIAL ONLY')).toBeInTheDocument();
    for (const benefit of [
      'High-accuracy signals 80%+ win rate',
      'Direct access to elite traders',
      'Priority support',
      'Advanced market analysis',
      'Live trading sessions access',
    ])
      expect(await screen.findByText(benefit)).toBeInTheDocument();
  });

  it('shows each signal card with its prices, labelled as a sample', () => {
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

  it('puts the sample cards below the real chat and leaderboard', async () => {
    show();
    const cards = screen.getByRole('list', { name: 'Signals' });
    for (const name of ['VIP chat', 'VIP leaderboard']) {
      const real = await screen.findByRole('heading', { name });
      expect(cards.compareDocumentPosition(real)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    }
  });

  it('labels only its signal cards as samples and shows no uncounted figures', async () => {
    show();
    expect(await screen.findByText('Signals today')).toBeInTheDocument();
    const cards = within(screen.getByRole('list', { name: 'Signals' })).getAllByRole('listitem');
    expect(screen.getAllByText('Sample')).toHaveLength(cards.length);
    for (const figure of ['247', '84%', '1,847']) expect(screen.queryByText(figure)).toBeNull();
    expect(
      screen.getByText(
        `within ${LEVEL_COUNT} levels, not counting flat signals; a coin wins ${COIN_WINS_TEXT}`,
      ),
    ).toBeInTheDocument();
    for (const label of ['Members', 'Messages', 'online'])
      expect(screen.queryByText(label)).not.toBeInTheDocument();
  });

  const online = () => screen.queryByText('online', { selector: 'span' });

  it('shows how many members are online unless the count is stale', async () => {
    await storeCount(user.id, { online: 1207, countedAt: serverNow() });
    show();
    await waitFor(() => expect(online()).toHaveTextContent('1,207 online'));
    cleanup();
    await storeCount(user.id, { online: 30, countedAt: serverNow() + 1 });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ONLINE_TTL_MS + 2000);
    show();
    await screen.findByText('VIP chat');
    expect(online()).not.toBeInTheDocument();
  });

  it('includes the member in the online count and hides a low one', async () => {
    await storeCount(user.id, { online: 4, countedAt: serverNow() + 60_000 });
    show();
    await screen.findByText('VIP chat');
    expect(online()).not.toBeInTheDocument();
    await storeLastSeenAt(user.id);
    await storeCount(user.id, { online: 12, countedAt: serverNow() + 120_000 });
    await waitFor(() => expect(online()).toHaveTextContent('12 online'));
  });

  it('describes what it unlocks while locked: chat, leaderboard and sample cards', () => {
    renderAt('/dashboard/essential-room', <EssentialRoom open={false} />);
    expect(screen.getByText(/a chat and an online count\.$/)).toBeVisible();
    expect(screen.getByText('Sample cards with entry, targets and stop')).toBeVisible();
  });

  it('orders its teaser like the open room, with the sample cards last', () => {
    renderAt('/dashboard/essential-room', <EssentialRoom open={false} />);
    const [cards] = screen.getAllByRole('list', { name: 'Signals', hidden: true });
    for (const name of ['VIP chat', 'VIP leaderboard']) {
      const [above] = screen.getAllByRole('heading', { name, hidden: true });
      if (!cards || !above) throw new Error('The teaser shows no room');
      expect(cards.compareDocumentPosition(above)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    }
  });

  it('shows the sample figures in its teaser', () => {
    renderAt('/dashboard/essential-room', <EssentialRoom open={false} />);
    for (const figure of ['247', '12', '84%', '1,847'])
      expect(screen.getAllByText(figure).length).toBeGreaterThan(0);
  });

  it('shows a sample leaderboard with badges for the first three in its teaser', () => {
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

describe('Copy Signal', () => {
  it('copies a text that starts by saying it is a sample', async () => {
    const user = userEvent.setup();
    show();
    await user.click(screen.getByRole('button', { name: 'Copy Signal EUR/USD' }));
    expect(await screen.findByText('Copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(
      'SAMPLE, not a signal to trade (QuantAlgo Essential Room)\nBUY EUR/USD\nEntry 1.0850\nTP1 1.0875\nTP2 1.0900\nSL 1.0825',
    );
  });

  it('offers to share if the browser refuses to copy', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
    const share = vi.fn((_: ShareData) => Promise.resolve());
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    show();
    await user.click(screen.getByRole('button', { name: 'Copy Signal GBP/USD' }));
    expect(share.mock.calls[0]?.[0].text).toMatch(/^SAMPLE, .*\nSELL GBP\/USD/);
    Reflect.deleteProperty(navigator, 'share');
  });

  it('reports if neither copying nor sharing is allowed', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
    show();
    await user.click(screen.getByRole('button', { name: 'Copy Signal GBP/USD' }));
    expect(
      await screen.findByText('Couldn’t copy. This browser blocks copying and sharing.'),
    ).toBeInTheDocument();
  });
});
