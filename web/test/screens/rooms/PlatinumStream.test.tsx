import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import PlatinumStream from '../../../src/screens/rooms/PlatinumStream';
import { renderAt } from '../../support/render';

const regionOf = (name: string) => within(screen.getByRole('region', { name }));

describe('the Platinum Stream', () => {
  it('says what it is, and that it is a sample', () => {
    renderAt('/dashboard/platinum-stream', <PlatinumStream open />);
    expect(screen.getByRole('heading', { level: 1, name: 'Platinum Stream' })).toBeInTheDocument();
    for (const words of ['Live Digital Options Trading Sessions', 'LIVE', '2h 34m'])
      expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.getByText('312 watching')).toBeInTheDocument();
    expect(screen.getAllByText('Sample').length).toBeGreaterThan(1);
  });

  it('lists sessions’ signals, each active or won in words', () => {
    renderAt('/dashboard/platinum-stream', <PlatinumStream open />);
    const [active, ...won] = regionOf('Live platinum signals').getAllByRole('listitem');
    expect(active).toHaveTextContent('Active');
    expect(won.length).toBeGreaterThan(0);
    for (const signal of won) expect(signal).toHaveTextContent('Won');
  });

  it('shows those without access the sample figures and sessions of the specification', () => {
    renderAt('/dashboard/platinum-stream', <PlatinumStream open={false} />);
    for (const figure of ['87%', '23', '84%', '+$2,847'])
      expect(screen.getAllByText(figure).length).toBeGreaterThan(0);
    for (const words of ['European Open', '13:30 GMT', '1.5 hours'])
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Sample').length).toBeGreaterThan(0);
  });

  it('leads to the signal bot, the full analysis and the notification settings', () => {
    renderAt('/dashboard/platinum-stream', <PlatinumStream open />);
    const actions = regionOf('Quick actions');
    const hrefOf = (name: RegExp) => actions.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf(/Open signal bot/)).toBe('https://t.me/quantalgo_signals_bot');
    expect(hrefOf(/View Full Analysis/)).toBe('/dashboard/performance');
    expect(hrefOf(/Set Notifications/)).toBe('/dashboard/settings#notifications');
  });

  it('has controls that say what they do next', async () => {
    renderAt('/dashboard/platinum-stream', <PlatinumStream open />);
    await userEvent.click(screen.getByRole('button', { name: 'Pause stream' }));
    expect(screen.getByRole('button', { name: 'Play stream' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Turn sound on' }));
    expect(screen.getByRole('button', { name: 'Turn sound off' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeInTheDocument();
  });
});
