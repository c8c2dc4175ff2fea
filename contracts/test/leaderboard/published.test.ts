import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Configuration, createConfiguration } from '../../src/bots/configuration';
import type { PaperSignal } from '../../src/bots/results';
import { createPaperState, paperStateSchema } from '../../src/bots/state';
import { SLOT_MS, parseSlotId } from '../../src/core/slots';
import { toDisplayNameKey, displayNameSchema } from '../../src/leaderboard/displayName';
import { getRowFigures, rankRows } from '../../src/leaderboard/leaderboard';
import {
  findDifferences,
  foldPublished,
  toPaperResult,
  type Publication,
  toPublishedConfiguration,
  replayPublication,
} from '../../src/leaderboard/published';
import { arbitraryConfiguration, arbitrarySignals, START } from '../bots/arbitrary';

const ID = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';

const createPublication = (
  configuration: Configuration,
  withdrawnAt: number | null = null,
): Publication => ({ id: ID, configuration, publishedAt: configuration.since, withdrawnAt });

/** The server folds only up to the first unsettled signal. */
function takeSettled(signals: readonly PaperSignal[]): readonly PaperSignal[] {
  const firstUnsettled = signals.findIndex(({ ending }) => ending === null);
  return firstUnsettled === -1 ? signals : signals.slice(0, firstUnsettled);
}

const withdrawals = fc.option(
  fc.integer({ min: 0, max: 60 }).map((slots) => START + slots * SLOT_MS),
);

