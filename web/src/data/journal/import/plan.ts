import { SLOT_MS, slotStartOfId } from '@quantalgo/contracts/core/slots';
import type { JournalWrite } from '@quantalgo/contracts/journal/entry';
import { isTradeOn } from '@quantalgo/contracts/journal/settle';
import { pairLabel } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { SignalDigest } from '../../storage/digests';
import type { Choices, Known, ZoneFit } from './choices';
import type { TradeTable } from './findTrades';
import { type Candidate, type Match, matchRows } from './match';
import { choosePrice, isTraded, type Placed, planEntry, type PlannedEntry } from './planEntry';
import { type BadRow, type ImportRow, readRows, type ReadRows } from './readRows';
import { timesIn, toTimed, unnamed, zoneFits } from './zoneFits';
import { findZone } from './zones';

/** A row that fits several signals. */
interface UndecidedRow {
  readonly line: number;
  readonly candidates: readonly { readonly id: string; readonly level: number }[];
}

/** All that an import would do. */
export interface Plan {
  /** Rows that are trades. */
  readonly trades: number;
  /** Rows that belong to a signal. */
  readonly fits: number;
  readonly entries: readonly PlannedEntry[];
  readonly writes: readonly JournalWrite[];
  /** Rows that are trades, but not of signals that were received. */
  readonly outside: readonly BadRow[];
  /** Of these, rows from before the signals on this device. */
  readonly older: number;
  readonly bad: readonly BadRow[];
  readonly undecided: readonly UndecidedRow[];
  readonly others: number;
  readonly dayOrder: ReadRows['dayOrder'];
  /** Empty where every row names its zone. */
  readonly zones: readonly ZoneFit[];
  readonly notes: {
    readonly withoutStake: number;
    /** Lines of rows whose stakes were added to another row's. */
    readonly addedUp: readonly number[];
    /** Lines of rows that are the same as one before, in all cells. */
    readonly repeats: readonly number[];
    /** Lines of prices that could be read in two ways. */
    readonly unclearPrices: readonly number[];
  };
}

const timeText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

const signalText = ({ id, pair, direction }: SignalDigest): string =>
  `${pairLabel(pair)} ${direction} entered at ${timeText(slotStartOfId(id) + SLOT_MS)} UTC`;

/** Places a row that names its signal, or says why it can't be. */
function placeNamed(
  row: ImportRow,
  id: string,
  { received }: Known,
  zone: string,
): Placed | BadRow {
  const signal = received.get(slotStartOfId(id) + SLOT_MS);
  if (signal && !isTradeOn(row, signal))
    return { line: row.line, why: `its signal was ${signalText(signal)}` };
  const [at = null] = timesIn(row, zone);
  return { row, id, level: row.level ?? 0, at };
}

const isPlaced = (one: Placed | BadRow): one is Placed => 'row' in one;

/** The lines of rows that repeat one before; a row with a number is the same trade whatever the member says. */
function repeatedLines(rows: readonly ImportRow[]): {
  readonly all: readonly number[];
  readonly certain: ReadonlySet<number>;
} {
  const texts = new Set<string>();
  const tickets = new Set<string>();
  const all: number[] = [];
  const certain = new Set<number>();
  for (const { line, text, ticket, signal, time, pair, direction } of rows) {
    const key = ticket === null ? null : JSON.stringify([ticket, time, pair, direction]);
    const isSame = texts.has(text);
    const isNumbered = key !== null && tickets.has(key);
    if (isNumbered || (isSame && signal !== null)) certain.add(line);
    if (isSame || isNumbered) all.push(line);
    texts.add(text);
    if (key !== null) tickets.add(key);
  }
  return { all, certain };
}

const SIDE_OR_PAIR = {
  pair: 'no pair is named: choose the column, or one pair for all rows',
  direction: 'no side is named: choose the column',
} as const;

/** Why a row that has to be matched can't be, before its time is looked at. */
function unmatchable(row: ImportRow, zone: string): BadRow | null {
  const { line, time, pair, direction } = row;
  if (time?.kind === 'undecided')
    return { line, why: 'say first whether day or month comes first' };
  if (pair === null) return { line, why: SIDE_OR_PAIR.pair };
  if (direction === null) return { line, why: SIDE_OR_PAIR.direction };
  if (time?.kind === 'reading' && findZone(zone) && timesIn(row, zone).length === 0)
    return { line, why: 'clocks in this time zone were put forward over its time' };
  return null;
}

function picked(match: Match | undefined, pick: string | undefined): Candidate | null {
  if (match?.kind === 'fits') return match.candidate;
  if (match?.kind !== 'undecided' || pick === undefined) return null;
  return match.candidates.find(({ signal }) => signal.id === pick) ?? null;
}

