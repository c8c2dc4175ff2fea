import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import { type Pair, pairSchema } from '@quantalgo/contracts/market/pairs';
import { type SignalEnd, toSignalEnd } from '@quantalgo/contracts/signals/signalEnd';
import { type Level, MAX_LEVELS } from '@quantalgo/contracts/signals/ladder';
import {
  type Audience,
  AUDIENCES,
  type Direction,
  directionSchema,
  type Outcome,
  outcomeSchema,
  type Probability,
  probabilitySchema,
  type Signal,
  buildSignalFields,
  type Source,
  sourceSchema,
} from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import type { RowTable } from '../database/plain';

const timeSchema = z.number();

const storedSignalSchema = z.object({
  ...buildSignalFields(timeSchema),
  pair: pairSchema,
  confidence: probabilitySchema,
  firstEntry: probabilitySchema,
  receivedAt: timeSchema,
  live: z.boolean(),
  differs: z.exactOptional(z.literal(true)),
});

export type ReceivedSignal = Signal & {
  /** Epoch ms, server clock. */
  readonly receivedAt: number;
  /** Received through the open stream: `receivedAt - publishedAt` is its delivery time. */
  readonly live: boolean;
  /** Doesn't match its commitment, so no figure counts it. */
  readonly differs?: true;
};

export const readSignals = (rows: readonly unknown[]): ReceivedSignal[] =>
  rows.flatMap((row) => {
    const parsed = storedSignalSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });

export interface SignalDigest {
  readonly id: string;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly strategy: string;
  readonly audience: Audience;
  readonly source: Source;
  /**
   * Probabilities in percent: `confidence` of winning at any level, `firstEntry` of winning at the
   * first.
   */
  readonly confidence: { readonly value: number };
  readonly firstEntry: Probability;
  /** Probability (percent) that the first level isn't flat. Absent if the signal has none. */
  readonly moves?: number;
  readonly ending: SignalEnd | null;
  readonly entered?: boolean;
  readonly differs?: true;
}

/** Epoch ms. */
export const getFirstEntryTime = ({ id }: Pick<SignalDigest, 'id'>): number =>
  parseSlotId(id) + SLOT_MS;

/** UTC, such as `20261120`. */
export const toUtcDay = (id: string): string => id.slice(0, 8);

type CheckedSignal = Signal & Pick<ReceivedSignal, 'differs'>;

export const toSignalDigest = (signal: CheckedSignal): SignalDigest => {
  const { createdAt, settlement } = signal;
  return {
    ...signal,
    ending: settlement && toSignalEnd(createdAt, settlement, settlement.settledAt),
  };
};

type Interval = readonly [low: number, high: number];

type Cells = readonly [
  id: string,
  pair: string,
  direction: Direction,
  strategy: string,
  audience: Audience,
  source: Source,
  confidence: number,
  firstEntry: number,
  outcome: Outcome | null,
  level: Level | null,
  prices: readonly (number | null)[],
  interval: Interval,
  more?: OptionalFields,
];

interface OptionalFields {
  readonly moves?: number;
  readonly entered?: boolean;
  readonly differs?: true;
  readonly isLate?: true;
}

const ID_FORMAT = /^\d{8}T\d{4}Z$/;

const isOption = (options: readonly unknown[], value: unknown) => options.includes(value);

const isLevel = (level: unknown) =>
  level === null ||
  (typeof level === 'number' && Number.isInteger(level) && level >= 0 && level < MAX_LEVELS);

const isPrice = (price: unknown) => price === null || typeof price === 'number';

const isInterval = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && value.every((end) => typeof end === 'number');

const areOptionalFields = (more: unknown) =>
  typeof more === 'object' &&
  more !== null &&
  (!('moves' in more) || typeof more.moves === 'number') &&
  (!('entered' in more) || typeof more.entered === 'boolean') &&
  (!('differs' in more) || more.differs === true) &&
  (!('isLate' in more) || more.isLate === true);

const NO_OPTIONAL_FIELDS: OptionalFields = {};

/**
 * Checked without a schema, which would take more than 0.1 s on a slow phone for 10,000 signals.
 */
