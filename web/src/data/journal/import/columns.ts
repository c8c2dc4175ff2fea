import { type DecimalMark, parseDecimal } from '@quantalgo/contracts/core/money';
import { isSlotId } from '@quantalgo/contracts/core/slots';
import { JOURNAL_STATUSES } from '@quantalgo/contracts/journal/entry';
import { parsePair, parseSide } from '@quantalgo/contracts/signals/pairText';
import * as z from 'zod/mini';
import { readTime } from './times';

/** What a column of a file can hold. */
const IMPORT_FIELDS = [
  'signal',
  'opened',
  'clock',
  'pair',
  'direction',
  'stake',
  'price',
  'close',
  'payout',
  'what',
  'level',
  'broker',
  'note',
  'tags',
  'ticket',
  'volume',
  'half',
] as const;

export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Index of the column that holds each field; absent where no column does. */
export const mappingSchema = z.partialRecord(z.enum(IMPORT_FIELDS), z.int());

export type Mapping = z.infer<typeof mappingSchema>;

/** Rows that are enough to tell what a column holds. */
const SAMPLE_ROWS = 400;

/** What a column is: its name in plain words, and which shares of its filled cells read as what. */
interface Column {
  readonly at: number;
  readonly name: string;
  readonly filled: number;
  readonly times: number;
  /** Times that are counted in seconds: numbers of trades look so, too. */
  readonly counts: number;
  readonly days: number;
  readonly clocks: number;
  readonly numbers: number;
  /** Numbers that name their currency. */
  readonly dollars: number;
  readonly pairs: number;
  readonly sides: number;
  readonly halves: number;
  readonly statuses: number;
  readonly slots: number;
}

const HALF = /^(?:in|out|in\/out|entry|exit)$/i;

const STATUSES: readonly string[] = JOURNAL_STATUSES;

/** `Amount, $`, `Price USD` and `Investment (USD)` without their unit. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\((?:usd|us\$|\$|eur|gbp|utc|gmt)[^)]*\)/g, ' ')
    .replace(/\b(?:usd|eur|gbp)\b/g, ' ')
    .replace(/[^\p{L}\p{N}%#]+/gu, ' ')
    .trim();

const MARKS: readonly DecimalMark[] = ['.', ','];

const isNumber = (cell: string): boolean =>
  MARKS.some((mark) => Number.isFinite(parseDecimal(cell, mark).value));

function describe(name: string, at: number, cells: readonly string[]): Column {
  const filled = cells.filter((cell) => cell !== '');
  const share = (isSuch: (cell: string) => boolean) =>
    filled.length === 0 ? 0 : filled.filter(isSuch).length / filled.length;
  const times = new Map(filled.map((cell) => [cell, readTime(cell)]));
  return {
    at,
    name: plainName(name),
    filled: filled.length,
    times: share((cell) => {
      const time = times.get(cell) ?? null;
      return time !== null && (time.at !== null || (time.day !== null && time.clock !== null));
    }),
    counts: share((cell) => /^\d+(?:\.\d+)?$/.test(cell) && (times.get(cell) ?? null) !== null),
    days: share((cell) => {
      const time = times.get(cell) ?? null;
      return time !== null && time.day !== null && time.clock === null;
    }),
    clocks: share((cell) => {
      const time = times.get(cell) ?? null;
      return time !== null && time.day === null && time.clock !== null;
    }),
    numbers: share((cell) => isNumber(cell.replace('%', ''))),
    dollars: share((cell) => /\$|\busdt?\b/i.test(cell) && isNumber(cell)),
    pairs: share((cell) => parsePair(cell) !== null),
    sides: share((cell) => parseSide(cell) !== null),
    halves: share((cell) => HALF.test(cell)),
    statuses: share((cell) => STATUSES.includes(cell.toLowerCase())),
    slots: share(isSlotId),
  };
}

const anyWord = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replaceAll(' ', '|')})(?![\\p{L}\\p{N}])`, 'u');

const TIME_NAME = anyWord(
  'time date datetime timestamp opened open(?:ed)?[ ]at entered ' +
    'datum uhrzeit zeit heure fecha hora data hor[aá]rio дата время waktu tanggal',
);
const OPEN_NAME = anyWord(
  'open opened opening entry entered start purchase buy ' +
    'ouverture apertura abertura öffnung eröffnung открыти[ея]',
);
const CLOSE_NAME = anyWord(
  'close closed closing exit expiry expiration expire[sd]? end sell settle\\w* ' +
    'fermeture clôture cierre fechamento schließung закрыти[ея]',
);
const PAIR_NAME = anyWord(
  'pair asset symbol instrument item market ticker underlying currency ' +
    'paire actif par activo ativo símbolo paar актив пара инструмент aset',
);
const SIDE_NAME = anyWord(
  'direction side type action call[ ]put buy[ ]sell position prediction ' +
    'sens richtung dirección direção tipo направление тип arah',
);

/** Names of columns that hold numbers or texts of any kind, best first. */
const NAMES = {
  stake: [
    'stake',
    'investment amount',
    'amount invested',
    'stake amount',
    'bet amount',
    'investment',
    'invested',
    'invest',
    'amount',
    'bet',
    'wager',
    'einsatz',
    'betrag',
    'mise',
    'montant',
    'importe',
    'monto',
    'inversión',
    'valor',
    'investimento',
    'aposta',
    'сумма',
    'ставка',
    'jumlah',
  ],
  price: [
    'open price',
    'entry price',
    'opening price',
    'open rate',
    'open quote',
    'entry quote',
    'opening quote',
    'strike price',
    'strike',
    'entry spot',
    'start price',
    'price open',
    'price',
    'entry',
    'open',
  ],
  close: [
    'close price',
    'exit price',
    'closing price',
    'close rate',
    'close quote',
    'closing quote',
    'exit quote',
    'exit spot',
    'end price',
    'expiry price',
    'expiration price',
    'price close',
    'close',
    'exit',
  ],
  payout: [
    'payout %',
    'payout',
    'payout rate',
    'payout percent',
    'profit %',
    'return %',
    '% profit',
  ],
  what: ['what', 'what you did', 'status'],
  level: ['level', 'martingale', 'martingale level', 'step'],
  broker: ['broker'],
  note: ['note', 'notes', 'comment', 'comments'],
  tags: ['tags'],
  ticket: [
    'ticket',
    'trade #',
    'trade id',
    'trade no',
    'trade number',
    'order id',
    'deal id',
    'option id',
    'transaction id',
    'position id',
    'ref id',
    'id',
    'order',
    'deal',
    'position',
    'trade',
    '#',
  ],
  volume: ['volume', 'lots', 'lot', 'size', 'position size qty', 'qty', 'quantity', 'trade amount'],
} as const;

