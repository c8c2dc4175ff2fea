import * as z from 'zod/mini';
import { payoutSchema, STATED_PAYOUT } from '../signals/payout';
import { verdictNameSchema, VERDICTS } from '../signals/verdict';
import { formatMoney } from '../core/format';
import { pairSchema } from '../market/pairs';

export const MAX_BOTS = 3;

const CONFIGURATION_RANGES = {
  balance: { min: 1_000, max: 10_000_000 },
  stake: { min: 10, max: 1_000_000 },
  percent: { min: 10, max: 2_500 },
  levels: { min: 1, max: 4 },
  maxOpenTrades: { min: 1, max: 10 },
  stopLoss: { min: 100, max: 10_000_000 },
  stopLadders: { min: 1, max: 20 },
  pairs: { min: 1, max: 30 },
  pauses: { min: 0, max: 200 },
} as const;

interface Range {
  readonly min: number;
  readonly max: number;
}

const formatRange = ({ min, max }: Range, format: (value: number) => string = String): string =>
  `${format(min)} to ${format(max)}`;

const formatCents = (cents: number): string => formatMoney(cents / 100);

const buildMessages = (ranges: typeof CONFIGURATION_RANGES) => ({
  balance: `Enter a balance from ${formatRange(ranges.balance, formatCents)}`,
  stake: `Enter a trade size from ${formatRange(ranges.stake, formatCents)}`,
  percent: `Enter a trade size from ${formatRange(ranges.percent, (hundredths) => String(hundredths / 100))} percent of the balance`,
  levels: `Enter ${formatRange(ranges.levels)} levels`,
  maxOpenTrades: `Enter ${formatRange(ranges.maxOpenTrades)} open trades`,
  stopLoss: `Enter a daily loss limit from ${formatRange(ranges.stopLoss, formatCents)}`,
  stopLadders: `Enter a daily limit of ${formatRange(ranges.stopLadders)} lost trades`,
  verdicts: 'Choose at least one verdict',
  pairs: `Choose ${formatRange(ranges.pairs)} pairs, or all of them`,
  hours: 'Enter two different whole hours from 0 to 24',
  pauses: 'This bot has been paused too many times. Start a new one.',
});

const MESSAGES = buildMessages(CONFIGURATION_RANGES);

type RangedField = Exclude<keyof typeof CONFIGURATION_RANGES, 'pairs' | 'pauses'>;

const createRangeSchema = (name: RangedField) => {
  const { min, max } = CONFIGURATION_RANGES[name];
  return z.int(MESSAGES[name]).check(z.gte(min, MESSAGES[name]), z.lte(max, MESSAGES[name]));
};

const hourSchema = z.int(MESSAGES.hours).check(z.gte(0, MESSAGES.hours), z.lte(24, MESSAGES.hours));

const timeSchema = z.int().check(z.gte(0));

const hasNoDuplicates = (values: readonly string[]): boolean =>
  new Set(values).size === values.length;

const createMaxLengthCheck = ({ max }: { readonly max: number }, text: string) =>
  z.maxLength(max, text);

const stakeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), cents: createRangeSchema('stake') }),
  z.strictObject({ kind: z.literal('percent'), hundredths: createRangeSchema('percent') }),
]);

export type PaperStake = z.infer<typeof stakeSchema>;

/** Money in cents, times in epoch ms. */
export const configurationSchema = z.strictObject({
  balance: createRangeSchema('balance'),
  stake: stakeSchema,
  levels: createRangeSchema('levels'),
  payout: payoutSchema,
  verdicts: z
    .array(verdictNameSchema, MESSAGES.verdicts)
    .check(
      z.minLength(1, MESSAGES.verdicts),
      createMaxLengthCheck({ max: VERDICTS.length }, MESSAGES.verdicts),
      z.refine(hasNoDuplicates, MESSAGES.verdicts),
    ),
  pairs: z.nullable(
    z
      .array(pairSchema, MESSAGES.pairs)
      .check(
        z.minLength(CONFIGURATION_RANGES.pairs.min, MESSAGES.pairs),
        createMaxLengthCheck(CONFIGURATION_RANGES.pairs, MESSAGES.pairs),
        z.refine(hasNoDuplicates, MESSAGES.pairs),
      ),
  ),
  /** Entry hours in UTC. `from` after `to` spans midnight; null allows the whole day. */
  hours: z.nullable(
    z
      .strictObject({ from: hourSchema, to: hourSchema })
      .check(z.refine(({ from, to }) => from % 24 !== to % 24, MESSAGES.hours)),
  ),
  maxOpenTrades: createRangeSchema('maxOpenTrades'),
  stopLoss: z.nullable(createRangeSchema('stopLoss')),
  stopLadders: z.nullable(createRangeSchema('stopLadders')),
  /**
   * Bots don't enter trades during a pause. A null `until` means that the pause is still running.
   */
  pauses: z
    .array(z.strictObject({ from: timeSchema, until: z.nullable(timeSchema) }), MESSAGES.pauses)
    .check(createMaxLengthCheck(CONFIGURATION_RANGES.pauses, MESSAGES.pauses)),
  since: timeSchema,
});