const isCells = (row: unknown): row is Cells =>
  Array.isArray(row) &&
  typeof row[0] === 'string' &&
  ID_FORMAT.test(row[0]) &&
  typeof row[1] === 'string' &&
  isOption(directionSchema.options, row[2]) &&
  typeof row[3] === 'string' &&
  isOption(AUDIENCES, row[4]) &&
  isOption(sourceSchema.options, row[5]) &&
  typeof row[6] === 'number' &&
  typeof row[7] === 'number' &&
  (row[8] === null || isOption(outcomeSchema.options, row[8])) &&
  isLevel(row[9]) &&
  Array.isArray(row[10]) &&
  row[10].every(isPrice) &&
  isInterval(row[11]) &&
  (row[12] === undefined || areOptionalFields(row[12]));

function parseCells(text: string): readonly Cells[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows) || !rows.every(isCells)) throw new SyntaxError('Malformed digests');
  return rows;
}

function toOptionalCell({ moves, entered, differs, ending }: SignalDigest): [] | [OptionalFields] {
  const fields: OptionalFields = {
    ...(moves !== undefined && { moves }),
    ...(entered !== undefined && { entered }),
    ...(differs && { differs }),
    ...(ending?.isLate && { isLate: true }),
  };
  return Object.keys(fields).length === 0 ? [] : [fields];
}

const toCells = (signal: SignalDigest): Cells => [
  signal.id,
  signal.pair,
  signal.direction,
  signal.strategy,
  signal.audience,
  signal.source,
  signal.confidence.value,
  signal.firstEntry.value,
  signal.ending?.outcome ?? null,
  signal.ending?.level ?? null,
  signal.ending?.closes.map(({ price }) => price) ?? [],
  [signal.firstEntry.low, signal.firstEntry.high],
  ...toOptionalCell(signal),
];

const fromCells = (cells: Cells): SignalDigest => {
  const [id, pair, direction, strategy, audience, source, confidence, firstEntry] = cells;
  const [, , , , , , , , outcome, level, prices, interval, more] = cells;
  const { isLate, ...others } = more ?? NO_OPTIONAL_FIELDS;
  return {
    id,
    pair,
    direction,
    strategy,
    audience,
    source,
    confidence: { value: confidence },
    firstEntry: { value: firstEntry, low: interval[0], high: interval[1] },
    ending: outcome && {
      outcome,
      level,
      closes: prices.map((price) => ({ price })),
      ...(isLate && { isLate }),
    },
    ...others,
  };
};

/** A single string, because IndexedDB would clone separate rows field by field. */
export const serializeDigests = (digests: readonly SignalDigest[]): string =>
  JSON.stringify(digests.map(toCells));

export function parseDigests(text: string): SignalDigest[] {
  try {
    return parseCells(text).map(fromCells);
  } catch {
    return [];
  }
}

const dayRowSchema = z.object({ id: z.string(), text: z.string() });

export const parseDayRows = (rows: readonly unknown[]): z.infer<typeof dayRowSchema>[] =>
  rows.flatMap((row) => dayRowSchema.safeParse(row).data ?? []);

function groupByDay(signals: readonly CheckedSignal[]): Map<string, CheckedSignal[]> {
  const days = new Map<string, CheckedSignal[]>();
  for (const signal of signals) {
    const day = toUtcDay(signal.id);
    const group = days.get(day);
    if (group) group.push(signal);
    else days.set(day, [signal]);
  }
  return days;
}

function mergeDigests(
  stored: readonly SignalDigest[],
  signals: readonly CheckedSignal[],
): SignalDigest[] {
  const digests = new Map(stored.map((digest) => [digest.id, digest]));
  for (const signal of signals) digests.set(signal.id, toSignalDigest(signal));
  return [...digests.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Call it in the transaction that writes the signals. */
export async function storeDigests(
  table: RowTable,
  signals: readonly CheckedSignal[],
): Promise<void> {
  const days = groupByDay(signals);
  const stored = parseDayRows(await table.bulkGet([...days.keys()]));
  const texts = new Map(stored.map(({ id, text }) => [id, text]));
  await table.bulkPut(
    [...days].map(([id, daySignals]) => {
      const storedDigests = parseDigests(texts.get(id) ?? '[]');
      return { id, text: serializeDigests(mergeDigests(storedDigests, daySignals)) };
    }),
  );
}
