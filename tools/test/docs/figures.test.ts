import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COIN, LADDER_LOSS, LADDER_RULES, SCHEDULES, TIER_DEPOSITS } from '@quantalgo/contracts';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../src/system/root';
import { COSTS, SLOT_COST } from '../fixtures/costs';

const BENCHMARKS = readFileSync(inRoot('docs', 'benchmarks.md'), 'utf8');

const SOURCES = ['web/src', 'web/build', 'functions/src', 'tools/src/backtest'];

/** To one decimal and to two, as one might write them; whole and small ones say nothing of the ladder. */
const written = (figure: number): string[] => [figure.toFixed(1), figure.toFixed(2)];

const FIGURES = [LADDER_LOSS, LADDER_RULES.stakes.at(-1) ?? 1, COIN.withinLadder].flatMap(written);

const COUNT = '(?:two|three|four|five|six|seven|eight|[2-8])';

/** The figures themselves, a number of levels, and how often a coin loses them all. */
const SPELLED_OUT = new RegExp(
  [
    ...FIGURES.map((figure) => `(?<![\\d.])${figure.replace('.', '\\.')}(?!\\d)`),
    `(?<![-\\w])${COUNT}[- ](?:lost |martingale )?levels?\\b(?! of risk)`,
    `\\ball ${COUNT} are lost\\b`,
    String.raw`\bonce in (?:sixteen|\d+)\b`,
  ].join('|'),
  'i',
);

const { starter, essential } = TIER_DEPOSITS;

/** A tier's deposit within a text; an amount on its own is another one, as of a sample trade. */
const DEPOSIT = new RegExp(
  `^(?!\\$\\d+$)[^]*\\$(?:${starter}|${essential - 1}|${essential})(?![\\d.,]*\\d)`,
);