export type Configuration = z.infer<typeof configurationSchema>;

export function validateConfiguration(
  input: unknown,
): Readonly<Partial<Record<keyof Configuration, string>>> {
  const { error } = configurationSchema.safeParse(input);
  const problems: Partial<Record<string, string>> = {};
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message;
  return problems;
}

export const RISK_LEVELS = ['Conservative', 'Moderate', 'Aggressive'] as const;

export type RiskLevel = (typeof RISK_LEVELS)[number];

export type Preset = Pick<
  Configuration,
  'stake' | 'levels' | 'verdicts' | 'maxOpenTrades' | 'stopLoss' | 'stopLadders'
>;

const toCents = (amount: number): number => amount * 100;

const createFixedStake = (amount: number): PaperStake => ({
  kind: 'fixed',
  cents: toCents(amount),
});

export const PRESETS: Readonly<Record<RiskLevel, Preset>> = {
  Conservative: {
    stake: createFixedStake(50),
    levels: 1,
    verdicts: ['pays'],
    maxOpenTrades: 1,
    stopLoss: toCents(100),
    stopLadders: 2,
  },
  Moderate: {
    stake: createFixedStake(50),
    levels: 1,
    verdicts: [...VERDICTS],
    maxOpenTrades: 3,
    stopLoss: toCents(250),
    stopLadders: null,
  },
  Aggressive: {
    stake: createFixedStake(100),
    levels: 4,
    verdicts: [...VERDICTS],
    maxOpenTrades: 5,
    stopLoss: null,
    stopLadders: null,
  },
};

export const TRADE_SIZES: readonly number[] = [50, 100, 250].map(toCents);

const INITIAL_BALANCE = toCents(5_000);

export const createConfiguration = (
  since: number,
  payout: number = STATED_PAYOUT,
  risk: RiskLevel = 'Moderate',
): Configuration => ({
  ...PRESETS[risk],
  balance: INITIAL_BALANCE,
  payout,
  pairs: null,
  hours: null,
  pauses: [],
  since,
});

const isSameStake = (stake: PaperStake, other: PaperStake): boolean =>
  stake.kind === 'fixed'
    ? other.kind === 'fixed' && stake.cents === other.cents
    : other.kind === 'percent' && stake.hundredths === other.hundredths;

const matchesPreset = (configuration: Configuration, preset: Preset): boolean =>
  isSameStake(configuration.stake, preset.stake) &&
  configuration.levels === preset.levels &&
  configuration.maxOpenTrades === preset.maxOpenTrades &&
  configuration.stopLoss === preset.stopLoss &&
  configuration.stopLadders === preset.stopLadders &&
  VERDICTS.every(
    (name) => configuration.verdicts.includes(name) === preset.verdicts.includes(name),
  );

export const findRiskLevel = (configuration: Configuration): RiskLevel | null =>
  RISK_LEVELS.find((name) => matchesPreset(configuration, PRESETS[name])) ?? null;

export const isBotPaused = ({ pauses }: Pick<Configuration, 'pauses'>): boolean =>
  pauses.at(-1)?.until === null;

export function togglePause(configuration: Configuration, now: number): Configuration {
  const { pauses } = configuration;
  const lastPause = pauses.at(-1);
  if (lastPause?.until === null)
    return {
      ...configuration,
      pauses: [...pauses.slice(0, -1), { from: lastPause.from, until: now }],
    };
  return { ...configuration, pauses: [...pauses, { from: now, until: null }] };
}

type Pause = Configuration['pauses'][number];

const listPresses = (pauses: readonly Pause[]) =>
  pauses.flatMap(({ from, until }) => [
    { at: from, isPause: true },
    ...(until === null ? [] : [{ at: until, isPause: false }]),
  ]);

/** Replays both devices’ pauses and resumptions since `since` (epoch ms) in order of time. */
export function mergePauses(
  pauses: readonly Pause[],
  otherPauses: readonly Pause[],
  since: number,
): Pause[] {
  const merged: Pause[] = [];
  const presses = [...listPresses(pauses), ...listPresses(otherPauses)]
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at - b.at);
  for (const { at, isPause } of presses) {
    const last = merged.at(-1);
    const running = last?.until === null ? last : null;
    // The same press may be in both lists.
    if (isPause && !running && last?.until !== at) merged.push({ from: at, until: null });
    if (!isPause && running) merged.splice(-1, 1, { from: running.from, until: at });
  }
  return merged;
}
