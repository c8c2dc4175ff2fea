import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import type { JournalWrite } from '@quantalgo/contracts/journal/entry';
import { matchesSignal } from '@quantalgo/contracts/journal/settle';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { SignalDigest } from '../../storage/digests';
import type { Choices, ImportContext, ZoneFit } from './choices';
import type { TradeTable } from './findTrades';
import { type Candidate, type Match, matchRows } from './match';
import { choosePrice, isTraded, type PlacedRow, planEntry, type PlannedEntry } from './planEntry';
import { type BadRow, type ImportRow, readRows, type ReadRows } from './readRows';
import { getRowTimes, toTimed, findRowsWithoutSignal, measureZoneFits } from './zoneFits';
import { findZone } from './zones';

interface AmbiguousRow {
  readonly line: number;
  readonly candidates: readonly { readonly id: string; readonly level: number }[];
}

export interface Plan {
  readonly trades: number;
  readonly fits: number;
  readonly entries: readonly PlannedEntry[];
  readonly writes: readonly JournalWrite[];
  readonly outside: readonly BadRow[];
  readonly older: number;
  readonly bad: readonly BadRow[];
  readonly undecided: readonly AmbiguousRow[];
  /** Rows whose signal the member chose. */
  readonly picked: readonly AmbiguousRow[];
  readonly others: number;
  readonly dayOrder: ReadRows['dayOrder'];
  readonly zones: readonly ZoneFit[];
  readonly notes: {
    readonly withoutStake: number;
    /** Lines of rows whose stakes were added to another row's. */
    readonly addedUp: readonly number[];
    /** Lines of repeated rows that may be separate trades. */
    readonly repeats: readonly number[];
    readonly unclearPrices: readonly number[];
    readonly shortened: readonly number[];
  };
}

const formatUtcTime = (at: number): string =>
  new Date(at).toISOString().slice(0, 16).replace('T', ' ');

const formatSignal = ({ id, pair, direction }: SignalDigest): string =>
  `${formatPair(pair)} ${direction} entered at ${formatUtcTime(parseSlotId(id) + SLOT_MS)} UTC`;

function placeWithSignal(
  row: ImportRow,
  id: string,
  { received }: ImportContext,
  zone: string,
): PlacedRow | BadRow {
  const signal = received.get(parseSlotId(id) + SLOT_MS);
  if (signal && !matchesSignal(row, signal))
    return { line: row.line, reason: `it doesn’t match its signal, ${formatSignal(signal)}` };
  const [at = null] = getRowTimes(row, zone);
  return { row, id, level: row.level ?? 0, at };
}

const isPlaced = (result: PlacedRow | BadRow): result is PlacedRow => 'row' in result;

/**
 * Lines of repeated rows. `certain`: those with a ticket number or signal, which are the same trade
 * whatever the member chose.
 */
function findRepeatedLines(rows: readonly ImportRow[]): {
  readonly lines: readonly number[];
  readonly certain: ReadonlySet<number>;
} {
  const texts = new Set<string>();
  const tickets = new Set<string>();
  const lines: number[] = [];
  const certain = new Set<number>();
  for (const { line, text, ticket, signal, time, pair, direction, stake } of rows) {
    const key = ticket === null ? null : JSON.stringify([ticket, time, pair, direction, stake]);
    const isSame = texts.has(text);
    const isNumbered = key !== null && tickets.has(key);
    if (isNumbered || (isSame && signal !== null)) certain.add(line);
    if (isSame || isNumbered) lines.push(line);
    texts.add(text);
    if (key !== null) tickets.add(key);
  }
  return { lines, certain };
}

const MISSING_FACTS = {
  pair: 'it has no pair: choose the pair column, or one pair for all rows',
  direction: 'it has no direction: choose the column that says call or put',
} as const;

function findMatchProblem(row: ImportRow, zone: string): BadRow | null {
  const { line, time, pair, direction } = row;
  if (time?.kind === 'undecided')
    return { line, reason: 'choose whether the day or the month comes first' };
  if (pair === null) return { line, reason: MISSING_FACTS.pair };
  if (direction === null) return { line, reason: MISSING_FACTS.direction };
  if (time?.kind === 'reading' && findZone(zone) && getRowTimes(row, zone).length === 0)
    return {
      line,
      reason: 'its time doesn’t exist in this time zone, because clocks went forward',
    };
  return null;
}

function pickCandidate(match: Match | undefined, pick: string | undefined): Candidate | null {
  if (match?.kind === 'fits') return match.candidate;
  if (match?.kind !== 'undecided' || pick === undefined) return null;
  return match.candidates.find(({ signal }) => signal.id === pick) ?? null;
}

const describeOutside = ({
  pair,
  direction,
  at,
}: {
  pair: string;
  direction: string;
  at: number;
}) => `${formatPair(pair)} ${direction} at ${formatUtcTime(at)} UTC is not one of our signals`;

