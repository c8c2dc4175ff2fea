import { act, cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { session, storeUser } from '../../src/data/auth/currentSession';
import Home from '../../src/screens/home/Home';
import Community from '../../src/screens/network/Community';
import PlatinumStream from '../../src/screens/live/PlatinumStream';
import SignalRoom from '../../src/screens/signals/SignalRoom';
import Support from '../../src/screens/tickets/Support';
import Upgrade from '../../src/screens/account/Upgrade';
import { guest, member } from '../support/member';
import { renderAt } from '../support/render';

vi.mock('../../src/core/brand', () => ({
  BRAND: {
    name: 'Lumen',
    description: 'Signals.',
    telegram: {
      community: 'https://t.me/lumen_signals',
      support: 'https://t.me/lumen_help',
      bot: null,
    },
    broker: {
      name: 'Broker House',
      signUp: 'https://go.brokerhouse.com/r/A-4711',
      promoCode: 'LUMEN50',
    },
    isDemonstration: false,
  },
}));

afterEach(() => {
  act(() => session.set({ status: 'logged-out', reason: null }));
});

const getHrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

const SCREENS = [
  ['the Control Center', <Home key="home" />],
  ['the tiers', <Upgrade key="upgrade" />],
  ['the Signal Room', <SignalRoom key="room" />],
  ['the Platinum Stream', <PlatinumStream key="stream" open />],
  ['the network', <Community key="network" open />],
  ['the locked network', <Community key="locked" open={false} />],
  ['support', <Support key="support" />],
] as const;

describe('screens of a brand without a bot', () => {
  it.each(SCREENS)('%s mentions neither a bot nor the demonstration', (_, element) => {
    act(() => storeUser(member({ tier: 'essential', email: 'ada@example.test' })));
    const { container } = render(element, { wrapper: MemoryRouter });
    expect(container.textContent).not.toMatch(/\b(signal|telegram) bots?\b|bots in|demonstration/i);
    expect(container.innerHTML).not.toMatch(/quantalgo|pocket ?option/i);
  });

  it('link to the brand’s own channels', () => {
    renderAt('/dashboard/community', <Community open />);
    const links = within(screen.getByRole('region', { name: 'On Telegram' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://t.me/lumen_signals',
      '/contacts',
    ]);
  });

  it('link to the brand’s own broker, promo code and support', async () => {
    act(() => storeUser(guest()));
    renderAt('/dashboard', <Home />);
    expect(await screen.findByText('LUMEN50')).toBeInTheDocument();
    expect(getHrefs()).toContain('https://go.brokerhouse.com/r/A-4711');
    cleanup();
    renderAt('/dashboard/support', <Support />);
    expect(getHrefs()).toContain('https://t.me/lumen_help');
  });
});
