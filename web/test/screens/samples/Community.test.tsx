import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import Community from '../../../src/screens/samples/Community';
import { renderAt } from '../../support/render';

describe("the Trader's Network", () => {
  it('shows a feed and figures, all as samples', () => {
    renderAt('/dashboard/community', <Community open />);
    expect(screen.getByText(/Elite community/)).toBeInTheDocument();
    const feed = within(screen.getByRole('region', { name: 'Feed' }));
    expect(feed.getAllByRole('listitem').length).toBeGreaterThan(2);
    expect(feed.getByText('Sample')).toBeInTheDocument();
  });

  it('teases with a leaderboard whose first three are badged', () => {
    renderAt('/dashboard/community', <Community open={false} />);
    const [table] = screen.getAllByRole('table', { name: 'Leaderboard this week', hidden: true });
    if (!table) throw new Error('There is no leaderboard');
    const rows = within(table).getAllByRole('row', { hidden: true }).slice(1);
    const ranks = rows.map((row) => within(row).getAllByRole('cell', { hidden: true })[0]);
    expect(ranks.map((rank) => rank?.textContent)).toEqual(['1st', '2nd', '3rd', '4', '5']);
  });

  it('leads to the bots and channels of the messaging app', () => {
    renderAt('/dashboard/community', <Community open />);
    const links = within(screen.getByRole('region', { name: 'In Telegram' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://t.me/quantalgo_signals_bot',
      'https://t.me/quantalgo',
    ]);
  });

  it('marks the channels of a demonstration, and calls none of its chats real', () => {
    renderAt('/dashboard/community', <Community open />);
    const channels = within(screen.getByRole('region', { name: 'In Telegram' }));
    expect(channels.getByText('Demonstration')).toBeInTheDocument();
    expect(screen.queryByText(/chats in Telegram are real/)).toBeNull();
  });

  it('says of the claimed number of members that it is a claim', () => {
    renderAt('/dashboard/community', <Community open />);
    expect(screen.getByText('15,000+').nextElementSibling).toHaveTextContent('marketing claim');
  });
});