describe('published configuration', () => {
  it('gives the same result folded in overlapping batches as replayed from the log', () => {
    fc.assert(
      fc.property(
        arbitraryConfiguration,
        arbitrarySignals,
        withdrawals,
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 1_000 })),
        (configuration, signals, withdrawnAt, cuts, chance) => {
          const publication = createPublication(configuration, withdrawnAt);
          const settled = takeSettled(signals);
          let state = createPaperState(configuration);
          const folded: PaperSignal[] = [];
          for (const cut of [...cuts.sort((one, other) => one - other), settled.length]) {
            // Each batch repeats up to three earlier signals, in random order.
            const batch = settled.slice(Math.max(0, folded.length - 3), cut);
            const mixed = batch.toSorted(() => (chance.next().value % 2 === 0 ? 1 : -1));
            const stored = JSON.stringify(state);
            state = foldPublished(publication, paperStateSchema.parse(JSON.parse(stored)), mixed);
            folded.push(...settled.slice(folded.length, cut));
          }
          const slot = settled.at(-1)?.id ?? '';
          const next = signals[settled.length];
          const last = signals.at(-1)?.id ?? '';
          const until = parseSlotId(next?.id ?? last) + SLOT_MS - 1;
          const reach = { slot, until };
          const log = signals.toSorted(() => (chance.next().value % 2 === 0 ? 1 : -1));
          const serverResult = toPaperResult(publication, state, reach);
          expect(replayPublication(publication, log, reach)).toEqual(serverResult);
          expect(findDifferences(replayPublication(publication, log, reach), serverResult)).toEqual(
            [],
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('starts at the next slot, without the bot’s pauses', () => {
    const now = START + 90_000;
    const paused = {
      ...createConfiguration(START - SLOT_MS),
      pauses: [{ from: START, until: null }],
    };
    expect(toPublishedConfiguration(paused, now)).toEqual({
      ...createConfiguration(START + SLOT_MS),
    });
  });

  it('finishes trades open at its withdrawal and enters none afterwards', () => {
    const configuration = { ...createConfiguration(START), levels: 4 };
    const closes = [100, 99, 98, 97, 96].map((price) => ({ price }));
    const createLoss = (place: number): PaperSignal => ({
      id: new Date(START + place * SLOT_MS).toISOString().slice(0, 16).replace(/[-:]/g, '') + 'Z',
      pair: 'EURUSD',
      direction: 'CALL',
      firstEntry: { value: 50, low: 48, high: 52 },
      confidence: { value: 93 },
      ending: { outcome: 'loss', level: null, closes },
    });
    const signals = [createLoss(0), createLoss(1)];
    const reach = { slot: createLoss(1).id, until: START + 20 * SLOT_MS };
    // During the first ladder, before the second is entered.
    const withdrawn = createPublication(configuration, START + SLOT_MS + 60_000);
    const { tally, signals: signalCount } = replayPublication(withdrawn, signals, reach);
    expect([signalCount, tally.trades, tally.lost]).toEqual([1, 1, 1]);
    expect(replayPublication(createPublication(configuration), signals, reach).tally.trades).toBe(
      2,
    );
  });
});

describe('leaderboard', () => {
  const createRow = (
    id: string,
    tally: { trades: number; won: number; profit: number },
    stake = 5_000,
  ) => ({
    id,
    publishedAt: START,
    configuration: {
      ...createConfiguration(START),
      stake: { kind: 'fixed' as const, cents: stake },
    },
    standing: {
      slot: '',
      until: START,
      tally: {
        ...tally,
        lost: tally.trades - tally.won,
        squares: tally.trades * (stake / 100) ** 2,
      },
      drawdown: 0,
      signals: tally.trades,
      open: 0,
    },
  });

  it('ranks a steady profit above larger stakes and a lucky streak', () => {
    const steady = createRow('steady', { trades: 400, won: 240, profit: 160_000 });
    const lucky = createRow('lucky', { trades: 3, won: 3, profit: 12_000 });
    const large = createRow('large', { trades: 400, won: 225, profit: 400_000 }, 50_000);
    const idle = createRow('idle', { trades: 0, won: 0, profit: 0 });
    const names = rankRows([idle, large, lucky, steady], 4).map(({ id }) => id);
    expect(names).toEqual(['steady', 'large', 'lucky', 'idle']);
  });

  it('ranks a small profit above a proven loss, and unprofitable rows newest first', () => {
    const ahead = createRow('ahead', { trades: 20, won: 12, profit: 5_000 });
    const losing = createRow('losing', { trades: 2_000, won: 1_050, profit: -20_000 });
    const idle = createRow('idle', { trades: 0, won: 0, profit: 0 });
    const newest = { ...idle, id: 'newest', publishedAt: START + 1 };
    const names = rankRows([losing, idle, newest, ahead], 4).map(({ id }) => id);
    expect(names).toEqual(['ahead', 'newest', 'idle', 'losing']);
  });

  it('widens intervals with the number of configurations tried', () => {
    const row = createRow('row', { trades: 100, won: 60, profit: 10_000 });
    const [one, thousand] = [getRowFigures(row, 1), getRowFigures(row, 1_000)];
    expect(thousand.winRate?.low).toBeLessThan(one.winRate?.low ?? 0);
    expect(thousand.range?.high).toBeGreaterThan(one.range?.high ?? Infinity);
    expect(thousand.profit).toBe(one.profit);
  });
});

describe('display name', () => {
  const getProblem = (name: string) => displayNameSchema.safeParse(name).error?.issues[0]?.message;

  it('is trimmed and otherwise unchanged', () => {
    expect(displayNameSchema.parse('  Chidi A_9 ')).toBe('Chidi A_9');
    expect(displayNameSchema.parse('Šárka')).toBe('Šárka');
  });

  it.each([
    ['Al', 'A display name must have 3 to 24 characters'],
    ['a'.repeat(25), 'A display name must have 3 to 24 characters'],
    ['Ada  Obi', /letters and digits/],
    ['\u0301\u0301\u0301', 'A display name must have 3 to 24 characters'],
    ['\u3164\u3164\u3164', 'A display name must have 3 to 24 characters'],
    ['a\ufe0f\ufe0f', 'A display name must have 3 to 24 characters'],
    ['\u093e\u093e\u093e', /letters and digits/],
    ['Ada\u202eObi', /letters and digits/],
    ['علی\u200Cرضا', undefined],
    ['\u2068Chidi A\u2069', undefined],
    ['<b>Ada</b>', /letters and digits/],
    ['Аda Obi', 'A display name can’t mix alphabets'],
    ['Support Desk', /staff/],
    ['Аdmin'.replace('dmin', 'дмин'), undefined],
  ])('reports the expected problem, if any, for %s', (name, message) => {
    const problem = getProblem(name);
    if (message === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(message);
  });

  it('has the same key as a lookalike', () => {
    for (const [one, other] of [
      ['Ada Obi', 'ada_obi'],
      ['Copa', 'Сора'],
      ['Bob10', 'Bob1O'],
      ['José', 'Jose'],
      ['Paul', 'PauI'],
      ['Amara', 'Arnara'],
      ['Ada Obi', 'Ada\u200CObi'],
    ] as const)
      expect(toDisplayNameKey(one)).toBe(toDisplayNameKey(other));
    expect(toDisplayNameKey('Ada')).not.toBe(toDisplayNameKey('Ade'));
  });
});
