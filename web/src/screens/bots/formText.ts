import {
  type Configuration,
  validateConfiguration,
  configurationSchema,
  type PaperStake,
  TRADE_SIZES,
} from '@quantalgo/contracts/bots/configuration';
import { formatShortDecimal } from '@quantalgo/contracts/core/format';
import {
  hasPercentSign,
  type NumberReading,
  parseDecimal,
  parseMoney,
  parsePercent,
} from '@quantalgo/contracts/core/money';
import * as z from 'zod/mini';

/** Fields that the member types. The others are chosen from options, so they are always valid. */
const textsSchema = z.object({
  balance: z.string(),
  /** Dollars, or a share of the balance: `2%`. */
  size: z.string(),
  payout: z.string(),
  maxOpenTrades: z.string(),
  stopLoss: z.string(),
  stopLadders: z.string(),
  from: z.string(),
  to: z.string(),
});

export type FormTexts = Readonly<z.infer<typeof textsSchema>>;

/** Unsaved form input, stored across reloads. */
export const formDraftSchema = z.object({
  chosen: configurationSchema,
  /** The saved configuration that the member changed. */
  base: configurationSchema,
  texts: textsSchema,
  /** UTC offset in hours of the zone in which `texts` were typed. */
  ahead: z.int(),
  /** The last valid configuration; null if there was none. */
  inRange: z.nullable(configurationSchema),
});

export type FormDraft = z.infer<typeof formDraftSchema>;

const formatDollars = (cents: number): string => formatShortDecimal(cents / 100, 2);

const formatStake = (stake: PaperStake): string =>
  stake.kind === 'fixed'
    ? formatDollars(stake.cents)
    : `${formatShortDecimal(stake.hundredths / 100, 2)}%`;

/** `hour` is 0 to 24. Without a shift, 24 stays 24. Hours out of range are returned unchanged. */
const shiftHour = (hour: number, offset: number): number =>
  offset % 24 === 0 || !Number.isInteger(hour) || hour < 0 || hour > 24
    ? hour
    : (((hour + offset) % 24) + 24) % 24;

/** @param ahead UTC offset (whole hours) of the zone shown; hours are stored in UTC */
export const toFormTexts = (
  { balance, stake, payout, maxOpenTrades, stopLoss, stopLadders, hours }: Configuration,
  ahead: number,
): FormTexts => ({
  balance: formatDollars(balance),
  size: formatStake(stake),
  payout: formatShortDecimal(100 * payout),
  maxOpenTrades: String(maxOpenTrades),
  stopLoss: stopLoss === null ? '' : formatDollars(stopLoss),
  stopLadders: stopLadders === null ? '' : String(stopLadders),
  from: hours === null ? '' : String(shiftHour(hours.from, ahead)),
  to: hours === null ? '' : String(shiftHour(hours.to, ahead)),
});

const toNumber = ({ value }: NumberReading): number => value ?? Number.NaN;

const shiftHourText = (text: string, offset: number): string => {
  const hour = toNumber(parseDecimal(text));
  return Number.isNaN(hour) ? text : String(shiftHour(hour, offset));
};

export const shiftHours = (texts: FormTexts, offset: number): FormTexts =>
  offset === 0
    ? texts
    : { ...texts, from: shiftHourText(texts.from, offset), to: shiftHourText(texts.to, offset) };

/** Rounds to six decimals to remove floating-point noise. */
const scale = (reading: NumberReading, factor: number): number =>
  Math.round(toNumber(reading) * factor * 1e6) / 1e6;

const parseSize = (text: string): NumberReading =>
  hasPercentSign(text) ? parsePercent(text) : parseMoney(text);

function toStake(text: string): PaperStake {
  const hundredths = scale(parseSize(text), 100);
  return hasPercentSign(text)
    ? { kind: 'percent', hundredths }
    : { kind: 'fixed', cents: hundredths };
}

/** @returns cents */
export const findOfferedSize = (text: string): number | null =>
  TRADE_SIZES.find((cents) => cents === scale(parseMoney(text), 100)) ?? null;

type FieldProblems = Readonly<Partial<Record<keyof Configuration, string>>>;

/**
 * @param choices the fields that aren't typed
 * @param ahead UTC offset (whole hours) of the zone shown
 */
export function parseBotForm(
  choices: Configuration,
  texts: FormTexts,
  ahead: number,
): { readonly configuration: Configuration | null; readonly problems: FieldProblems } {
  const [balance, stopLoss] = [parseMoney(texts.balance), parseMoney(texts.stopLoss)];
  const [maxOpenTrades, stopLadders] = [
    parseDecimal(texts.maxOpenTrades),
    parseDecimal(texts.stopLadders),
  ];
  const [from, to] = [parseDecimal(texts.from), parseDecimal(texts.to)];
  const [stake, payout] = [parseSize(texts.size), parsePercent(texts.payout)];
  const isAllDay = from.value === null && to.value === null;
  const values = {
    ...choices,
    balance: scale(balance, 100),
    stake: toStake(texts.size),
    payout: Math.round(10 * toNumber(payout)) / 1000,
    maxOpenTrades: toNumber(maxOpenTrades),
    stopLoss: stopLoss.value === null ? null : scale(stopLoss, 100),
    stopLadders: stopLadders.value,
    hours: isAllDay
      ? null
      : { from: shiftHour(toNumber(from), -ahead), to: shiftHour(toNumber(to), -ahead) },
  };
  const problems: Partial<Record<string, string>> = { ...validateConfiguration(values) };
  const readings = { balance, stake, payout, maxOpenTrades, stopLoss, stopLadders };
  for (const [field, { problem }] of Object.entries(readings))
    if (problem !== undefined) problems[field] = problem;
  return { configuration: configurationSchema.safeParse(values).data ?? null, problems };
}
