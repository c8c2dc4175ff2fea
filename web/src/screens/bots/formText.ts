import {
  type Configuration,
  configurationProblems,
  configurationSchema,
  type PaperStake,
  TRADE_SIZES,
} from '@quantalgo/contracts/bots/configuration';
import { shortDecimal } from '@quantalgo/contracts/core/format';
import {
  type NumberReading,
  parseDecimal,
  parseMoney,
  parsePercent,
} from '@quantalgo/contracts/core/money';
import * as z from 'zod/mini';

/** The values of the form that are typed. Others are chosen, and can't be out of range. */
const textsSchema = z.object({
  balance: z.string(),
  /** Dollars, or a share of the balance: `2 %`. */
  size: z.string(),
  payout: z.string(),
  mostOpen: z.string(),
  stopLoss: z.string(),
  stopLadders: z.string(),
  from: z.string(),
  to: z.string(),
});

export type FormTexts = Readonly<z.infer<typeof textsSchema>>;

/** A form that was filled in and is not saved yet, as it survives a reload. */
export const filledSchema = z.object({
  /** What isn't typed. */
  chosen: configurationSchema,
  texts: textsSchema,
  /** Hours ahead of UTC of the zone in which `texts` were typed. */
  ahead: z.int(),
  /** What it said when it was last in range; null where it never was. */
  inRange: z.nullable(configurationSchema),
});

export type Filled = z.infer<typeof filledSchema>;

const dollarsText = (cents: number): string => shortDecimal(cents / 100, 2);

const sizeText = (stake: PaperStake): string =>
  stake.kind === 'fixed'
    ? dollarsText(stake.cents)
    : `${shortDecimal(stake.hundredths / 100, 2)} %`;

/** An hour (0 to 24) moved by whole hours; where nothing is moved, 24 stays 24. Out of range it stays what it is. */
const moved = (hour: number, by: number): number =>
  by % 24 === 0 || !Number.isInteger(hour) || hour < 0 || hour > 24
    ? hour
    : (((hour + by) % 24) + 24) % 24;

/**
 * What the form shows of a configuration.
 * @param ahead whole hours by which the zone of its hours is ahead of UTC, in which they are stored
 */
export const textsOf = (
  { balance, stake, payout, mostOpen, stopLoss, stopLadders, hours }: Configuration,
  ahead: number,
): FormTexts => ({
  balance: dollarsText(balance),
  size: sizeText(stake),
  payout: shortDecimal(100 * payout),
  mostOpen: String(mostOpen),
  stopLoss: stopLoss === null ? '' : dollarsText(stopLoss),
  stopLadders: stopLadders === null ? '' : String(stopLadders),
  from: hours === null ? '' : String(moved(hours.from, ahead)),
  to: hours === null ? '' : String(moved(hours.to, ahead)),
});

const toNumber = ({ value }: NumberReading): number => value ?? Number.NaN;

const hourText = (text: string, by: number): string => {
  const hour = toNumber(parseDecimal(text));
  return Number.isNaN(hour) ? text : String(moved(hour, by));
};

/** Texts as they are in a zone that is so many hours ahead of the one in which they were typed. */
export const hoursMoved = (texts: FormTexts, by: number): FormTexts =>
  by === 0 ? texts : { ...texts, from: hourText(texts.from, by), to: hourText(texts.to, by) };

/** A value times this factor, without the noise of binary fractions. */
const scaled = (reading: NumberReading, factor: number): number =>
  Math.round(toNumber(reading) * factor * 1e6) / 1e6;

const isShare = (text: string): boolean => text.includes('%');

const readSize = (text: string): NumberReading =>
  isShare(text) ? parsePercent(text) : parseMoney(text);

function toStake(text: string): PaperStake {
  const hundredths = scaled(readSize(text), 100);
  return isShare(text) ? { kind: 'percent', hundredths } : { kind: 'fixed', cents: hundredths };
}

/** Money that was typed for the trade size, if it is one of the offered. */
export const offeredSize = (text: string): number | null =>
  TRADE_SIZES.find((cents) => cents === scaled(parseMoney(text), 100)) ?? null;

/** Problems by the field that they stand at. */
type FieldProblems = Readonly<Partial<Record<keyof Configuration, string>>>;

/**
 * The configuration that the form says, or what is wrong with it.
 * @param chosen what is not typed
 * @param ahead see {@link textsOf}
 */
export function readForm(
  chosen: Configuration,
  texts: FormTexts,
  ahead: number,
): { readonly configuration: Configuration | null; readonly problems: FieldProblems } {
  const [balance, stopLoss] = [parseMoney(texts.balance), parseMoney(texts.stopLoss)];
  const [mostOpen, stopLadders] = [parseDecimal(texts.mostOpen), parseDecimal(texts.stopLadders)];
  const [from, to] = [parseDecimal(texts.from), parseDecimal(texts.to)];
  const [stake, payout] = [readSize(texts.size), parsePercent(texts.payout)];
  const isAllDay = from.value === null && to.value === null;
  const given = {
    ...chosen,
    balance: scaled(balance, 100),
    stake: toStake(texts.size),
    payout: Math.round(10 * toNumber(payout)) / 1000,
    mostOpen: toNumber(mostOpen),
    stopLoss: stopLoss.value === null ? null : scaled(stopLoss, 100),
    stopLadders: stopLadders.value,
    hours: isAllDay
      ? null
      : { from: moved(toNumber(from), -ahead), to: moved(toNumber(to), -ahead) },
  };
  const problems: Partial<Record<string, string>> = { ...configurationProblems(given) };
  const readings = { balance, stake, payout, mostOpen, stopLoss, stopLadders };
  for (const [field, { problem }] of Object.entries(readings))
    if (problem !== undefined) problems[field] = problem;
  return { configuration: configurationSchema.safeParse(given).data ?? null, problems };
}