/** Texts of a source in which a figure of the ladder, or such a figure, is written out. */
function spelledOut(file: string, figure = SPELLED_OUT): string[] {
  const found: string[] = [];
  const look = (text: unknown) => {
    if (typeof text === 'string' && figure.test(text)) found.push(`${file}: ${text.trim()}`);
  };
  new Visitor({
    Literal: ({ value }) => look(value),
    JSXText: ({ value }) => look(value),
    TemplateElement: ({ value }) => look(value.cooked),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(inRoot(folder), path));

it.each(SOURCES)('%s spells no figure of the ladder out: they are computed', (folder) => {
  const files = sourcesIn(folder);
  expect(files.length).toBeGreaterThan(3);
  expect(files.flatMap((file) => spelledOut(file))).toEqual([]);
});

it.each(SOURCES)('%s spells no deposit of a tier out', (folder) => {
  expect(sourcesIn(folder).flatMap((file) => spelledOut(file, DEPOSIT))).toEqual([]);
});

it.each(['Four lost levels cost it', 'costs 18.7 times', 'wins 93.75 %', 'within 4 levels'])(
  'finds “%s”',
  (text) => expect(SPELLED_OUT.test(text)).toBe(true),
);

it.each(['within-levels', 'level 4', '118.7', 'three steps'])('lets “%s” be', (text) =>
  expect(SPELLED_OUT.test(text)).toBe(false),
);

/** Runs of jobs in a month, as long as the assumptions say. */
function runsOf(...names: string[]): number {
  const days = Number(/days of a month in which the jobs run *\| ([\d.]+)/.exec(COSTS)?.[1]);
  return SCHEDULES.filter(({ name }) => names.length === 0 || names.includes(name)).reduce(
    (sum, { everyMinutes }) => sum + (days * 24 * 60) / everyMinutes,
    0,
  );
}

const SLOTS = 6250;
const A_SLOT = {
  reads: SLOT_COST.publish.reads + SLOT_COST.settle.reads,
  writes: SLOT_COST.publish.writes + SLOT_COST.settle.writes,
};
/** A row of what `npm run bench -- operations` counted (reads). */
const counted = (row: string): number =>
  Number(new RegExp(`\\| ${row} \\| (\\d+) reads`).exec(BENCHMARKS)?.[1]);

const [AN_HOUR = NaN, A_RETURN = NaN] = (
  /costs (\d+) reads, and (\d+) when the network is back/.exec(COSTS)?.slice(1) ?? []
).map(Number);
const IN_ROOMS = 20 * (2 * AN_HOUR + 6 * A_RETURN);

const DOLLARS = { read: 0.6e-6, write: 1.8e-6, call: 0.4e-6, second: 0.000024 + 0.5 * 0.0000025 };
const SENT = (((IN_ROOMS * 2000 + 200 * 4000) / 2 ** 30) * 0.12 + (3e6 / 1e9) * 0.15) * 1000;
/** The publisher's warm instance, all month: as many days as a daily job runs. */
const WARM_SECONDS = runsOf('refitCalibrations') * 24 * 60 * 60;
const HOUSE = {
  reads:
    SLOTS * A_SLOT.reads +
    2 * runsOf() +
    12 * runsOf('watchService') +
    runsOf('resumeInspections') +
    runsOf('resumePushes') +
    2 * runsOf('settleSignals'),
  writes: SLOTS * A_SLOT.writes,
  dollars: runsOf() * (DOLLARS.second + DOLLARS.call) + WARM_SECONDS * DOLLARS.second,
};

/** Identity Platform's prices: up to how many members, each. */
const STEPS = [
  [49_999, 0],
  [99_999, 0.0055],
  [999_999, 0.0046],
  [9_999_999, 0.0032],
  [Infinity, 0.0025],
] as const;

const signedIn = (members: number): number =>
  STEPS.reduce((sum, [to, price], index) => {
    const from = STEPS[index - 1]?.[0] ?? 0;
    return sum + Math.max(0, Math.min(members, to) - from) * price;
  }, 0);

/** What a thousand members cost in a month, of so many. */
function billOf(members: number) {
  const share = 1000 / members;
  const push =
    members === 1000 ? { read: 625, written: 375 } : { read: 156 + 156, written: 156 + 31 };
  const reads = (IN_ROOMS + 600 + 120 + push.read) * 1000 + HOUSE.reads * share;
  const writes = (80 + push.written) * 1000 + HOUSE.writes * share;
  const calls = 200 * DOLLARS.call + (200 * 0.1 + 90 * 0.001) * DOLLARS.second;
  const dollars = [
    reads * DOLLARS.read,
    writes * DOLLARS.write,
    calls * 1000 + HOUSE.dollars * share,
    SENT,
    signedIn(members) * share,
  ];
  return { reads, writes, dollars, all: dollars.reduce((sum, one) => sum + one, 0) };
}

describe('what the site costs', () => {
  it('is reckoned from what a room was counted to read, give or take a renewal', () => {
    const back = counted('catch-up at a return');
    const hour = counted('listener, a return included') - back;
    expect(Math.abs(A_RETURN - back)).toBeLessThanOrEqual(2);
    expect(Math.abs(AN_HOUR - hour)).toBeLessThanOrEqual(4);
    const total = IN_ROOMS.toLocaleString('en');
    expect(COSTS).toContain(`20 × (2 × ${AN_HOUR} + 6 × ${A_RETURN}) = ${total} in the room`);
    const rooms = [counted('polling, where no listener opens'), AN_HOUR].map(
      (reads) => `$ ${(reads * 2 * 20 * 1000 * DOLLARS.read).toFixed(2)}`,
    );
    expect(COSTS).toContain(`would cost ${rooms.join(' instead of ')}`);
  });

  it('is reckoned from the schedules as they are', () => {
    const round = (count: number) => Number(count.toPrecision(3)).toLocaleString('en');
    expect(COSTS).toContain(`about ${round(runsOf())} runs of its jobs`);
    expect(COSTS).toContain(`${round(runsOf('settleSignals'))} runs that settle`);
    const millions = [HOUSE.reads, HOUSE.writes].map((count) => `${(count / 1e6).toFixed(3)} M`);
    expect(COSTS).toContain(`reads 6,250 slots × ${A_SLOT.reads.toFixed(2)}, two for each`);
    expect(COSTS).toContain(`6,250 × ${A_SLOT.writes.toFixed(2)}: ${millions.join(' and ')}`);
  });

  it.each([1000, 100_000, 10_000_000])('stands in its table: of %i members', (members) => {
    const rows = COSTS.split('\n').filter((line) => line.startsWith('| '));
    const cells = (name: string) =>
      rows
        .find((line) => line.startsWith(`| ${name} `))
        ?.split('|')
        .map((cell) => cell.trim()) ?? [];
    const column = cells('of 1,000 members, a month,').indexOf(members.toLocaleString('en'));
    const { reads, writes, dollars, all } = billOf(members);
    const [read, write, ...others] = dollars.map((one) => `$ ${one.toFixed(2)}`);
    expect(cells('reads')[column]).toBe(`${(reads / 1e6).toFixed(3)} M, ${read}`);
    expect(cells('writes')[column]).toBe(`${(writes / 1e6).toFixed(3)} M, ${write}`);
    const rest = ['functions', 'sent', 'signed in', 'all'].map((name) => cells(name)[column]);
    expect(rest).toEqual([...others, `$ ${all.toFixed(2)}`]);
    const together = Number(((all * members) / 1000).toPrecision(4)).toLocaleString('en', {
      maximumFractionDigits: 0,
    });
    expect(cells('all members together')[column]).toBe(`$ ${together}`);
  });

  it('names each step of the price of accounts that it reckons with', () => {
    const [prices, steps] = [STEPS.map(([, price]) => price), STEPS.slice(0, -1).map(([to]) => to)];
    expect(COSTS).toContain(`| ${prices.join(', ')} |`);
    expect(COSTS).toContain(steps.map((to) => to.toLocaleString('en')).join(', '));
  });
});
