import type { User } from '@quantalgo/contracts/account/member';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import Upgrade from '../../../src/screens/account/Upgrade';
import { renderAt } from '../../support/render';
import { guest, member } from '../../support/member';

const BROKER = 'https://pocketoption.com/register?utm_source=quantalgo&click_id=QA-2MX8P';

const show = (user: User) => {
  act(() => storeUser(user));
  return renderAt('/dashboard/upgrade', <Upgrade />);
};
const card = (name: string) => {
  const tierCard = within(screen.getByRole('list', { name: 'Tiers' }))
    .getAllByRole('listitem')
    .find((item) => within(item).queryByRole('heading', { name }));
  if (!tierCard) throw new Error(`No card is called ${name}`);
  return within(tierCard);
};
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const press = (button: HTMLElement) => act(() => button.click());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  act(() => session.set({ status: 'logged-out', reason: null }));
});

describe('upgrade tiers', () => {
  it.each([
    [guest(), 'Upgrade to Starter', 'Upgrade to Essential', []],
    [member(), 'Current Tier', 'Upgrade to Essential', ['Starter']],
    [member({ tier: 'essential' }), 'Not Available', 'Current Tier', ['Essential']],
    [guest({ staff: true }), 'Not Available', 'Current Tier', ['Essential']],
  ])('are offered above the member’s own', (user, starter, essential, current) => {
    show(user);
    expect(card('Starter').getByRole('button')).toHaveTextContent(starter);
    expect(card('Essential').getByRole('button')).toHaveTextContent(essential);
    const marked = ['Starter', 'Essential'].filter((name) => card(name).queryByText('CURRENT'));
    expect(marked).toEqual(current);
  });

  it('show their price and benefits', () => {
    show(guest());
    expect(card('Starter').getByText('$20–$99')).toBeInTheDocument();
    expect(card('Starter').getByText('30 signals a day')).toBeInTheDocument();
    expect(card('Essential').getByText('$100+')).toBeInTheDocument();
    expect(card('Essential').getByText('Unlimited signals')).toBeInTheDocument();
  });
});

describe('choosing a tier', () => {
  it('shows Processing... for 1.5 seconds, then opens the broker in a new tab', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    show(guest());
    press(card('Essential').getByRole('button'));
    expect(card('Essential').getByRole('button')).toHaveTextContent('Processing...');
    pass(1499);
    expect(open).not.toHaveBeenCalled();
    pass(1);
    expect(open).toHaveBeenCalledExactlyOnceWith(BROKER, '_blank');
    expect(card('Essential').getByRole('button')).toHaveTextContent('Upgrade to Essential');
  });

  it('shows a link if the browser blocked the tab', () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    show(guest());
    press(card('Starter').getByRole('button'));
    pass(1500);
    expect(screen.getByRole('link', { name: /open it here/ })).toHaveAttribute('href', BROKER);
  });

  it('does nothing for a tier that is not available', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    show(member({ tier: 'essential' }));
    press(card('Starter').getByRole('button'));
    press(card('Essential').getByRole('button'));
    pass(5000);
    expect(open).not.toHaveBeenCalled();
  });

  it('is cancelled by leaving the screen', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { unmount } = show(guest());
    press(card('Starter').getByRole('button'));
    unmount();
    pass(5000);
    expect(open).not.toHaveBeenCalled();
  });

  it('discloses beforehand who pays us', () => {
    show(guest());
    expect(screen.getByText(/We are paid by this broker when you sign up/)).toBeInTheDocument();
  });
});

describe('upgrade questions', () => {
  it('state how soon a tier is active', () => {
    show(guest());
    expect(screen.getByText(/1–2 hours/)).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'How it works' })).toBeInTheDocument();
  });
});