function classifyRows(rows: readonly ImportRow[], choices: Choices, context: ImportContext) {
  const { zone, picks } = choices;
  const bad: BadRow[] = [];
  const outside: BadRow[] = [];
  const undecided: AmbiguousRow[] = [];
  const picked: AmbiguousRow[] = [];
  const placed: PlacedRow[] = [];
  let older = 0;
  const matchable: ImportRow[] = [];
  for (const row of findRowsWithoutSignal(rows)) {
    const problem = findMatchProblem(row, zone);
    if (problem) bad.push(problem);
    else matchable.push(row);
  }
  const timed = matchable.flatMap((row) => toTimed(row, zone) ?? []);
  const { matches } = matchRows(timed, context.received);
  const times = new Map(timed.map((timedRow) => [timedRow.line, timedRow]));
  for (const row of rows) {
    if (row.signal !== null) {
      const result = placeWithSignal(row, row.signal, context, zone);
      if (isPlaced(result)) placed.push(result);
      else outside.push(result);
      continue;
    }
    const timedRow = times.get(row.line);
    if (!timedRow) continue;
    const match = matches.get(row.line);
    const candidate = pickCandidate(match, picks[row.line]);
    const [at = 0] = timedRow.times;
    if (match?.kind === 'undecided')
      (candidate ? picked : undecided).push({
        line: row.line,
        candidates: match.candidates.map(({ signal, level }) => ({ id: signal.id, level })),
      });
    if (candidate)
      placed.push({ row, id: candidate.signal.id, level: candidate.level, at: candidate.at });
    else if (match?.kind !== 'undecided') {
      const isOlder = at < context.since + LEVELS.length * SLOT_MS;
      if (isOlder) older += 1;
      outside.push({
        line: row.line,
        reason: isOlder
          ? 'it is older than the signals on this device'
          : describeOutside({ ...timedRow, at }),
      });
    }
  }
  return { bad, outside, undecided, picked, placed, older };
}

const findAddedLines = (placed: readonly PlacedRow[], choices: Choices): number[] => {
  const levels = new Set<string>();
  return placed.flatMap((placedRow) => {
    if (!isTraded(placedRow, choices)) return [];
    const key = `${placedRow.id}/${placedRow.level}`;
    const isAdded = levels.has(key);
    levels.add(key);
    return isAdded ? [placedRow.row.line] : [];
  });
};

const groupById = (placed: readonly PlacedRow[]): Map<string, PlacedRow[]> => {
  const entries = new Map<string, PlacedRow[]>();
  for (const placedRow of placed) {
    const group = entries.get(placedRow.id);
    if (group) group.push(placedRow);
    else entries.set(placedRow.id, [placedRow]);
  }
  return entries;
};

const compareLines = (a: { readonly line: number }, b: { readonly line: number }) =>
  a.line - b.line;

export function planImport(table: TradeTable, choices: Choices, context: ImportContext): Plan {
  const readResult = readRows(table, choices);
  const repeats = findRepeatedLines(readResult.rows);
  const dropped = choices.repeats === 'once' ? new Set(repeats.lines) : repeats.certain;
  const rows = readResult.rows.filter(({ line }) => !dropped.has(line));
  const classified = classifyRows(rows, choices, context);
  const { bad, outside, undecided, picked, placed, older } = classified;
  const accepted: PlacedRow[] = [];
  const entries: PlannedEntry[] = [];
  const writes: JournalWrite[] = [];
  let fits = 0;
  for (const [id, rowsOfEntry] of groupById(placed)) {
    const planned = planEntry(id, rowsOfEntry, { choices, context });
    if (typeof planned === 'string') {
      bad.push(...rowsOfEntry.map(({ row }) => ({ line: row.line, reason: planned })));
      continue;
    }
    fits += rowsOfEntry.length;
    if (planned.entry.state !== 'removed') accepted.push(...rowsOfEntry);
    entries.push(planned.entry);
    if (planned.write) writes.push(planned.write);
  }
  const trades = accepted.filter((row) => isTraded(row, choices));
  const isUnclear = ({ row, id }: PlacedRow) => {
    const signal = context.received.get(parseSlotId(id) + SLOT_MS);
    const isAmbiguous = [row.price, row.close].some(
      (readings) => readings.length > 1 && choosePrice(readings, signal) === null,
    );
    return row.lacksPrice || isAmbiguous;
  };
  return {
    trades: rows.length + readResult.bad.length,
    fits,
    entries: entries.sort((a, b) => (a.id < b.id ? 1 : -1)),
    writes,
    outside,
    older,
    bad: [...readResult.bad, ...bad].sort(compareLines),
    undecided,
    picked,
    others: readResult.others.length,
    dayOrder: readResult.dayOrder,
    zones: measureZoneFits(rows, choices.zone, context),
    notes: {
      withoutStake: trades.filter(({ row }) => row.stake === null).length,
      addedUp: findAddedLines(accepted, choices),
      repeats: repeats.lines.filter((line) => !repeats.certain.has(line)),
      unclearPrices: accepted.filter(isUnclear).map(({ row }) => row.line),
      shortened: accepted.filter(({ row }) => row.isShortened).map(({ row }) => row.line),
    },
  };
}
