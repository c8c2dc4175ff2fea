import {
  AUDIENCES,
  directionSchema,
  outcomeSchema,
  SLOT_MS,
  slotStartOfId,
  sourceSchema,
  type Audience,
  type Direction,
  type Level,
  type Outcome,
  type Pair,
  type Signal,
  type Source,
} from '@quantalgo/contracts';

/** What lists and figures need of a signal. Ten thousand of them are read in the time that a few hundred signals take. */
export interface SignalDigest {
  readonly id: string;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly strategy: string;
  readonly audience: Audience;
  readonly source: Source;
  /** Percent: that it wins within its four levels, and that its first entry wins. */
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
const LEVELS_OF_A_ROW = [null, 0, 1, 2, 3];
const isIn = (all: readonly unknown[], one: unknown) => all.includes(one);
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
  isIn(LEVELS_OF_A_ROW, row[9]) &&
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
