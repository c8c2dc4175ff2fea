import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import Community from '../../../src/screens/network/Community';
import { renderAt } from '../../support/render';

describe('the Trader’s Network', () => {
  it('keeps its sample feed and figures in the locked teaser alone', () => {
    renderAt('/dashboard/community', <Community open={false} />);
    const [claimed] = screen.getAllByText('15,000+');
    expect(claimed?.nextElementSibling).toHaveTextContent('marketing claim');
    expect(screen.getAllByText(/Stopped after level 1/)).not.toEqual([]);
  });

  it('teases with a leaderboard whose first three are badged', () => {
    renderAt('/dashboard/community', <Community open={false} />);
    const [table] = screen.getAllByRole('table', { name: 'Leaderboard this week', hidden: true });
    if (!table) throw new Error('There is no leaderboard');
    const rows = within(table).getAllByRole('row', { hidden: true }).slice(1);
    const ranks = rows.map((row) => within(row).getAllByRole('cell', { hidden: true })[0]);
    expect(ranks.map((rank) => rank?.textContent)).toEqual(['1st', '2nd', '3rd', '4', '5']);
  });

  it('leads to the bots and channels of the messaging app, and to the list of all of ours', async () => {
    renderAt('/dashboard/community', <Community open />);
    const links = within(await screen.findByRole('region', { name: 'On Telegram' })).getAllByRole(
      'link',
    );
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://t.me/quantalgo_signals_bot',
      'https://t.me/quantalgo',
      '/contacts',
    ]);
  });

  it('marks the channels of a demonstration, and calls none of its chats real', async () => {
    renderAt('/dashboard/community', <Community open />);
    const channels = within(await screen.findByRole('region', { name: 'On Telegram' }));
    expect(channels.getByText('Demonstration')).toBeInTheDocument();
    expect(screen.queryByText(/chats (in|on) Telegram are real/)).toBeNull();
  });
});