/** Hold lots or dollars: the stake only if their cells name the currency. */
const STAKE_OR_VOLUME = ['trade amount', 'size', 'quantity'];

const named = (columns: readonly Column[], names: readonly string[]): Column[] =>
  names.flatMap((name) => columns.filter((column) => column.name === name));

/** The column with the best score; the first of several, null where none scores. */
function best(columns: readonly Column[], score: (column: Column) => number): Column | null {
  let [most, winner]: [number, Column | null] = [0, null];
  for (const column of columns) {
    const points = score(column);
    if (points > most) [most, winner] = [points, column];
  }
  return winner;
}

const nameScore = ({ name }: Column, good: RegExp, bad?: RegExp): number =>
  (good.test(name) ? 1 : 0) - (bad?.test(name) === true && !OPEN_NAME.test(name) ? 2 : 0);

/** Most of its cells are so. */
const MOST = 0.5;

function timeScore(column: Column): number {
  const { name, times, counts } = column;
  if (times < MOST || (counts >= MOST && !TIME_NAME.test(name) && !OPEN_NAME.test(name))) return 0;
  return 3 + nameScore(column, TIME_NAME, CLOSE_NAME) + (OPEN_NAME.test(name) ? 1 : 0);
}

/** Day and clock apart; the names that tell open from close count for both. */
function dayAndClock(columns: readonly Column[]): Pick<Mapping, 'opened' | 'clock'> {
  const score = (share: 'days' | 'clocks') => (column: Column) =>
    column[share] < MOST ? 0 : 3 + nameScore(column, OPEN_NAME, CLOSE_NAME);
  const [day, clock] = [best(columns, score('days')), best(columns, score('clocks'))];
  return { ...(day && { opened: day.at }), ...(day && clock && { clock: clock.at }) };
}

function guessTime(columns: readonly Column[]): Pick<Mapping, 'opened' | 'clock'> {
  const time = best(columns, timeScore);
  if (time) return { opened: time.at };
  const apart = dayAndClock(columns);
  if (apart.opened !== undefined) return apart;
  const byName = best(columns, (column) => nameScore(column, TIME_NAME, CLOSE_NAME));
  return byName ? { opened: byName.at } : {};
}

