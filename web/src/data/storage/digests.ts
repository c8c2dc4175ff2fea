import { SLOT_MS, slotStartOfId } from '@quantalgo/contracts/core/slots';
import { type Pair, pairSchema } from '@quantalgo/contracts/market/pairs';
import { type Ended, endedOf } from '@quantalgo/contracts/signals/ended';
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
  signalShape,
  type Source,
  sourceSchema,
} from '@quantalgo/contracts/signals/signal';
import type { Table } from 'dexie';
import * as z from 'zod/mini';

/** A row in IndexedDB: parsed by a schema, as an older client may have written it. */
export interface StoredRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

export type StoredTable = Table<StoredRow, string>;

/** The table operations that merging needs; the service worker, which has no Dexie, implements them too. */
export interface RowTable {
  readonly bulkGet: (ids: string[]) => PromiseLike<readonly unknown[]>;
  readonly bulkPut: (rows: readonly StoredRow[]) => PromiseLike<unknown>;
}

const time = z.number();

/** A signal in IndexedDB: times in epoch ms. */
const storedSignalSchema = z.object({
  ...signalShape(time),
  pair: pairSchema,
  confidence: probabilitySchema,
  firstEntry: probabilitySchema,
  receivedAt: time,
  live: z.boolean(),
  differs: z.exactOptional(z.literal(true)),
});

/** A signal on this device. */
export type ReceivedSignal = Signal & {
  /** When it arrived (epoch ms, server clock). */
  readonly receivedAt: number;
  /** It arrived through the open stream, so that `receivedAt - publishedAt` is its delivery time. */
  readonly live: boolean;
  /** It is not what was sealed: no figure counts it. */
  readonly differs?: true;
};

/** Reads rows of the signals table; omits unreadable ones. */
export const readSignals = (rows: readonly unknown[]): ReceivedSignal[] =>
  rows.flatMap((row) => {
    const parsed = storedSignalSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });

/**
 * The fields of a signal that lists and figures need. Ten thousand digests are read as fast as a few hundred signals.
 */
export interface SignalDigest {
  readonly id: string;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly strategy: string;
  readonly audience: Audience;
  readonly source: Source;
  /** Probabilities in percent that it wins within its levels, and that its first entry wins. */
  readonly confidence: { readonly value: number };
  readonly firstEntry: Probability;
  /** That its first level isn't flat; absent where the signal did not say. */
  readonly moves?: number;
  /** Null until it is settled. */
  readonly ending: Ended | null;
  /** Whether it could be entered; absent where nobody confirmed it. */
  readonly entered?: boolean;
  /** It is not what was sealed. */
  readonly differs?: true;
}

/** The time of the signal's first entry (epoch ms). */
export const entryOf = ({ id }: Pick<SignalDigest, 'id'>): number => slotStartOfId(id) + SLOT_MS;

/** The UTC day under which a signal's digest is stored: `20261120`. */
export const dayOfId = (id: string): string => id.slice(0, 8);

/** A signal, with what this device found out about it. */
type Checked = Signal & Pick<ReceivedSignal, 'differs'>;

export const digestOf = (signal: Checked): SignalDigest => {
  const { createdAt, settlement } = signal;
  return { ...signal, ending: settlement && endedOf(createdAt, settlement, settlement.settledAt) };
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
  /** Of the first entry. */
  interval: Interval,
  more?: More,
];

/** What not all signals have to say. */
interface More {
  readonly moves?: number;
  readonly entered?: boolean;
  readonly differs?: true;
  /** It was revealed too late. */
  readonly isLate?: true;
}

const ID = /^\d{8}T\d{4}Z$/;

const isIn = (all: readonly unknown[], one: unknown) => all.includes(one);

const isLevel = (level: unknown) =>
  level === null ||
  (typeof level === 'number' && Number.isInteger(level) && level >= 0 && level < MAX_LEVELS);

const isPrice = (price: unknown) => price === null || typeof price === 'number';

const isInterval = (pair: unknown) =>
  Array.isArray(pair) && pair.length === 2 && pair.every((end) => typeof end === 'number');

const isMore = (more: unknown) =>
  typeof more === 'object' &&
  more !== null &&
  (!('moves' in more) || typeof more.moves === 'number') &&
  (!('entered' in more) || typeof more.entered === 'boolean') &&
  (!('differs' in more) || more.differs === true) &&
  (!('isLate' in more) || more.isLate === true);

const NOTHING_MORE: More = {};

/** Written by hand, as a schema would take a slow phone more than a tenth of a second for ten thousand signals. */
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
  row[10].every(isPrice) &&
  isInterval(row[11]) &&
  (row[12] === undefined || isMore(row[12]));

/** @throws SyntaxError if the text doesn't contain digests */
function cellsIn(text: string): readonly Cells[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows) || !rows.every(isCells)) throw new SyntaxError('No digests');
  return rows;
}

/** The last cell of a digest, where there is something to say. */
function lastCell({ moves, entered, differs, ending }: SignalDigest): [] | [More] {
  const more: More = {
    ...(moves !== undefined && { moves }),
    ...(entered !== undefined && { entered }),
    ...(differs && { differs }),
    ...(ending?.isLate && { isLate: true }),
  };
  return Object.keys(more).length === 0 ? [] : [more];
}

const cellsOf = (signal: SignalDigest): Cells => [
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
  ...lastCell(signal),
];

const digestOfCells = (cells: Cells): SignalDigest => {
  const [id, pair, direction, strategy, audience, source, confidence, firstEntry] = cells;
  const [, , , , , , , , outcome, level, prices, interval, more] = cells;
  const { isLate, ...others } = more ?? NOTHING_MORE;
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

/** Digests as one text, which IndexedDB clones at once; separate rows would be cloned field by field. */
export const digestsText = (digests: readonly SignalDigest[]): string =>
  JSON.stringify(digests.map(cellsOf));

/** The digests of a text; empty if another version wrote it and this one can't read it. */
export function digestsOfText(text: string): SignalDigest[] {
  try {
    return cellsIn(text).map(digestOfCells);
  } catch {
    return [];
  }
}

const dayRowSchema = z.object({ id: z.string(), text: z.string() });

/** Rows of a day's digests: `20261120` and the text. */
export const readDays = (rows: readonly unknown[]): z.infer<typeof dayRowSchema>[] =>
  rows.flatMap((row) => dayRowSchema.safeParse(row).data ?? []);

function byDay(signals: readonly Checked[]): Map<string, Checked[]> {
  const days = new Map<string, Checked[]>();
  for (const signal of signals) {
    const day = dayOfId(signal.id);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(signal);
    else days.set(day, [signal]);
  }
  return days;
}

/** A day's digests with these signals added or replaced, oldest first. */
function withSignals(known: readonly SignalDigest[], signals: readonly Checked[]): SignalDigest[] {
  const digests = new Map(known.map((digest) => [digest.id, digest]));
  for (const signal of signals) digests.set(signal.id, digestOf(signal));
  return [...digests.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Stores the digests of these signals. To be called in the transaction that writes the signals. */
export async function storeDigests(digests: RowTable, signals: readonly Checked[]): Promise<void> {
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

/** Rebuilds all digests from the stored signals. To be called in a transaction that may write them. */
export async function renewDigests(signals: StoredTable, digests: StoredTable): Promise<void> {
  await digests.clear();
  await storeDigests(digests, readSignals(await signals.toArray()));
}
