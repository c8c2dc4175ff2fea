import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessMapping } from '../../../../src/data/journal/import/columns';
import { planImport } from '../../../../src/data/journal/import/plan';
import { findZone } from '../../../../src/data/journal/import/zones';
import type { SignalDigest } from '../../../../src/data/storage/digests';
import { buildKnownSignals, received, readTable } from './anImport';

const PAIRS: readonly Pair[] = ['EURUSD', 'GBPUSD', 'XAUUSD', 'EURUSD-OTC'];
const ZONES = [
  'UTC',
  'Africa/Lagos',
  'Europe/Athens',
  'Asia/Kolkata',
  'America/New_York',
  'America/New_York+07:00',
  '-03:30',
];

/** A summer day, a winter day and the day that the clocks change. */
const DAYS = ['2026-07-16', '2026-11-12', '2026-10-25'];

const pad = (value: number) => String(value).padStart(2, '0');

interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly clock: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const amPm = (clock: string) => {
  const hour = Number(clock.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}${clock.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
};

const FORMS: readonly ((wall: Wall) => string)[] = [
  ({ year, month, day, clock }) => `${year}-${pad(month)}-${pad(day)} ${clock}`,
  ({ year, month, day, clock }) => `${year}.${pad(month)}.${pad(day)} ${clock}`,
  ({ year, month, day, clock }) => `${pad(day)}.${pad(month)}.${year} ${clock}`,
  ({ year, month, day, clock }) => `${pad(day)}/${pad(month)}/${year} ${clock}`,
  ({ year, month, day, clock }) => `${month}/${day}/${year} ${amPm(clock)}`,
  ({ year, month, day, clock }) => `"${day} ${MONTHS[month - 1]} ${year}, ${clock}"`,
];

const LABELS: Readonly<Record<string, readonly string[]>> = {
  EURUSD: ['EURUSD', 'EUR/USD', 'frxEURUSD', 'EURUSDm'],
  GBPUSD: ['GBP/USD', 'gbpusd', 'OANDA:GBPUSD'],
  XAUUSD: ['XAUUSD', 'GOLD', 'XAUUSD.r'],
  'EURUSD-OTC': ['EURUSD_otc', 'EUR/USD (OTC)'],
};

const SIDES = { CALL: ['call', 'Buy', 'Rise'], PUT: ['put', 'SELL', 'Down'] } as const;

/** A slot's signal, and which of its levels the member entered and how late. */
const arbitrarySlot = fc.record({
  pair: fc.constantFrom(...PAIRS),
  direction: fc.constantFrom<Direction>('CALL', 'PUT'),
  wins: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 6 }),
  isPlayed: fc.boolean(),
  entered: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
  late: fc.integer({ min: -29, max: 239 }),
});

const arbitraryLedger = fc.record({
  day: fc.constantFrom(...DAYS),
  zone: fc.constantFrom(...ZONES),
  form: fc.constantFrom(...FORMS),
  isLadder: fc.boolean(),
  slots: fc.array(fc.option(arbitrarySlot, { freq: 5 }), { minLength: 4, maxLength: 30 }),
  foreign: fc.array(
    fc.record({
      pair: fc.constantFrom(...PAIRS),
      direction: fc.constantFrom<Direction>('CALL', 'PUT'),
      second: fc.integer({ min: -3600, max: 4 * 3600 }),
    }),
    { maxLength: 6 },
  ),
  doubled: fc.array(fc.nat(), { maxLength: 3 }),
  seed: fc.nat(),
});

interface Trade {
  readonly at: number;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly stake: number;
  /** The id of the signal that was traded; null for the member's own trade. */
  readonly on: string | null;
}

const endings = (wins: number | null): ('won' | 'lost')[] =>
  wins === null
    ? ['lost', 'lost', 'lost', 'lost']
    : [...Array.from({ length: wins }, () => 'lost' as const), 'won'];

/** Brute-force reference: every signal, every level. */
function modelFits({ at, pair, direction }: Trade, signals: readonly SignalDigest[]): string[] {
  return signals.flatMap((signal) => {
    if (signal.pair !== pair || signal.direction !== direction) return [];
    const isDue = [0, 1, 2, 3].some((level) => {
      const due = parseSlotId(signal.id) + SLOT_MS * (level + 1);
      return at >= due - 30_000 && at <= due + 240_000;
    });
    return isDue ? [signal.id] : [];
  });
}

