import * as z from 'zod/mini';
import { payoutSchema, STATED_PAYOUT } from '../signals/payout';
import { verdictNameSchema, VERDICTS } from '../signals/verdict';
import { moneyText } from '../core/format';
import { pairSchema } from '../market/pairs';

/** How many bots a member may have, and how many of them may be published at a time. */
export const MAX_BOTS = 3;

/** What a configuration may say. Money in cents, a share of the balance in hundredths of a percent. */
const CONFIGURATION_RANGES = {
  balance: { least: 1_000, most: 10_000_000 },
  stake: { least: 10, most: 1_000_000 },
  percent: { least: 10, most: 2_500 },
  levels: { least: 1, most: 4 },
  mostOpen: { least: 1, most: 10 },
  stopLoss: { least: 100, most: 10_000_000 },
  stopLadders: { least: 1, most: 20 },
  pairs: { least: 1, most: 30 },
  /** Older pauses are no use to a bot that starts anew. */
  pauses: { least: 0, most: 200 },
} as const;

interface Range {
  readonly least: number;
  readonly most: number;
}

const between = ({ least, most }: Range, textOf: (value: number) => string = String): string =>
  `${textOf(least)} to ${textOf(most)}`;

const money = (cents: number): string => moneyText(cents / 100);

const wordsFor = (ranges: typeof CONFIGURATION_RANGES) => ({
  balance: `Enter a balance from ${between(ranges.balance, money)}`,
  stake: `Enter a trade size from ${between(ranges.stake, money)}`,
  percent: `Enter a trade size from ${between(ranges.percent, (hundredths) => String(hundredths / 100))} percent of the balance`,
  levels: `Enter ${between(ranges.levels)} levels`,
  mostOpen: `Enter ${between(ranges.mostOpen)} open trades`,
  stopLoss: `Enter a daily loss from ${between(ranges.stopLoss, money)}`,
  stopLadders: `Enter ${between(ranges.stopLadders)} lost trades a day`,
  verdicts: 'Choose at least one verdict',
  pairs: `Choose ${between(ranges.pairs)} pairs, or all of them`,
  hours: 'Enter two different whole hours from 0 to 24',
  pauses: 'This bot was paused too often. Start a new one.',
});

const WORDS = /* @__PURE__ */ wordsFor(CONFIGURATION_RANGES);

type Ranged = Exclude<keyof typeof CONFIGURATION_RANGES, 'pairs' | 'pauses'>;

const inRange = (name: Ranged) => {
  const { least, most } = CONFIGURATION_RANGES[name];
  return z.int(WORDS[name]).check(z.gte(least, WORDS[name]), z.lte(most, WORDS[name]));
};

const hour = z.int(WORDS.hours).check(z.gte(0, WORDS.hours), z.lte(24, WORDS.hours));

const time = z.int().check(z.gte(0));

const isOnce = (all: readonly string[]): boolean => new Set(all).size === all.length;

const atMost = ({ most }: { readonly most: number }, words: string) => z.maxLength(most, words);

const stakeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), cents: inRange('stake') }),
  z.strictObject({ kind: z.literal('percent'), hundredths: inRange('percent') }),
]);

export type PaperStake = z.infer<typeof stakeSchema>;

/** What a paper bot does with the signals that it is given. Money in cents, times in epoch ms. */
export const configurationSchema = /* @__PURE__ */ z.strictObject({
  balance: inRange('balance'),
  /** The first stake of each trade. */
  stake: stakeSchema,
  /** How many levels of a signal's ladder are played. */
  levels: inRange('levels'),
  /** Profit on a won stake, as a share. */
  payout: payoutSchema,
  /** The verdicts, told at this payout, whose signals are taken. */
  verdicts: z
    .array(verdictNameSchema, WORDS.verdicts)
    .check(
      z.minLength(1, WORDS.verdicts),
      atMost({ most: VERDICTS.length }, WORDS.verdicts),
      z.refine(isOnce, WORDS.verdicts),
    ),
  /** Null takes all. */
  pairs: z.nullable(
    z
      .array(pairSchema, WORDS.pairs)
      .check(
        z.minLength(CONFIGURATION_RANGES.pairs.least, WORDS.pairs),
        atMost(CONFIGURATION_RANGES.pairs, WORDS.pairs),
        z.refine(isOnce, WORDS.pairs),
      ),
  ),
  /** Hours of UTC in which trades are entered; `from` after `to` runs over midnight. Null is the whole day. */
  hours: z.nullable(
    z
      .strictObject({ from: hour, to: hour })
      .check(z.refine(({ from, to }) => from % 24 !== to % 24, WORDS.hours)),
  ),
  /** The most trades that are open at the same time. */
  mostOpen: inRange('mostOpen'),
  /** No trade is entered on a day of UTC that has lost so much; null never stops. */
  stopLoss: z.nullable(inRange('stopLoss')),
  /** No trade is entered on a day of UTC with so many lost trades; null never stops. */
  stopLadders: z.nullable(inRange('stopLadders')),
  /** When no trade is entered; the last pause lasts while its `until` is null. */
  pauses: z
    .array(z.strictObject({ from: time, until: z.nullable(time) }), WORDS.pauses)
    .check(atMost(CONFIGURATION_RANGES.pauses, WORDS.pauses)),
  /** The first slot that is played starts at or after this time. */
  since: time,
});

