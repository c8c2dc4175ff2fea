import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Configuration, createConfiguration } from '../../src/bots/configuration';
import { getFiguresByRange } from '../../src/bots/figures';
import {
  foldPaper,
  advancePaperState,
  findPaperHalt,
  findPaperStop,
  playPaper,
} from '../../src/bots/play';
import type { PaperSignal } from '../../src/bots/results';
import { getBalance, createPaperState, paperStateSchema } from '../../src/bots/state';
import { SLOT_MS, slotId } from '../../src/core/slots';
import { compareWithBaselines } from '../../src/leaderboard/baselines';
import { arbitraryConfiguration, arbitraryNow, arbitrarySignals, START } from './arbitrary';
import { playSlowly } from './slowModel';

/** Contracts have no platform types, but their tests run on Node. */
declare const process: { readonly env: { readonly PAPER_RUNS?: string } };

/** `PAPER_RUNS=100000 npx vitest run --project unit contracts/test/bots/play.test.ts` runs the whole comparison. */
const RUNS = Number(process.env.PAPER_RUNS ?? 2_000);

/** A CALL that moves the same way at every level. */
function aSignal(place: number, ends: 'up' | 'down' | 'flat' | 'open'): PaperSignal {
  const step = { up: 1, down: -1, flat: 0, open: 0 }[ends];
  const closes = [0, 1, 2, 3, 4].map((at) => ({ price: 100 + at * step }));
  const ending = {
    up: { outcome: 'profit', level: 0, closes },
    down: { outcome: 'loss', level: null, closes },
    flat: { outcome: 'break-even', level: null, closes },
    open: null,
  } as const;
  return {
    id: slotId(START + place * SLOT_MS),
    pair: 'EURUSD',
    direction: 'CALL',
    firstEntry: { value: 50, low: 48, high: 52 },
    confidence: { value: 93 },
    ending: ending[ends],
  };
}

const single = (change: Partial<Configuration> = {}): Configuration => ({
  ...createConfiguration(START),
  balance: 100_000,
  stake: { kind: 'fixed', cents: 1_000 },
  ...change,
});

const LATER = START + 200 * SLOT_MS;

const computeProfit = (configuration: Configuration, signals: readonly PaperSignal[]) =>
  playPaper(configuration, signals, { now: LATER }).state.tally.profit;

