import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { computeBreakEven, COIN, listMartingaleLevels } from '@quantalgo/contracts/signals/ladder';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CadenceBar } from '../../../src/ui/instruments/CadenceBar';
import { LevelStrip, StakeLadder } from '../../../src/ui/instruments/StakeLadder';
import { OutcomeChip } from '../../../src/ui/instruments/Marks';
import { ProbabilityScale } from '../../../src/ui/instruments/ProbabilityScale';
import { Ring } from '../../../src/ui/instruments/Ring';

const getFill = (segment: Element) => segment.firstElementChild?.getAttribute('style');

describe('CadenceBar', () => {
  it('fills one segment per minute', () => {
    render(<CadenceBar elapsed={SLOT_MS / 2} />);
    const fills = Array.from(screen.getByTestId('cadence').children, getFill);
    expect(fills).toEqual([1, 1, 0.5, 0, 0].map((share) => `transform: scaleX(${share});`));
  });
});

describe('Ring', () => {
  const getLineShare = (share: number) => {
    const { container, unmount } = render(<Ring share={share} tone="accent" size={112} />);
    const [left = 0, whole = 0] = (
      container.querySelector('[stroke-dasharray]')?.getAttribute('stroke-dasharray') ?? ''
    )
      .split(' ')
      .map(Number);
    unmount();
    return left / whole;
  };

  it('draws the remaining share, clamped to a full circle', () => {
    expect(getLineShare(0.49)).toBeCloseTo(0.49);
    expect(getLineShare(2)).toBe(1);
    expect(getLineShare(-1)).toBe(0);
  });

  it('is hidden from screen readers', () => {
    render(
      <Ring share={0.5} tone="accent" size={112}>
        2:28
      </Ring>,
    );
    expect(screen.getByTestId('ring')).toHaveAttribute('aria-hidden', 'true');
  });
});

describe('StakeLadder', () => {
  const rungs = listMartingaleLevels(0).map(({ level, stake }) => ({
    level,
    stake,
    time: `14:${10 + 5 * level}`,
    state: level === 0 ? ('lost' as const) : ('now' as const),
  }));

  it('draws bars in proportion to the stakes', () => {
    render(<StakeLadder rungs={rungs} />);
    const heights = screen
      .getAllByRole('listitem')
      .map((rung) => parseFloat(rung.children[1]?.getAttribute('style')?.slice(8) ?? ''));
    for (const [level, height] of heights.entries())
      expect(height / (heights[0] ?? 0)).toBeCloseTo(2.2 ** level);
  });

  it('shows the stake, time and state of each level', () => {
    render(<StakeLadder rungs={rungs} />);
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent('stake ×114:10Level 0, lost');
    expect(second).toHaveTextContent('stake ×2.214:15Level 1, now');
  });
});

describe('ProbabilityScale', () => {
  it('shows the value, the interval, the coin and the break-even', () => {
    const { firstEntry } = computeBreakEven();
    const probability = { value: 52.4, low: 50.9, high: 53.9 };
    const { container } = render(
      <ProbabilityScale
        label="First entry wins"
        probability={probability}
        coin={COIN.firstEntry}
        breakEvenRate={firstEntry}
      />,
    );
    expect(container).toHaveTextContent('First entry wins52.4%');
    expect(container).toHaveTextContent('95% interval 50.9 to 53.9%');
    expect(container).toHaveTextContent('coin 50');
    expect(container).toHaveTextContent('you need 55.6');
  });
});

describe('OutcomeChip and LevelStrip', () => {
  it.each([
    ['profit', 'Won'],
    ['loss', 'Lost'],
    ['break-even', 'Break-even'],
  ] as const)('show %s as an icon and a word', (outcome, word) => {
    render(<OutcomeChip outcome={outcome} />);
    const chip = screen.getByText(word).parentElement;
    expect(chip?.querySelector('svg')).toBeInTheDocument();
  });

  it('describe the drawn levels to screen readers', () => {
    render(<LevelStrip states={['waiting', 'due', 'ahead', 'ahead']} />);
    const strip = screen.getByRole('img');
    expect(strip).toHaveAccessibleName(
      'level 0 waiting for the close, level 1 only if no earlier level won, level 2 upcoming, level 3 upcoming',
    );
    expect(within(strip).queryAllByText(/./)).toEqual([]);
  });
});
