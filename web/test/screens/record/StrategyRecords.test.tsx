import type {
  StrategyOverview,
  StrategyRecord,
} from '@quantalgo/contracts/record/strategyEndpoints';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { StrategyRecords } from '../../../src/screens/record/StrategyRecords';

const records: readonly StrategyRecord[] = [
  { id: 'mean-reversion', audiences: ['basic'], moved: 4000, won: 2048, aside: null },
  { id: 'regression', audiences: ['order-flow'], moved: 0, won: 0, aside: null },
  {
    id: 'candle-pressure',
    audiences: ['order-flow'],
    moved: 6626,
    won: 3267,
    aside: { since: '2026-11-12T04:00:00.000Z', reason: 'record' },
  },
];

const toOverview = (strategies: readonly StrategyRecord[]): StrategyOverview => ({
  strategies: [...strategies],
  entryOdds: { counted: 0, gain: null, isShown: false },
});

const { readPublic } = vi.hoisted(() => ({ readPublic: vi.fn() }));

vi.mock(import('../../../src/data/core/readPublic'), () => ({ readPublic }));

afterEach(cleanup);

const openList = () => userEvent.click(screen.getByText('Strategies and their records'));

it('fetches strategies only once opened and retries after a failure', async () => {
  readPublic.mockRejectedValueOnce(new Error('Offline'));
  readPublic.mockResolvedValue({ data: toOverview(records), at: 0 });
  render(<StrategyRecords />);
  expect(readPublic).not.toHaveBeenCalled();
  await openList();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(records.length);
});

it('shows each strategy’s first-entry win rate and when one was put aside', async () => {
  readPublic.mockResolvedValue({ data: toOverview(records), at: 0 });
  render(<StrategyRecords />);
  await openList();
  const [meanReversion, regression, pressure] = await screen.findAllByRole('listitem');
  expect(meanReversion).toHaveTextContent(
    'Mean reversionAll membersWon 51.2% of 4,000 first entries, not counting flat ones.',
  );
  expect(regression).toHaveTextContent('RegressionEssentialNo results counted yet.');
  expect(pressure).toHaveTextContent(
    'Candle pressurePut asideWon 49.3% of 6,626 first entries, not counting flat ones.Since 12 Nov 2026.',
  );
  expect(pressure).toHaveTextContent(
    'It won significantly fewer first entries than a coin flip would',
  );
  expect(
    screen.getByText(/^We recalculate the odds at entry\. This is still on trial/),
  ).toBeVisible();
});

it('lists strategies on trial without counted results in one row', async () => {
  const onTrial = (id: string, moved: number): StrategyRecord => ({
    id,
    audiences: ['basic'],
    moved,
    won: 0,
    aside: { since: '2026-11-12T04:00:00.000Z', reason: 'trial' },
  });
  const trials = [onTrial('trend', 0), onTrial('breakout', 12), onTrial('session-range', 0)];
  readPublic.mockResolvedValue({ data: toOverview([...trials, ...records]), at: 0 });
  render(<StrategyRecords />);
  await openList();
  const names = await screen.findByText('On trial, no results counted yet: Trend, Session range.');
  const rows = screen.getAllByRole('listitem');
  expect(rows).toHaveLength(1 + 1 + records.length);
  expect(rows.at(-1)).toContainElement(names);
  expect(rows.at(-1)).toHaveTextContent(
    /A strategy on trial publishes nothing until it wins significantly more/,
  );
  expect(rows[0]).toHaveTextContent('BreakoutOn trialWon 0.0% of 12 first entries');
  expect(screen.getAllByText('No results counted yet.')).toHaveLength(1);
});