const outsideWhy = ({ pair, direction, at }: { pair: string; direction: string; at: number }) =>
  `${pairLabel(pair)} ${direction} at ${timeText(at)} UTC is not one of our signals`;

/** Most of the explained rows are signals' own; `older` ones come before what this device has. */
function sortOut(rows: readonly ImportRow[], choices: Choices, known: Known) {
  const { zone, picks } = choices;
  const bad: BadRow[] = [];
  const outside: BadRow[] = [];
  const undecided: UndecidedRow[] = [];
  const placed: Placed[] = [];
  let older = 0;
  const open = unnamed(rows).filter((row) => {
    const why = unmatchable(row, zone);
    if (why) bad.push(why);
    return why === null;
  });
  const timed = open.flatMap((row) => toTimed(row, zone) ?? []);
  const { matches } = matchRows(timed, known.received);
  const times = new Map(timed.map((one) => [one.line, one]));
  for (const row of rows) {
    if (row.signal !== null) {
      const one = placeNamed(row, row.signal, known, zone);
      if (isPlaced(one)) placed.push(one);
      else outside.push(one);
      continue;
    }
    const one = times.get(row.line);
    if (!one) continue;
    const match = matches.get(row.line);
    const candidate = picked(match, picks[row.line]);
    const [at = 0] = one.times;
    if (candidate)
      placed.push({ row, id: candidate.signal.id, level: candidate.level, at: candidate.at });
    else if (match?.kind === 'undecided')
      undecided.push({
        line: row.line,
        candidates: match.candidates.map(({ signal, level }) => ({ id: signal.id, level })),
      });
    else {
      const isOlder = known.since !== null && at < known.since + LEVELS.length * SLOT_MS;
      if (isOlder) older += 1;
      outside.push({
        line: row.line,
        why: isOlder ? 'it is older than the signals on this device' : outsideWhy({ ...one, at }),
      });
    }
  }
  return { bad, outside, undecided, placed, older };
}

/** Lines of rows beyond the first at the same level of the same signal. */
const addedLines = (placed: readonly Placed[], choices: Choices): number[] => {
  const levels = new Set<string>();
  return placed.flatMap((one) => {
    if (!isTraded(one, choices)) return [];
    const key = `${one.id}/${one.level}`;
    const isAdded = levels.has(key);
    levels.add(key);
    return isAdded ? [one.row.line] : [];
  });
};

const byId = (placed: readonly Placed[]): Map<string, Placed[]> => {
  const entries = new Map<string, Placed[]>();
  for (const one of placed) {
    const others = entries.get(one.id);
    if (others) others.push(one);
    else entries.set(one.id, [one]);
  }
  return entries;
};

const byLine = (one: { readonly line: number }, other: { readonly line: number }) =>
  one.line - other.line;

/** What importing a table would do, by what the member said of it. Writes nothing. */
export function planImport(table: TradeTable, choices: Choices, known: Known): Plan {
  const read = readRows(table, choices);
  const repeats = repeatedLines(read.rows);
  const dropped =
    choices.repeats === 'once' ? new Set([...repeats.all, ...repeats.certain]) : repeats.certain;
  const rows = read.rows.filter(({ line }) => !dropped.has(line));
  const { bad, outside, undecided, placed, older } = sortOut(rows, choices, known);
  const taken: Placed[] = [];
  const entries: PlannedEntry[] = [];
  const writes: JournalWrite[] = [];
  for (const [id, all] of byId(placed)) {
    const planned = planEntry(id, all, { choices, known });
    if (typeof planned === 'string') {
      bad.push(...all.map(({ row }) => ({ line: row.line, why: planned })));
      continue;
    }
    taken.push(...all);
    entries.push(planned.entry);
    if (planned.write) writes.push(planned.write);
  }
  const trades = taken.filter((one) => isTraded(one, choices));
  const isUnclear = ({ row, id }: Placed) => {
    const signal = known.received.get(slotStartOfId(id) + SLOT_MS);
    return [row.price, row.close].some(
      (readings) => readings.length > 1 && choosePrice(readings, signal) === null,
    );
  };
  return {
    trades: rows.length + read.bad.length,
    fits: taken.length,
    entries: entries.sort((one, other) => (one.id < other.id ? 1 : -1)),
    writes,
    outside,
    older,
    bad: [...read.bad, ...bad].sort(byLine),
    undecided,
    others: read.others.length,
    dayOrder: read.dayOrder,
    zones: zoneFits(rows, choices.zone, known),
    notes: {
      withoutStake: trades.filter(({ row }) => row.stake === null).length,
      addedUp: addedLines(taken, choices),
      repeats: repeats.all,
      unclearPrices: taken.filter(isUnclear).map(({ row }) => row.line),
    },
  };
}
