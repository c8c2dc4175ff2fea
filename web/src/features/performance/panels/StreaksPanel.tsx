import type { MartingaleCost } from '@quantalgo/contracts';
import { Figures, Panel } from '../../../ui/Card';
import type { Streaks } from '../figures/streaks';

const runText = (length: number) => (length === 1 ? '1 signal' : `${length} signals`);

/** The longest runs, and what they asked of whoever played all levels. */
export const StreaksPanel = ({
  streaks: { longestWon, longestLost, current },
  cost,
}: {
  streaks: Streaks;
  cost: MartingaleCost;
}) => (
  <Panel title="Streaks">
    <Figures
      className="border-t border-line-soft"
      figures={[
        { label: 'Longest won', value: runText(longestWon), note: 'within 4 levels' },
        { label: 'Longest lost', value: runText(longestLost), note: 'all 4 levels' },
        {
          label: 'Now',
          value: current ? runText(current.length) : '–',
          ...(current && { note: current.outcome === 'profit' ? 'won' : 'lost' }),
        },
        {
          label: 'Largest stake',
          value: `${cost.largestStake.toFixed(1)}×`,
          note: 'the first one',
        },
      ]}
    />
  </Panel>
);
