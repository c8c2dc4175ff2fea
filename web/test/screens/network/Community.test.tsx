import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import Community from '../../../src/screens/network/Community';
import { renderAt } from '../../support/render';

describe('Trader’s Network', () => {
  it('shows its sample feed and figures in the locked teaser', () => {
    renderAt('/dashboard/community', <Community open={false} />);
    const [claimed] = screen.getAllByText('15,000+');
    expect(claimed?.nextElementSibling).toHaveTextContent('marketing claim');
    expect(screen.getAllByText(/Stopped after level 1/)).not.toEqual([]);
  });

  it('shows a teaser leaderboard with badges for the first three', () => {
    renderAt('/dashboard/community', <Community open={false} />);
    const [table] = screen.getAllByRole('table', { name: 'Leaderboard this week', hidden: true });
    if (!table) throw new Error('There is no leaderboard');
    const rows = within(table).getAllByRole('row', { hidden: true }).slice(1);
    const ranks = rows.map((row) => within(row).getAllByRole('cell', { hidden: true })[0]);
    expect(ranks.map((rank) => rank?.textContent)).toEqual(['1st', '2nd', '3rd', '4', '5']);
  });

  it('links to its Telegram channels and to the list of contacts', async () => {
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

  it('labels demonstration channels and makes no claim of real chats', async () => {
    renderAt('/dashboard/community', <Community open />);
    const channels = within(await screen.findByRole('region', { name: 'On Telegram' }));
    expect(channels.getByText('Demonstration')).toBeInTheDocument();
    expect(screen.queryByText(/chats (in|on) Telegram are real/)).toBeNull();
  });
});
