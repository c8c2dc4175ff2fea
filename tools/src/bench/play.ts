import { newConfiguration } from '@quantalgo/contracts/bots/configuration';
import { playPaper } from '@quantalgo/contracts/bots/play';
import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { compareWithBaselines } from '@quantalgo/contracts/leaderboard/baselines';
import { evaluateLadder as judged } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { percentile, type Section } from './section';

const CPU_SLOWDOWN = 4;
const ROUNDS = 25;
const LIST = 20_000;
const A_DAY = 288;
const START = Date.parse('2026-06-01T00:00:00Z');

/** The same numbers each run, from 0 to 1 (a linear congruential generator, D. E. Knuth). */
function numbers(): () => number {
  let seed = 20_261_120;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
}

/** Settled signals of one slot after the other, all five closes known. */
function madeUpSignals(count: number): PaperSignal[] {
  const next = numbers();
  return Array.from({ length: count }, (_, place) => {
    const direction = next() < 0.5 ? 'CALL' : 'PUT';
    let price = 1.1;
    const closes = [0, 1, 2, 3, 4].map(() => ({ price: (price += (next() - 0.5) / 1000) }));
    const prices = closes.map((close) => close.price);
    const verdict = judged(direction, prices, LADDER_RULES);
    const value = 45 + 10 * next();
    return {
      id: slotId(START + place * SLOT_MS),
      pair: next() < 0.5 ? 'EURUSD' : 'GBPUSD',
      direction,
      firstEntry: { value, low: value - 3, high: value + 3 },
      confidence: { value: 93 },
      ending: verdict && { ...verdict, closes },
    };
  });
}

/** Processor time of `work`, times the slowdown: the median of several runs, in ms. */
function workOf(work: () => unknown): number {
  // The first runs are the compiler's.
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
  ...newConfiguration(START, 0.8, 'Aggressive'),
  balance: 10_000_000,
  stake: { kind: 'percent', hundredths: 10 },
} as const;

/** How long a paper bot takes for a day, and for all signals that a device may hold. */
export const play: Section = {
  title: `A paper bot, processor time for a CPU ${CPU_SLOWDOWN} times as slow, medians of ${ROUNDS}`,
  measure: () => {
    const all = madeUpSignals(LIST);
    const day = all.slice(0, A_DAY);
    const now = START + (LIST + 10) * SLOT_MS;
    const signals = `of ${LIST.toLocaleString('en-GB')} signals`;
    return Promise.resolve(
      [
        {
          name: 'of a day',
          value: workOf(() => playPaper(BOT, day, { now })),
          digits: 1,
          atMost: 5,
        },
        { name: signals, value: workOf(() => playPaper(BOT, all, { now })), atMost: 300 },
        {
          name: `${signals}, beside coin and opposite`,
          value: workOf(() => compareWithBaselines(BOT, all, now)),
        },
      ].map((figure) => ({ ...figure, unit: 'ms' })),
    );
  },
};