const withPercent = (columns: readonly Column[], isPayout: (at: number) => boolean) =>
  named(columns, NAMES.payout).filter(({ at }) => isPayout(at));

/** Smallest and largest payout as a share, and in percent, that a column of payouts may hold. */
const PAYOUTS = { share: [0.1, 1.2], percent: [10, 200] } as const;

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most;

/** A payout as a share: `+92%`, `92` and `0.92` are the same. Null for anything else, as sums of money are. */
export function readPayout(text: string): number | null {
  const { value } = parseDecimal(text.replace('%', '').trim());
  if (value === null || Number.isNaN(value)) return null;
  if (text.includes('%') || isWithin(value, PAYOUTS.percent)) return Math.round(value * 1e4) / 1e6;
  return isWithin(value, PAYOUTS.share) ? value : null;
}

/**
 * What the columns of a table hold: told by their values where values tell, by their names otherwise.
 * @param header names of the columns
 */
export function guessMapping(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Mapping {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE_ROWS));
  const sample = rows.filter((_, at) => at % step === 0);
  const cellsOf = (at: number) => sample.map((row) => row[at] ?? '');
  const columns = header.map((name, at) => describe(name, at, cellsOf(at)));
  const mapping: Mapping = {};
  const used = new Set<number>();
  const take = (field: ImportField, column: Column | null | undefined) => {
    if (!column || used.has(column.at)) return;
    mapping[field] = column.at;
    used.add(column.at);
  };
  const free = () => columns.filter(({ at }) => !used.has(at));
  take(
    'signal',
    best(columns, ({ slots }) => (slots >= MOST ? slots : 0)) ?? exportSignal(columns),
  );
  for (const [field, at] of Object.entries(guessTime(free())))
    take(field === 'clock' ? 'clock' : 'opened', columns[at]);
  const pairScore = (column: Column) => {
    if (column.pairs >= MOST) return 2 * column.pairs + nameScore(column, PAIR_NAME);
    return column.name === 'currency' ? 0 : nameScore(column, PAIR_NAME) / 2;
  };
  take('pair', best(free(), pairScore));
  take(
    'half',
    best(free(), ({ halves }) => (halves > 0.9 ? halves : 0)),
  );
  const sideScore = (column: Column) =>
    column.sides >= MOST
      ? 2 * column.sides + nameScore(column, SIDE_NAME)
      : nameScore(column, SIDE_NAME) / 2;
  take('direction', best(free(), sideScore));
  take(
    'what',
    named(free(), NAMES.what).find(({ statuses }) => statuses >= 0.8),
  );
  for (const field of ['stake', 'price'] as const) {
    const [first] = named(free(), NAMES[field]).filter(
      ({ numbers, filled }) => filled === 0 || numbers > 0,
    );
    take(field, first);
  }
  if (mapping.stake === undefined)
    take(
      'stake',
      named(free(), STAKE_OR_VOLUME).find(({ dollars }) => dollars >= MOST),
    );
  const priceName = columns[mapping.price ?? -1]?.name;
  take('close', named(free(), NAMES.close)[0] ?? free().find(({ name }) => name === priceName));
  const isPayout = (at: number) =>
    cellsOf(at).every((cell) => cell === '' || readPayout(cell) !== null);
  take('payout', withPercent(free(), isPayout)[0]);
  for (const field of ['level', 'broker', 'note', 'tags', 'volume', 'ticket'] as const)
    take(field, named(free(), NAMES[field])[0]);
  return mapping;
}

/** An export's own column of signals may hold unreadable ids; a column of that name with other words is none. */
const exportSignal = (columns: readonly Column[]): Column | undefined =>
  columns.find(({ name, slots }) => name === 'signal' && slots > 0);

const isCell = (text: string, name: RegExp): boolean =>
  text.length <= 40 && name.test(plainName(text)) && !readTime(text);

/** True for a row that names a time and a pair, or a signal of ours, and holds neither. */
export function isHeader(row: readonly string[]): boolean {
  const cells = row.filter((cell) => cell !== '');
  if (cells.length < 2 || cells.some((cell) => readTime(cell)?.day)) return false;
  const isOwn = cells.some((cell) => plainName(cell) === 'signal') && cells.includes('what');
  return (
    isOwn ||
    (cells.some((cell) => isCell(cell, TIME_NAME)) && cells.some((cell) => isCell(cell, PAIR_NAME)))
  );
}
