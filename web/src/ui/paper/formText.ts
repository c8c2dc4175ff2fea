import {
  type Configuration,
  configurationProblems,
  configurationSchema,
  type PaperStake,
  shortDecimal,
  TRADE_SIZES,
  typedNumber,
} from '@quantalgo/contracts';
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

const numberOf = (text: string): number => typedNumber(text) ?? Number.NaN;

const hourText = (text: string, by: number): string => {
  const hour = numberOf(text);
  return Number.isNaN(hour) ? text : String(moved(hour, by));
};

/** Texts as they are in a zone that is so many hours ahead of the one in which they were typed. */
export const hoursMoved = (texts: FormTexts, by: number): FormTexts =>
  by === 0 ? texts : { ...texts, from: hourText(texts.from, by), to: hourText(texts.to, by) };

const centsOf = (text: string): number =>
  Math.round(100 * (typedNumber(text, 'thousands') ?? Number.NaN));

const orNone = <T>(text: string, read: (text: string) => T): T | null =>
  text.trim() === '' ? null : read(text);

function stakeOf(text: string): PaperStake {
  const share = /^([^%]*)%\s*$/.exec(text)?.[1];
  return share === undefined
    ? { kind: 'fixed', cents: centsOf(text) }
    : { kind: 'percent', hundredths: Math.round(100 * numberOf(share)) };
}

/** Money that was typed for the trade size, if it is one of the offered. */
export const offeredSize = (text: string): number | null =>
  TRADE_SIZES.find((cents) => cents === centsOf(text)) ?? null;

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
  const isAllDay = texts.from.trim() === '' && texts.to.trim() === '';
  const given = {
    ...chosen,
    balance: centsOf(texts.balance),
    stake: stakeOf(texts.size),
    payout: Math.round(10 * numberOf(texts.payout)) / 1000,
    mostOpen: numberOf(texts.mostOpen),
    stopLoss: orNone(texts.stopLoss, centsOf),
    stopLadders: orNone(texts.stopLadders, numberOf),
    hours: isAllDay
      ? null
      : { from: moved(numberOf(texts.from), -ahead), to: moved(numberOf(texts.to), -ahead) },
  };
  const problems = configurationProblems(given);
  return { configuration: configurationSchema.safeParse(given).data ?? null, problems };
}
