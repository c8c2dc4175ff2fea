import { formatShortDecimal } from '@quantalgo/contracts/core/format';
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
  type PartialFields,
  partialFieldsSchema,
} from '@quantalgo/contracts/journal/entry';
import { pickFields } from '@quantalgo/contracts/journal/write';
import * as z from 'zod/mini';
import { parseTags } from '../../data/journal/tags';

export const STATUS_OPTIONS = ['taken', 'paper', 'skipped'] as const;

const tradeFormValuesSchema = z.object({
  level: z.string(),
  stake: z.string(),
  price: z.string(),
  close: z.string(),
  at: z.nullable(z.string()),
});

export type TradeFormValues = z.infer<typeof tradeFormValuesSchema>;

const formValuesSchema = z.object({
  /** Null until chosen, because a removed entry no longer stores its former status. */
  status: z.nullable(z.enum(STATUS_OPTIONS)),
  trades: z.array(tradeFormValuesSchema),
  broker: z.string(),
  payout: z.string(),
  note: z.string(),
  tags: z.string(),
  /** Picture id. The picture itself is stored as soon as it is chosen. */
  picture: z.nullable(z.string()),
});

export type EntryFormValues = z.infer<typeof formValuesSchema>;

const FIELDS = ['status', 'trades', 'broker', 'payout', 'note', 'tags', 'picture'] as const;

const { status, trades, broker, payout, note, tags, picture } = formValuesSchema.shape;

/**
 * The fields that the member touched, and their values at first touch. Other fields follow the
 * entry, which may change on another device.
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
  saw: partialFieldsSchema,
});

export type EntryFormState = z.infer<typeof formSchema>;

export const UNTOUCHED_FORM: EntryFormState = { touched: {}, saw: {} };

export function touch(
  { touched, saw }: EntryFormState,
  next: EntryFormState['touched'],
  view: JournalFields,
): EntryFormState {
  const newlyTouched = FIELDS.filter((field) => field in next && !(field in saw));
  return { touched: { ...touched, ...next }, saw: { ...saw, ...pickFields(newlyTouched, view) } };
}

/** Drops changes to these fields, so that they follow the entry again. */
export function release({ touched, saw }: EntryFormState, fields: PartialFields): EntryFormState {
  const omitFields = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !(name in fields)));
  return formSchema.parse({ touched: omitFields(touched), saw: omitFields(saw) });
}

/** The form hides these fields of a skipped entry, which keeps their stored values. */
const TRADE_FIELDS = ['trades', 'broker', 'payout'] as const;

export const restoreHiddenFields = (
  values: EntryFormValues,
  view: JournalFields,
): EntryFormValues => {
  if (values.status !== 'skipped') return values;
  const { trades, broker, payout } = toFormValues(view);
  return { ...values, trades, broker, payout };
};

/** The visible fields that were touched, and the status, which saving always sets. */
export const selectChangedFields = (
  fields: JournalFields,
  { touched }: EntryFormState,
): PartialFields => {
  const hidden: readonly string[] = fields.status === 'skipped' ? TRADE_FIELDS : [];
  return pickFields(
    FIELDS.filter((field) => field === 'status' || (field in touched && !hidden.includes(field))),
    fields,
  );
};

const formatNumber = (value: number | null): string => (value === null ? '' : String(value));

const toTradeFormValues = ({ level, stake, price, close, at }: JournalTrade): TradeFormValues => ({
  level: String(level),
  stake: stake === null ? '' : String(stake / 100),
  price: formatNumber(price),
  close: formatNumber(close),
  at,
});

/** Stakes in dollars, the payout in percent. */
export const toFormValues = (fields: JournalFields): EntryFormValues => ({
  status: fields.status === 'removed' ? null : (fields.status ?? 'taken'),
  trades: fields.trades.map(toTradeFormValues),
  broker: fields.broker,
  payout: fields.payout === null ? '' : formatShortDecimal(100 * fields.payout, 2),
  note: fields.note,
  tags: fields.tags.join(', '),
  picture: fields.picture,
});

const scale = (number: number | null, factor: number): number | null =>
  number === null ? null : Math.round(number * factor * 1e6) / 1e6;

const parseTrade = ({ level, stake, price, close }: TradeFormValues) => ({
  level: parseDecimal(level),
  stake: parseMoney(stake),
  price: parseDecimal(price),
  close: parseDecimal(close),
});

const toTrade = (values: TradeFormValues) => {
  const { level, stake, price, close } = parseTrade(values);
  return {
    level: level.value ?? Number.NaN,
    stake: scale(stake.value, 100),
    price: price.value,
    at: values.at,
    close: close.value,
  };
};

type ParseResult = { readonly ok: true; readonly fields: JournalFields } | Problem;

interface Problem {
  readonly ok: false;
  readonly at: string;
  readonly reason: string;
}

const STATUS_MISSING = { ok: false, at: 'status', reason: 'Please choose what you did' } as const;

/** Finds the first number that is ambiguous or in another currency. */
function findUnclearNumber({ trades, payout }: EntryFormValues): Problem | undefined {
  const readings: [at: string, reading: NumberReading][] = trades.flatMap((trade, index) =>
    Object.entries(parseTrade(trade)).map(([name, reading]): [string, NumberReading] => [
      `trades.${index}.${name}`,
      reading,
    ]),
  );
  readings.push(['payout', parsePercent(payout)]);
  for (const [path, { problem }] of readings)
    if (problem !== undefined) return { ok: false, at: path, reason: problem };
  return undefined;
}

/** `pair` and `direction` aren't in the form. */
export function parseFormValues(
  values: EntryFormValues,
  { pair, direction }: Pick<JournalFields, 'pair' | 'direction'>,
): ParseResult {
  if (values.status === null) return STATUS_MISSING;
  const problem = findUnclearNumber(values);
  if (problem) return problem;
  const sorted = values.trades
    .map((trade, index) => ({ trade: toTrade(trade), index }))
    .sort((a, b) => a.trade.level - b.trade.level);
  const parsed = journalFieldsSchema.safeParse({
    pair,
    direction,
    status: values.status,
    trades: sorted.map(({ trade }) => trade),
    broker: values.broker,
    payout: scale(parsePercent(values.payout).value, 0.01),
    note: values.note,
    tags: parseTags(values.tags),
    picture: values.picture,
  });
  if (parsed.success) return { ok: true, fields: parsed.data };
  const [issue] = parsed.error.issues;
  const [field, place, ...rest] = issue?.path ?? [];
  const trade = field === 'trades' && typeof place === 'number' ? sorted[place] : undefined;
  return {
    ok: false,
    at: (trade ? [field, trade.index, ...rest] : (issue?.path ?? [])).join('.'),
    reason: issue?.message ?? 'One of these values is out of range',
  };
}
