import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { COIN, type Level, LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { chance } from './chance';

const SEED = 2026;

const FIRST_SLOT_MS = Date.UTC(2026, 10, 18, 6);

const STRATEGIES = ['trend', 'mean-reversion', 'breakout'] as const;

/** Null if no coin toss of the ladder wins. */
const findWinningLevel = (step: number): Level | null =>
  LEVELS.find((level) => chance(SEED, step, level) < 0.5) ?? null;

function createSampleSignal(step: number) {
  const level = findWinningLevel(step);
  const outcome: Outcome = level === null ? 'loss' : 'profit';
  const levelsPlayed = level === null ? LEVELS.length : level + 1;
  const prices = Array.from({ length: levelsPlayed + 1 }, (_, close) => 1.1 - close / 10_000);
  return {
    id: slotId(FIRST_SLOT_MS + step * 2 * SLOT_MS),
    pair: DEFAULT_PAIRS[step % DEFAULT_PAIRS.length] ?? 'EURUSD',
    direction: step % 2 === 0 ? ('CALL' as const) : ('PUT' as const),
    strategy: STRATEGIES[step % STRATEGIES.length] ?? 'trend',
    audience: 'basic' as const,
    source: 'simulated' as const,
    confidence: { value: COIN.withinLadder },
    firstEntry: { value: COIN.firstEntry, low: COIN.firstEntry, high: COIN.firstEntry },
    ending: { outcome, level, closes: prices.map((price) => ({ price })) },
  };
}

/** Sample content of the locked Performance Matrix: two days of coin tosses, newest first. */
export const createSampleSignals = () =>
  Array.from({ length: 240 }, (_, step) => createSampleSignal(step)).reverse();
