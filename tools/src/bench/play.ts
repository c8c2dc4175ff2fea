import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { playPaper } from '@quantalgo/contracts/bots/play';
import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { compareWithBaselines } from '@quantalgo/contracts/leaderboard/baselines';
import { evaluateLadder as judged } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { percentile, type Section } from './section';

const CPU_SLOWDOWN = 4;
const ROUNDS = 25;
const SIGNAL_COUNT = 20_000;
const SIGNALS_PER_DAY = 288;
const START_MS = Date.parse('2026-06-01T00:00:00Z');

/** D. E. Knuth's linear congruential generator, in [0, 1). Each run gets the same numbers. */
function createRandom(): () => number {
  let seed = 20_261_120;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
}

function makeSignals(count: number): PaperSignal[] {
  const next = createRandom();
  return Array.from({ length: count }, (_, index) => {
    const direction = next() < 0.5 ? 'CALL' : 'PUT';
    let price = 1.1;
    const closes = [0, 1, 2, 3, 4].map(() => ({ price: (price += (next() - 0.5) / 1000) }));
    const prices = closes.map((close) => close.price);
    const verdict = judged(direction, prices, LADDER_RULES);
    const value = 45 + 10 * next();
    return {
      id: slotId(START_MS + index * SLOT_MS),
      pair: next() < 0.5 ? 'EURUSD' : 'GBPUSD',
      direction,
      firstEntry: { value, low: value - 3, high: value + 3 },
      confidence: { value: 93 },
      ending: verdict && { ...verdict, closes },
    };
  });
}

/** Median processor time (ms) of several runs, times the slowdown. */
function measureCpu(work: () => unknown): number {
  // Warm-up for the JIT compiler.
  for (let round = 0; round < ROUNDS; round += 1) work();
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (CPU_SLOWDOWN * (user + system)) / 1000;
  });
  return percentile(times, 0.5);
}

const BOT = {
  ...createConfiguration(START_MS, 0.8, 'Aggressive'),
  balance: 10_000_000,
  stake: { kind: 'percent', hundredths: 10 },
} as const;

export const play: Section = {
  title: `A paper bot: CPU time, ${CPU_SLOWDOWN}× throttled, medians of ${ROUNDS}`,
  measure: () => {
    const all = makeSignals(SIGNAL_COUNT);
    const day = all.slice(0, SIGNALS_PER_DAY);
    const now = START_MS + (SIGNAL_COUNT + 10) * SLOT_MS;
    const signals = `${SIGNAL_COUNT.toLocaleString('en-GB')} signals`;
    return Promise.resolve(
      [
        {
          name: 'one day',
          value: measureCpu(() => playPaper(BOT, day, { now })),
          digits: 1,
          atMost: 5,
        },
        { name: signals, value: measureCpu(() => playPaper(BOT, all, { now })), atMost: 300 },
        {
          name: `${signals} with coin and opposite`,
          value: measureCpu(() => compareWithBaselines(BOT, all, now)),
        },
      ].map((figure) => ({ ...figure, unit: 'ms' })),
    );
  },
};
