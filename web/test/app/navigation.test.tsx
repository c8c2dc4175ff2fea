import type { User } from '@quantalgo/contracts/account/member';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { BottomBar } from '../../src/app/shell/BottomBar';
import { Sidebar } from '../../src/app/shell/Sidebar';
import { guest, member } from '../support/member';
import { renderAt } from '../support/render';

const here = () => screen.getByTestId('here');
const renderSidebar = (user: User, path = '/dashboard') => {
  renderAt(path, <Sidebar member={user} />);
  return within(screen.getByRole('navigation', { name: 'Dashboard' }));
};

describe('Sidebar', () => {
  it('links a starter member to the Signal Stream and marks the current screen', async () => {
    const nav = renderSidebar(member());
    expect(nav.getByRole('link', { name: 'Control Center' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await userEvent.click(nav.getByRole('link', { name: 'Signal Stream' }));
    expect(here()).toHaveTextContent('"/dashboard/signals"');
  });

  it('shows a guest a locked screen that links to the Control Center', async () => {
    const nav = renderSidebar(guest(), '/dashboard/signals');
    const locked = nav.getByRole('link', { name: /^Signal Stream ?\(locked\)$/ });
    expect(locked).toHaveAccessibleDescription('Unlock with funded account');
    await userEvent.click(locked);
    expect(here()).toHaveTextContent(
      JSON.stringify({ pathname: '/dashboard', state: { locked: 'Signal Stream' } }),
    );
  });

  it('locks funded screens while the dashboard is locked', () => {
    const nav = renderSidebar(member({ dashboardUnlocked: false }));
    expect(nav.getByRole('link', { name: /^Signal Stream ?\(locked\)$/ })).toBeInTheDocument();
  });

  it.each([
    [guest(), 'Guest Tier'],
    [member(), 'Starter Node'],
    [member({ tier: 'essential' }), 'Essential Node'],
    [guest({ staff: true }), 'Essential Node'],
  ])('shows the member’s name and tier', (user, tier) => {
    renderSidebar(user);
    expect(screen.getByText('Ada Obi')).toBeInTheDocument();
    expect(screen.getByText(tier)).toBeInTheDocument();
  });

  it('shows the admission code to guests only', () => {
    const { unmount } = renderAt('/dashboard', <Sidebar member={guest()} />);
    expect(screen.getByText('QA-2MX8P')).toBeInTheDocument();
    unmount();
    renderAt('/dashboard', <Sidebar member={member()} />);
    expect(screen.queryByText('QA-2MX8P')).not.toBeInTheDocument();
  });
});

describe('BottomBar', () => {
  it('links to the main screens and has a More button for the rest', async () => {
    renderAt('/dashboard', <BottomBar member={member()} />);
    const bar = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
    expect(bar.getByRole('button', { name: 'More' })).toBeInTheDocument();
    await userEvent.click(bar.getByRole('link', { name: 'Signals' }));
    expect(here()).toHaveTextContent('"/dashboard/signals"');
  });

  it('sends a guest from locked Signals to the Control Center', async () => {
    renderAt('/dashboard/signals', <BottomBar member={guest()} />);
    await userEvent.click(screen.getByRole('link', { name: /^Signals ?\(locked\)$/ }));
    expect(here()).toHaveTextContent('"pathname":"/dashboard"');
  });
});