export type Configuration = z.infer<typeof configurationSchema>;

/** What a refused configuration is told, by the name of its field: the first broken rule of each. */
export function configurationProblems(
  given: unknown,
): Readonly<Partial<Record<keyof Configuration, string>>> {
  const { error } = configurationSchema.safeParse(given);
  const problems: Partial<Record<string, string>> = {};
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message;
  return problems;
}

export const RISK_LEVELS = ['Conservative', 'Moderate', 'Aggressive'] as const;

export type RiskLevel = (typeof RISK_LEVELS)[number];

/** What a risk level sets. */
export type Preset = Pick<
  Configuration,
  'stake' | 'levels' | 'verdicts' | 'mostOpen' | 'stopLoss' | 'stopLadders'
>;

const dollars = (amount: number): number => amount * 100;

const fixed = (amount: number): PaperStake => ({ kind: 'fixed', cents: dollars(amount) });

/** The presets. Only the careful one asks a signal to be worth its stake by our own figures. */
export const PRESETS: Readonly<Record<RiskLevel, Preset>> = {
  Conservative: {
    stake: fixed(50),
    levels: 1,
    verdicts: ['pays', 'unclear'],
    mostOpen: 1,
    stopLoss: dollars(100),
    stopLadders: 2,
  },
  Moderate: {
    stake: fixed(50),
    levels: 1,
    verdicts: [...VERDICTS],
    mostOpen: 3,
    stopLoss: dollars(250),
    stopLadders: null,
  },
  Aggressive: {
    stake: fixed(100),
    levels: 4,
    verdicts: [...VERDICTS],
    mostOpen: 5,
    stopLoss: null,
    stopLadders: null,
  },
};

/** The trade sizes that the form offers, in cents. */
export const TRADE_SIZES: readonly number[] = [50, 100, 250].map(dollars);

/** The balance of a new bot, in cents: a hundred of its smallest trades. */
const FIRST_BALANCE = dollars(5_000);

/** A new bot by a preset, from `since` (epoch ms) on. */
export const newConfiguration = (
  since: number,
  payout: number = STATED_PAYOUT,
  risk: RiskLevel = 'Moderate',
): Configuration => ({
  ...PRESETS[risk],
  balance: FIRST_BALANCE,
  payout,
  pairs: null,
  hours: null,
  pauses: [],
  since,
});

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The preset that a configuration follows; null where a value of it was changed. */
export function riskLevelOf(configuration: Configuration): RiskLevel | null {
  const { stake, levels, verdicts, mostOpen, stopLoss, stopLadders } = configuration;
  const sorted = VERDICTS.filter((name) => verdicts.includes(name));
  const own: Preset = { stake, levels, verdicts: sorted, mostOpen, stopLoss, stopLadders };
  return RISK_LEVELS.find((name) => isSame(PRESETS[name], own)) ?? null;
}

/** Whether a bot is paused now. */
export const isBotPaused = ({ pauses }: Pick<Configuration, 'pauses'>): boolean =>
  pauses.at(-1)?.until === null;

/** The configuration paused or resumed at `now` (epoch ms). */
export function togglePause(configuration: Configuration, now: number): Configuration {
  const { pauses } = configuration;
  const last = pauses.at(-1);
  if (last?.until === null)
    return { ...configuration, pauses: [...pauses.slice(0, -1), { from: last.from, until: now }] };
  return { ...configuration, pauses: [...pauses, { from: now, until: null }] };
}
