import { DEFAULT_PAIRS, slotId, SLOT_MS, type Level, type Outcome } from '@quantalgo/contracts';
import { chance } from './chance';

const SEED = 2026;
const FIRST = Date.UTC(2026, 10, 18, 6);
const STRATEGIES = ['trend', 'mean-reversion', 'breakout'] as const;

/** A coin's ladder: the level that wins, null where none does. */
function levelOf(step: number): Level | null {
  const levels = [0, 1, 2, 3] as const;
  return levels.find((level) => chance(SEED, step, level) < 0.5) ?? null;
}

function sampleSignal(step: number) {
  const level = levelOf(step);
  const outcome: Outcome = level === null ? 'loss' : 'profit';
  const prices = Array.from({ length: (level ?? 3) + 2 }, (_, close) => 1.1 - close / 10_000);
  return {
    id: slotId(FIRST + step * 2 * SLOT_MS),
    pair: DEFAULT_PAIRS[step % DEFAULT_PAIRS.length] ?? 'EURUSD',
    direction: step % 2 === 0 ? ('CALL' as const) : ('PUT' as const),
    strategy: STRATEGIES[step % STRATEGIES.length] ?? 'trend',
    audience: 'basic' as const,
    source: 'simulated' as const,
    confidence: { value: 93.8 },
    firstEntry: { value: 50 },
    ending: { outcome, level, closes: prices.map((price) => ({ price })) },
  };
}

/** Sample content: what a coin would have made of two days, newest first, behind the locked matrix's blur. */
export const SAMPLE_SETTLED = Array.from({ length: 240 }, (_, step) =>
  sampleSignal(step),
).reverse();

/** What the locked matrix promises. */
export const LOCKED_MATRIX = {
  description:
    'Every figure computed on your own device from the signals you received, beside what a coin would score.',
  features: [
    'Win rates with their intervals, at your broker’s payout',
    'What flat stakes and the martingale would have made of it',
    'By pair, hour, weekday and strategy',
  ],
} as const;
