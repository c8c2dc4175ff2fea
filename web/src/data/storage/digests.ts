import {
  type Audience,
  AUDIENCES,
  type Direction,
  directionSchema,
  type Level,
  MOST_LEVELS,
  type Outcome,
  outcomeSchema,
  type Pair,
  pairSchema,
  probabilitySchema,
  type Signal,
  signalShape,
  SLOT_MS,
  slotStartOfId,
  type Source,
  sourceSchema,
} from '@quantalgo/contracts';
import type { Table } from 'dexie';
import * as z from 'zod/mini';

/** A row as it lies in IndexedDB: read by a schema, since an older client may have written it. */
export interface StoredRow {
  readonly id: string;
}

export type StoredTable = Table<StoredRow, string>;

const time = z.number();

/** A signal as IndexedDB holds it: times in epoch ms. */
const storedSignalSchema = z.object({
  ...signalShape(time),
  pair: pairSchema,
  confidence: probabilitySchema,
  firstEntry: probabilitySchema,
  receivedAt: time,
  live: z.boolean(),
});

/** A signal on this device. */
export type ReceivedSignal = Signal & {
  /** When it came (epoch ms, server clock). */
  readonly receivedAt: number;
  /** It came through the open stream, so that `receivedAt - publishedAt` is the delay of its delivery. */
  readonly live: boolean;
};

/** Reads rows of the signals table; what can't be read is left out. */
export const readSignals = (rows: readonly unknown[]): ReceivedSignal[] =>
  rows.flatMap((row) => {
    const parsed = storedSignalSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });

/** What lists and figures need of a signal. Ten thousand of them are read in the time that a few hundred signals take. */
export interface SignalDigest {
  readonly id: string;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly strategy: string;
  readonly audience: Audience;
  readonly source: Source;
  /** Percent: that it wins within its levels, and that its first entry wins. */
  readonly confidence: { readonly value: number };
  readonly firstEntry: { readonly value: number };
  /** Null while it is not settled. */
  readonly ending: SignalEnding | null;
}

/** How a signal ended, and the closes that it was judged on. */
export interface SignalEnding {
  readonly outcome: Outcome;
  readonly level: Level | null;
  readonly closes: readonly { readonly price: number | null }[];
}

/** When the signal was to be entered (epoch ms). */
export const entryOf = ({ id }: Pick<SignalDigest, 'id'>): number => slotStartOfId(id) + SLOT_MS;

/** The UTC day that a signal's digest is kept under: `20261120`. */
export const dayOfId = (id: string): string => id.slice(0, 8);

export const digestOf = (signal: Signal): SignalDigest => ({
  ...signal,
  ending: signal.settlement,
});

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
];

const ID = /^\d{8}T\d{4}Z$/;

const isIn = (all: readonly unknown[], one: unknown) => all.includes(one);

const isLevel = (level: unknown) =>
  level === null ||
  (typeof level === 'number' && Number.isInteger(level) && level >= 0 && level < MOST_LEVELS);

const isPrice = (price: unknown) => price === null || typeof price === 'number';

/** By hand, as a schema would cost a slow phone a tenth of a second and more for ten thousand signals. */
const isCells = (row: unknown): row is Cells =>
  Array.isArray(row) &&
  typeof row[0] === 'string' &&
  ID.test(row[0]) &&
  typeof row[1] === 'string' &&
  isIn(directionSchema.options, row[2]) &&
  typeof row[3] === 'string' &&
  isIn(AUDIENCES, row[4]) &&
  isIn(sourceSchema.options, row[5]) &&
  typeof row[6] === 'number' &&
  typeof row[7] === 'number' &&
  (row[8] === null || isIn(outcomeSchema.options, row[8])) &&
  isLevel(row[9]) &&
  Array.isArray(row[10]) &&
  row[10].every(isPrice);

/** @throws SyntaxError when the text is none of digests */
function cellsIn(text: string): readonly Cells[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows) || !rows.every(isCells)) throw new SyntaxError('No digests');
  return rows;
}

const cellsOf = ({ ending, ...signal }: SignalDigest): Cells => [
  signal.id,
  signal.pair,
  signal.direction,
  signal.strategy,
  signal.audience,
  signal.source,
  signal.confidence.value,
  signal.firstEntry.value,
  ending?.outcome ?? null,
  ending?.level ?? null,
  ending?.closes.map(({ price }) => price) ?? [],
];

const digestOfCells = (cells: Cells): SignalDigest => {
  const [id, pair, direction, strategy, audience, source, confidence, firstEntry] = cells;
  const [, , , , , , , , outcome, level, prices] = cells;
  return {
    id,
    pair,
    direction,
    strategy,
    audience,
    source,
    confidence: { value: confidence },
    firstEntry: { value: firstEntry },
    ending: outcome && { outcome, level, closes: prices.map((price) => ({ price })) },
  };
};

/** Digests as one text: copied out of the database at once, where rows of their own would each be copied in parts. */
export const digestsText = (digests: readonly SignalDigest[]): string =>
  JSON.stringify(digests.map(cellsOf));

/** The digests of a text; none of one that another version left and this one can't read. */
export function digestsOfText(text: string): SignalDigest[] {
  try {
    return cellsIn(text).map(digestOfCells);
  } catch {
    return [];
  }
}

const dayRowSchema = z.object({ id: z.string(), text: z.string() });

/** A day's digests as they are stored: `20261120` and the text. */
export const readDays = (rows: readonly unknown[]): z.infer<typeof dayRowSchema>[] =>
  rows.flatMap((row) => dayRowSchema.safeParse(row).data ?? []);

function byDay(signals: readonly Signal[]): Map<string, Signal[]> {
  const days = new Map<string, Signal[]>();
  for (const signal of signals) {
    const day = dayOfId(signal.id);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(signal);
    else days.set(day, [signal]);
  }
  return days;
}

/** A day's digests with these signals in place of what was there of them, oldest first. */
function withSignals(known: readonly SignalDigest[], signals: readonly Signal[]): SignalDigest[] {
  const digests = new Map(known.map((digest) => [digest.id, digest]));
  for (const signal of signals) digests.set(signal.id, digestOf(signal));
  return [...digests.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Keeps the digests of these signals. To be called in the transaction that writes the signals. */
export async function storeDigests(
  digests: StoredTable,
  signals: readonly Signal[],
): Promise<void> {
  const days = byDay(signals);
  const stored = readDays(await digests.bulkGet([...days.keys()]));
  const texts = new Map(stored.map(({ id, text }) => [id, text]));
  await digests.bulkPut(
    [...days].map(([id, ofDay]) => {
      const known = digestsOfText(texts.get(id) ?? '[]');
      return { id, text: digestsText(withSignals(known, ofDay)) };
    }),
  );
}

/** Makes all digests anew from the signals stored. To be called in a transaction that may write them. */
export async function renewDigests(signals: StoredTable, digests: StoredTable): Promise<void> {
  await digests.clear();
  await storeDigests(digests, readSignals(await signals.toArray()));
}
