import { shortDecimal } from '@quantalgo/contracts/core/format';
import {
  type NumberReading,
  parseDecimal,
  parseMoney,
  parsePercent,
} from '@quantalgo/contracts/core/money';
import {
  journalFieldsSchema,
  type JournalFields,
  type JournalTrade,
  type SomeFields,
  someFieldsSchema,
} from '@quantalgo/contracts/journal/entry';
import { someFields } from '@quantalgo/contracts/journal/write';
import * as z from 'zod/mini';

/** What a member can choose in the form. */
export const CHOSEN = ['taken', 'paper', 'skipped'] as const;

/** A trade as it is typed. */
const typedTradeSchema = z.object({
  level: z.string(),
  stake: z.string(),
  price: z.string(),
  close: z.string(),
  at: z.nullable(z.string()),
});

export type TypedTrade = z.infer<typeof typedTradeSchema>;

/** An entry as it is typed. */
const typedSchema = z.object({
  /** Null where it is still to be chosen: an entry that was removed doesn't say what it was. */
  status: z.nullable(z.enum(CHOSEN)),
  trades: z.array(typedTradeSchema),
  broker: z.string(),
  payout: z.string(),
  note: z.string(),
  tags: z.string(),
  /** The id of its picture, which is kept on its own as soon as it is chosen. */
  picture: z.nullable(z.string()),
});

export type Typed = z.infer<typeof typedSchema>;

const FIELDS = ['status', 'trades', 'broker', 'payout', 'note', 'tags', 'picture'] as const;

const { status, trades, broker, payout, note, tags, picture } = typedSchema.shape;

/**
 * What a member did in the form: the fields that they touched, and what these held when they first did. All other fields
 * follow the entry, which another device may change meanwhile.
 */
export const formSchema = z.object({
  touched: z.object({
    status: z.exactOptional(status),
    trades: z.exactOptional(trades),
    broker: z.exactOptional(broker),
    payout: z.exactOptional(payout),
    note: z.exactOptional(note),
    tags: z.exactOptional(tags),
    picture: z.exactOptional(picture),
  }),
  saw: someFieldsSchema,
});

export type Form = z.infer<typeof formSchema>;

export const UNTOUCHED: Form = { touched: {}, saw: {} };

/** The form after a change, on an entry as it is shown then. */
export function touch({ touched, saw }: Form, next: Form['touched'], view: JournalFields): Form {
  const first = FIELDS.filter((field) => field in next && !(field in saw));
  return { touched: { ...touched, ...next }, saw: { ...saw, ...someFields(first, view) } };
}

/** The form without what was done to these fields: they follow the entry again. */
export function release({ touched, saw }: Form, fields: SomeFields): Form {
  const others = (of: object) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !(name in fields)));
  return formSchema.parse({ touched: others(touched), saw: others(saw) });
}

/**
 * The fields to write: the touched ones and, for an entry that is new or was removed, those that saving it sets.
 */
export const wantedOf = (fields: JournalFields, { touched }: Form): SomeFields =>
  someFields(
    FIELDS.filter((field) => field === 'status' || field in touched),
    fields,
  );

const textOf = (value: number | null): string => (value === null ? '' : String(value));

const typedTrade = ({ level, stake, price, close, at }: JournalTrade): TypedTrade => ({
  level: String(level),
  stake: stake === null ? '' : String(stake / 100),
  price: textOf(price),
  close: textOf(close),
  at,
});

/** An entry's fields as the form shows them: stakes in dollars, the payout in percent. */
export const typedOf = (fields: JournalFields): Typed => ({
  status: fields.status === 'removed' ? null : (fields.status ?? 'taken'),
  trades: fields.trades.map(typedTrade),
  broker: fields.broker,
  payout: fields.payout === null ? '' : shortDecimal(100 * fields.payout, 2),
  note: fields.note,
  tags: fields.tags.join(', '),
  picture: fields.picture,
});

const scaled = (number: number | null, factor: number): number | null =>
  number === null ? null : Math.round(number * factor * 1e6) / 1e6;

/** Tags as they are typed, divided by commas; each once. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter(Boolean),
  ),
];

const readTrade = ({ level, stake, price, close }: TypedTrade) => ({
  level: parseDecimal(level),
  stake: parseMoney(stake),
  price: parseDecimal(price),
  close: parseDecimal(close),
});

const toTrade = (typed: TypedTrade) => {
  const { level, stake, price, close } = readTrade(typed);
  return {
    level: level.value ?? Number.NaN,
    stake: scaled(stake.value, 100),
    price: price.value,
    at: typed.at,
    close: close.value,
  };
};

/** What a form comes to: the fields, or the first thing that is wrong, with the field that it stands at. */
type Read = { readonly ok: true; readonly fields: JournalFields } | Problem;

interface Problem {
  readonly ok: false;
  readonly at: string;
  readonly why: string;
}

/** The problem with a form in which no status is chosen yet. */
const STATUS_MISSING = { ok: false, at: 'status', why: 'Please choose what you did' } as const;

/** The first number that can be read in two ways, or is in another currency. */
function findUnclear({ trades, payout }: Typed): Problem | undefined {
  const readings: [at: string, reading: NumberReading][] = trades.flatMap((trade, index) =>
    Object.entries(readTrade(trade)).map(([name, reading]): [string, NumberReading] => [
      `trades.${index}.${name}`,
      reading,
    ]),
  );
  readings.push(['payout', parsePercent(payout)]);
  for (const [at, { problem }] of readings)
    if (problem !== undefined) return { ok: false, at, why: problem };
  return undefined;
}

/** Reads a form. Pair and direction are what it doesn't show. */
export function readTyped(
  typed: Typed,
  { pair, direction }: Pick<JournalFields, 'pair' | 'direction'>,
): Read {
  if (typed.status === null) return STATUS_MISSING;
  const unclear = findUnclear(typed);
  if (unclear) return unclear;
  const trades = typed.trades.map(toTrade).sort((one, other) => one.level - other.level);
  const parsed = journalFieldsSchema.safeParse({
    pair,
    direction,
    status: typed.status,
    trades,
    broker: typed.broker,
    payout: scaled(parsePercent(typed.payout).value, 0.01),
    note: typed.note,
    tags: tagsOf(typed.tags),
    picture: typed.picture,
  });
  if (parsed.success) return { ok: true, fields: parsed.data };
  const [issue] = parsed.error.issues;
  return {
    ok: false,
    at: (issue?.path ?? []).join('.'),
    why: issue?.message ?? 'Something here is out of range',
  };
}
