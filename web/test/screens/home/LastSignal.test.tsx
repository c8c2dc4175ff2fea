import { EMPTY_PERFORMANCE_COUNTERS, toPerformance } from '@quantalgo/contracts/record/performance';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPublic } from '../../../src/data/core/readPublic';
import { LastSignal } from '../../../src/screens/home/LastSignal';
import { renderAt } from '../../support/render';

vi.mock(import('../../../src/data/core/readPublic'), () => ({ readPublic: vi.fn() }));

afterEach(() => {
  cleanup();
  vi.mocked(readPublic).mockReset();
});

const show = (counts: Partial<typeof EMPTY_PERFORMANCE_COUNTERS>) => {
  const performance = toPerformance({
    ...EMPTY_PERFORMANCE_COUNTERS,
    source: 'twelvedata',
    ...counts,
  });
  vi.mocked(readPublic).mockResolvedValueOnce({ data: { performance, latest: null }, at: 0 });
  renderAt('/dashboard', <LastSignal className="" />);
};

describe('record on a guest’s home', () => {
  it.each([
    ['nothing has settled', { settled: 0 }, 'No results yet. You need 56 in 100.'],
    [
      'few entries have moved',
      { settled: 40, breakEven: 35, won: 5, firstEntryWon: 3 },
      'Right 3 of 5 times so far. You need 56 in 100.',
    ],
    [
      'a rate means something',
      { settled: 1000, won: 900, lost: 100, firstEntryWon: 520 },
      'Right 52 times in 100 so far. You need 56 in 100.',
    ],
  ])('says what was right if %s', async (_, counts, text) => {
    show(counts);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