describe('playPaper', () => {
  it('matches a slow reference model to the cent', { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(arbitraryConfiguration, arbitrarySignals, arbitraryNow, (bot, signals, now) => {
        const { closed, state } = playPaper(bot, signals, { now });
        const model = playSlowly(
          bot,
          signals.filter(({ id }) => id <= slotId(now - SLOT_MS)),
          now,
        );
        expect(
          closed.map(({ id, closedAt, result, outcome }) => [id, closedAt, result, outcome]),
        ).toEqual(model.closed.map(({ id, at, result, how }) => [id, at, result, how]));
        expect([getBalance(state), state.drawdown, state.open.length]).toEqual([
          model.money,
          model.deepest,
          model.open,
        ]);
      }),
      { numRuns: RUNS },
    );
  });

  it('does not depend on the order of the signals', () => {
    fc.assert(
      fc.property(
        arbitraryConfiguration,
        arbitrarySignals.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })),
        ),
        (bot, [sorted, shuffled]) => {
          const inOrder = playPaper(bot, sorted, { now: LATER });
          expect(playPaper(bot, shuffled, { now: LATER })).toEqual(inOrder);
          expect(playPaper(bot, [...shuffled, ...sorted], { now: LATER })).toEqual(inOrder);
        },
      ),
    );
  });

  it('gives the same state folded in stored batches as played at once', () => {
    fc.assert(
      fc.property(
        arbitraryConfiguration,
        arbitrarySignals.map((all) => all.filter(({ ending }) => ending !== null)),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }),
        (bot, signals, sizes) => {
          let state = createPaperState(bot);
          let from = 0;
          for (const size of sizes) {
            const batch = signals.slice(from, from + size).reverse();
            // Folded twice, because a repeated run must change nothing.
            state = foldPaper(bot, foldPaper(bot, state, batch), batch);
            state = paperStateSchema.parse(JSON.parse(JSON.stringify(state)));
            from += size;
          }
          const whole = playPaper(bot, signals, { now: LATER });
          expect(advancePaperState(bot, state, LATER)).toEqual(whole.state);
        },
      ),
    );
  });

  it('earns the payout on a win and loses the stake on a loss', () => {
    expect(computeProfit(single(), [aSignal(0, 'up')])).toBe(800);
    expect(computeProfit(single({ payout: 0.92 }), [aSignal(0, 'up')])).toBe(920);
    expect(computeProfit(single(), [aSignal(0, 'down')])).toBe(-1_000);
    expect(computeProfit(single(), [aSignal(0, 'flat')])).toBe(0);
  });

  it('loses the stakes of all configured levels in a lost ladder', () => {
    expect(computeProfit(single({ levels: 4 }), [aSignal(0, 'down')])).toBe(-18_688);
    expect(computeProfit(single({ levels: 2 }), [aSignal(0, 'down')])).toBe(-3_200);
  });

  it('never stakes more than the free balance', () => {
    fc.assert(
      fc.property(arbitraryConfiguration, arbitrarySignals, (bot, signals) => {
        const { closed, state } = playPaper(bot, signals, { now: LATER });
        expect(state.free).toBeGreaterThanOrEqual(0);
        for (const { balance } of closed) expect(balance).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never exceeds the limit of open trades', () => {
    const unsettled = [0, 1, 2, 3].map((place) => aSignal(place, 'open'));
    const { state } = playPaper(single({ maxOpenTrades: 3 }), unsettled, { now: LATER });
    expect(state.open).toHaveLength(3);
  });

  it('stops at a daily limit and resumes the next day', () => {
    // From the tenth signal on, closes fall on the next UTC day.
    const all = Array.from({ length: 48 }, (_, place) => aSignal(place, 'down'));
    const { closed } = playPaper(single({ stopLoss: 3_000, maxOpenTrades: 1 }), all, {
      now: LATER,
    });
    const days = closed.map(({ closedAt }) => new Date(closedAt).toISOString().slice(0, 10));
    expect(days).toEqual([
      ...Array<string>(3).fill('2026-11-15'),
      ...Array<string>(3).fill('2026-11-16'),
    ]);
    const ladders = playPaper(single({ stopLadders: 2, maxOpenTrades: 1 }), all, { now: LATER });
    expect(ladders.closed).toHaveLength(4);
  });

  it('reports which daily limit was reached until the day ends', () => {
    const now = START + 9 * SLOT_MS;
    const lost = [0, 1, 2].map((place) => aSignal(place, 'down'));
    const findStopTime = (change: Partial<Configuration>, at = now) => {
      const bot = single(change);
      return findPaperStop(bot, playPaper(bot, lost, { now: at }).state, at);
    };
    expect(findStopTime({ stopLoss: 3_000, stopLadders: 3 })).toBe('loss');
    expect(findStopTime({ stopLoss: 3_001, stopLadders: 3 })).toBe('ladders');
    expect(findStopTime({ stopLoss: 3_001, stopLadders: 4 })).toBeNull();
    expect(findStopTime({})).toBeNull();
    expect(findStopTime({ stopLoss: 3_000 }, now + 24 * 60 * 60_000)).toBeNull();
  });

  it('is out of money once nothing is open and no stake is affordable', () => {
    const lost = [0, 1, 2].map((place) => aSignal(place, 'down'));
    const bot = single({ balance: 2_500, maxOpenTrades: 1, stopLoss: 2_000 });
    const haltAt = (at: number) => findPaperHalt(bot, playPaper(bot, lost, { now: at }).state, at);
    expect(haltAt(START + SLOT_MS)).toBeNull();
    expect(haltAt(START + 2 * SLOT_MS)).toBeNull();
    expect(haltAt(LATER)).toBe('money');
  });

  it('enters nothing while paused', () => {
    const all = [0, 1, 2, 3, 4, 5].map((place) => aSignal(place, 'up'));
    const pauses = [{ from: START + 2 * SLOT_MS, until: START + 5 * SLOT_MS }];
    const { closed, entries } = playPaper(single({ pauses }), all, { now: LATER });
    expect(closed.map(({ id }) => id)).toEqual([0, 4, 5].map((place) => aSignal(place, 'up').id));
    expect(entries).toHaveLength(6);
  });

  it('filters signals by their verdict at the bot’s own payout', () => {
    const signals = [aSignal(0, 'up')];
    expect(computeProfit(single({ verdicts: ['pays', 'unclear'] }), signals)).toBe(0);
    expect(computeProfit(single({ verdicts: ['pays'], payout: 1.5 }), signals)).toBe(1_500);
  });
});

describe('getFiguresByRange', () => {
  it('gives every profit an interval that contains it, and a trade count', () => {
    fc.assert(
      fc.property(arbitraryConfiguration, arbitrarySignals, arbitraryNow, (bot, signals, now) => {
        const play = playPaper(bot, signals, { now });
        for (const one of Object.values(getFiguresByRange(bot, play, now))) {
          expect(one.range === null).toBe(one.trades === 0);
          if (one.range) {
            expect(one.range.low).toBeLessThanOrEqual(one.profit);
            expect(one.range.high).toBeGreaterThanOrEqual(one.profit);
          }
          expect(one.trades).toBeLessThanOrEqual(one.trades === 0 ? 0 : play.entries.length);
        }
        expect(getFiguresByRange(bot, play, now)['1W'].profit).toBe(play.state.tally.profit);
      }),
    );
  });

  it('includes a loss in the interval after 20 won ladders', () => {
    const bot = single({ levels: 4 });
    const all = Array.from({ length: 20 }, (_, place) => aSignal(place, 'up'));
    const { profit, range } = getFiguresByRange(
      bot,
      playPaper(bot, all, { now: LATER }),
      START + 24 * SLOT_MS,
    )['1D'];
    expect(profit).toBe(16_000);
    expect(range?.low).toBeLessThan(0);
  });

  it('leaves out trades that closed before the range', () => {
    const bot = single();
    const all = Array.from({ length: 24 }, (_, place) =>
      aSignal(place, place < 12 ? 'up' : 'down'),
    );
    const now = START + 25 * SLOT_MS;
    const ranges = getFiguresByRange(bot, playPaper(bot, all, { now }), now);
    expect(ranges['1H'].profit).toBe(-12_000);
    expect(ranges['1H'].trades).toBe(12);
    expect(ranges['4H'].profit).toBe(12 * 800 - 12 * 1_000);
  });
});

describe('compareWithBaselines', () => {
  it('makes the opposite lose when the signal’s direction wins', () => {
    const all = [aSignal(0, 'up'), aSignal(1, 'up'), aSignal(2, 'down')];
    const { own, opposite } = compareWithBaselines(single(), all, LATER);
    expect(own.state.tally.profit).toBe(600);
    expect(opposite.state.tally.profit).toBe(-1_000 - 1_000 + 800);
  });

  /** Won at its first level, without closes of later ones. */
  const aSilent = (place: number): PaperSignal => {
    const { ending, ...signal } = aSignal(place, 'up');
    return { ...signal, ending: ending && { ...ending, closes: ending.closes.slice(0, 2) } };
  };

  it('starts after the last signal with too few closes to judge the opposite side', () => {
    const all = [aSignal(0, 'down'), aSilent(1), aSignal(40, 'down'), aSignal(41, 'up')];
    const ladder = compareWithBaselines(single({ levels: 4 }), all, LATER);
    expect(ladder.signals).toBe(2);
    expect(ladder.own.closed.map(({ id }) => id)).toEqual(
      [aSignal(40, 'up').id, aSignal(41, 'up').id].reverse(),
    );
    expect(compareWithBaselines(single({ levels: 1 }), all, LATER).signals).toBe(4);
  });

  it('stops before the newest signals that still await closes of later levels', () => {
    const known = [aSignal(0, 'down'), aSignal(1, 'up'), aSignal(2, 'up')];
    const fresh = [aSilent(3), aSignal(4, 'down'), aSilent(5), aSignal(6, 'open')];
    const now = START + 8 * SLOT_MS;
    const beside = compareWithBaselines(single({ levels: 4 }), [...known, ...fresh], now);
    expect(beside.signals).toBe(3);
    expect(beside.until).toBe(START + 4 * SLOT_MS);
    expect(beside).toEqual({
      ...compareWithBaselines(single({ levels: 4 }), known, now),
      until: beside.until,
    });
  });

  it('tosses a fair coin that is the same for everyone', () => {
    const all = Array.from({ length: 200 }, (_, place) => aSignal(place, 'up'));
    const far = START + 400 * SLOT_MS;
    const { coin } = compareWithBaselines(single({ maxOpenTrades: 10 }), all, far);
    expect(coin.state.tally.won).toBeGreaterThan(70);
    expect(coin.state.tally.won).toBeLessThan(130);
    expect(compareWithBaselines(single({ maxOpenTrades: 10 }), all, far).coin).toEqual(coin);
  });
});