async function planInZone(file: string, zone: string, signals: readonly SignalDigest[]) {
  const table = await readTable(file);
  const mapping = guessMapping(
    table.header,
    table.rows.map(({ cells }) => cells),
  );
  const choices = {
    mapping,
    dayOrder: null,
    pair: null,
    zone,
    repeats: 'once',
    importsRemoved: false,
    picks: {},
  } as const;
  return planImport(table, choices, buildKnownSignals(signals));
}

const STAKES = [2, 4.4, 9.68, 21.3];

describe('importing random ledgers', () => {
  it('never files a row under the wrong signal', { timeout: 300_000 }, async () => {
    let [filed, asked] = [0, 0];
    await fc.assert(
      fc.asyncProperty(arbitraryLedger, async (ledger) => {
        const start = Date.parse(`${ledger.day}T00:00:00Z`);
        const signals: SignalDigest[] = [];
        const trades: Trade[] = [];
        for (const [at, slot] of ledger.slots.entries()) {
          if (!slot) continue;
          const entry = start + at * SLOT_MS;
          const { pair, direction } = slot;
          const text = new Date(entry).toISOString().slice(0, 16).replace('T', ' ');
          const levels = endings(slot.wins);
          const signal = received(text, pair, direction, levels);
          signals.push(signal);
          if (!slot.isPlayed) continue;
          for (const [level] of (ledger.isLadder ? levels : levels.slice(0, 1)).entries())
            if (slot.entered[level] === true)
              trades.push({
                at: entry + level * SLOT_MS + slot.late * 1000,
                pair,
                direction,
                stake: STAKES[level] ?? 0,
                on: signal.id,
              });
        }
        for (const { pair, direction, second } of ledger.foreign)
          trades.push({ at: start + second * 1000, pair, direction, stake: 2, on: null });
        const zone = findZone(ledger.zone);
        if (!zone || trades.length === 0) return;
        const mixed = trades
          .map((trade, at) => ({ trade, key: Math.imul(at + 1, ledger.seed | 1) >>> 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ trade }) => trade);
        const doubled = ledger.doubled.flatMap((at) => mixed[at % mixed.length] ?? []);
        const written = [...mixed, ...doubled];
        const lines = written.map((trade) => {
          const { at, pair, direction, stake } = trade;
          const wall = new Date(at + zone.offsetAt(at)).toISOString();
          const [date = '', time = ''] = wall.split('T');
          const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
          const text = ledger.form({ year, month, day, clock: time.slice(0, 8) });
          const labels = LABELS[pair] ?? [];
          const sides = SIDES[direction];
          // The same trade is written the same way.
          const choice = mixed.indexOf(trade);
          return `${text},${labels[choice % labels.length]},${sides[choice % sides.length]},${stake}`;
        });
        const file = `Open time,Asset,Type,Amount\n${lines.join('\n')}\n`;
        const plan = await planInZone(file, ledger.zone, signals);
        const idOfLine = new Map(
          plan.entries.flatMap(({ id, lines: of }) => of.map((line) => [line, id])),
        );
        const left = new Set(
          [...plan.undecided, ...plan.outside, ...plan.bad].map(({ line }) => line),
        );
        for (const [at, trade] of written.entries()) {
          const line = at + 2;
          if (plan.notes.repeats.includes(line)) continue;
          const fits = modelFits(trade, signals);
          const id = idOfLine.get(line);
          if (id !== undefined) {
            filed += 1;
            expect(fits).toContain(id);
            if (trade.on !== null) expect(id).toBe(trade.on);
          } else {
            asked += fits.length > 0 ? 1 : 0;
            expect(left).toContain(line);
          }
          if (fits.length === 0) expect(id).toBeUndefined();
        }
        for (const { id, fields } of plan.entries) {
          const signal = signals.find((one) => one.id === id);
          expect(fields).toMatchObject({ pair: signal?.pair, direction: signal?.direction });
        }
      }),
      { numRuns: 1000 },
    );
    // Random signals are close together, levels are missing, and foreign trades match by chance.
    expect(asked / (filed + asked)).toBeLessThan(0.25);
  });
});
