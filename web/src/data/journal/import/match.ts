import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { LEVELS, STAKE_FACTOR } from '@quantalgo/contracts/signals/ladder';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { getFirstEntryTime, type SignalDigest } from '../../storage/digests';

/** Tolerances for a row's time, relative to its level's due time. */
const MAX_EARLY_MS = 30_000;
const MAX_LATE_MS = 4 * 60_000;

/** `times`: more than one if clocks were put back during the row's time. */
export interface TimedRow {
  readonly line: number;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly times: readonly number[];
  readonly weight: number | null;
}

export interface Candidate {
  readonly signal: SignalDigest;
  readonly level: number;
  /** The row's time (epoch ms). */
  readonly at: number;
}

export type Match =
  | { readonly kind: 'fits'; readonly candidate: Candidate }
  | { readonly kind: 'undecided'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'none' };

export type SignalsByEntryTime = ReadonlyMap<number, SignalDigest>;

export const indexByEntryTime = (signals: Iterable<SignalDigest>): SignalsByEntryTime =>
  new Map([...signals].map((signal) => [getFirstEntryTime(signal), signal]));

/**
 * Due time (epoch ms) of the level that a row of this time belongs to; null if the row is too early
 * or too late.
 */
function getDueTime(at: number): number | null {
  const due = Math.floor((at + MAX_EARLY_MS) / SLOT_MS) * SLOT_MS;
  return at - due <= MAX_LATE_MS ? due : null;
}

type PairAndSide = Omit<TimedRow, 'line' | 'weight'>;

const matchesSide = (signal: SignalDigest | undefined, { pair, direction }: PairAndSide): boolean =>
  signal?.pair === pair && signal.direction === direction;

/** Allocates no list, because it runs for every row in every zone. */
export const hasCandidate = (row: PairAndSide, received: SignalsByEntryTime): boolean =>
  row.times.some((at) => {
    const due = getDueTime(at);
    return (
      due !== null && LEVELS.some((level) => matchesSide(received.get(due - level * SLOT_MS), row))
    );
  });

function findCandidates(row: PairAndSide, received: SignalsByEntryTime): Candidate[] {
  return row.times.flatMap((at) => {
    const due = getDueTime(at);
    if (due === null) return [];
    return LEVELS.flatMap((level) => {
      const signal = received.get(due - level * SLOT_MS);
      return signal && matchesSide(signal, row) ? [{ signal, level, at }] : [];
    });
  });
}

interface Rung {
  readonly id: string;
  readonly level: number;
  readonly weight: number | null;
  readonly due: number;
}

/** A possible explanation of a group of rows. Retains only rungs that a later row can extend. */
interface Explanation {
  readonly rungs: readonly Rung[];
  readonly cost: number;
}

interface Step {
  readonly from: number;
  readonly to: number;
  readonly candidate: Candidate;
  readonly cost: number;
}

/** Costs relative to an additional entry. */
const COSTS = {
  entry: 1,
  lateStart: 0.5,
  /**
   * Penalties for a stake that is unknown, grew by a factor other than the ladder's, or didn't
   * grow.
   */
  unknownStake: 0.5,
  otherGrowth: 1,
  noGrowth: 1.5,
  unusualStake: 1.5,
  decided: 3,
  sameAgain: 0.5,
  otherAgain: 1.5,
} as const;

/** An explanation must beat all others by this cost. */
const MIN_MARGIN = 0.999;

const MAX_EXPLANATIONS = 256;

const LADDER_GROWTH = [0.85 * STAKE_FACTOR, 1.15 * STAKE_FACTOR] as const;
const PLAUSIBLE_GROWTH = [1.3, 3.5] as const;

const isWithin = (value: number, [min, max]: readonly [number, number]): boolean =>
  value >= min && value <= max;

function scoreGrowth(previous: Rung, level: number, weight: number | null): number {
  const levels = level - previous.level;
  if (previous.weight === null || weight === null) return COSTS.unknownStake;
  const growth = (weight / previous.weight) ** (1 / levels);
  if (isWithin(growth, LADDER_GROWTH)) return 0;
  // Never costs more than assuming a separate trade that fits by chance.
  const cost = isWithin(growth, PLAUSIBLE_GROWTH) ? COSTS.otherGrowth : COSTS.noGrowth;
  return Math.min(levels * cost, COSTS.entry + COSTS.lateStart);
}

function findStakeLevel(weight: number | null, usualStake: number | null): number | null {
  if (weight === null || usualStake === null) return null;
  const level = LEVELS.find(
    (candidate) => Math.abs(weight / (usualStake * STAKE_FACTOR ** candidate) - 1) <= 0.12,
  );
  return level ?? null;
}

const getDecidingLevel = ({ ending }: SignalDigest): number => {
  if (!ending || ending.outcome === 'loss') return Infinity;
  return ending.outcome === 'profit' ? (ending.level ?? Infinity) : 0;
};

const scoreRepeat = (rungs: readonly Rung[], weight: number | null): number => {
  if (rungs.length === 0) return 0;
  return rungs.every((rung) => rung.weight === weight) ? COSTS.sameAgain : COSTS.otherAgain;
};

function scoreCandidate(
  { signal, level }: Candidate,
  weight: number | null,
  { rungs, usualStake }: { readonly rungs: readonly Rung[]; readonly usualStake: number | null },
): number {
  const ladder = rungs.filter(({ id }) => id === signal.id);
  const previous = ladder.filter((rung) => rung.level < level).at(-1);
  const growth = previous && scoreGrowth(previous, level, weight);
  const guess = growth === 0 ? null : findStakeLevel(weight, usualStake);
  const isStart = ladder.length === 0;
  return (
    (isStart ? COSTS.entry : 0) +
    (isStart && level > 0 ? COSTS.lateStart : 0) +
    (growth ?? 0) +
    (guess !== null && guess !== level ? COSTS.unusualStake : 0) +
    (level > getDecidingLevel(signal) ? COSTS.decided : 0) +
    scoreRepeat(
      ladder.filter((rung) => rung.level === level),
      weight,
    )
  );
}

interface OpenRow {
  readonly row: TimedRow;
  readonly due: number;
  readonly candidates: readonly Candidate[];
}

const toKey = (rungs: readonly Rung[]): string =>
  rungs.map(({ id, level, weight }) => `${id}/${level}/${weight}`).join(' ');

function extend(
  explanations: readonly Explanation[],
  { row, due, candidates }: OpenRow,
  usualStake: number | null,
): { readonly next: readonly Explanation[]; readonly steps: readonly Step[] } {
  const byKey = new Map<string, { at: number; rungs: readonly Rung[]; cost: number }>();
  const steps: Step[] = [];
  for (const [from, { rungs, cost }] of explanations.entries()) {
    const recentRungs = rungs.filter((rung) => rung.due >= due - LEVELS.length * SLOT_MS);
    for (const candidate of candidates) {
      const added = scoreCandidate(candidate, row.weight, { rungs: recentRungs, usualStake });
      const rung = { id: candidate.signal.id, level: candidate.level, weight: row.weight, due };
      // Retains one rung per level, because thousands of rows may have the same time.
      const isOtherRung = (other: Rung) => other.id !== rung.id || other.level !== rung.level;
      const rungsAfter = [...recentRungs.filter(isOtherRung), rung];
      const key = toKey(rungsAfter);
      const entry = byKey.get(key) ?? { at: byKey.size, rungs: rungsAfter, cost: Infinity };
      entry.cost = Math.min(entry.cost, cost + added);
      byKey.set(key, entry);
      steps.push({ from, to: entry.at, candidate, cost: added });
    }
  }
  return { next: [...byKey.values()], steps };
}

function prune(
  next: readonly Explanation[],
  steps: readonly Step[],
): { readonly next: readonly Explanation[]; readonly steps: readonly Step[] } {
  if (next.length <= MAX_EXPLANATIONS) return { next, steps };
  const order = next.map((_, index) => index).sort((a, b) => getCost(next, a) - getCost(next, b));
  const places = new Map(order.slice(0, MAX_EXPLANATIONS).map((index, place) => [index, place]));
  return {
    next: [...places.keys()].flatMap((index) => next[index] ?? []),
    steps: steps.flatMap((step) => {
      const to = places.get(step.to);
      return to === undefined ? [] : [{ ...step, to }];
    }),
  };
}

const getCost = (explanations: readonly Explanation[], index: number): number =>
  explanations[index]?.cost ?? Infinity;

/**
 * Matches rows that fit several signals by the cheapest explanation: ladders with growing stakes,
 * few entries, and nothing after the deciding level. If another explanation is nearly as good, the
 * row is undecided.
 * @returns each row's match, and the cost of the best explanation
 */
function explain(
  group: readonly OpenRow[],
  usualStake: number | null,
): { readonly matches: readonly Match[]; readonly cost: number } {
  const layers: (readonly Explanation[])[] = [[{ rungs: [], cost: 0 }]];
  const stepLayers: (readonly Step[])[] = [];
  for (const openRow of group) {
    const extended = extend(layers.at(-1) ?? [], openRow, usualStake);
    const { next, steps } = prune(extended.next, extended.steps);
    layers.push(next);
    stepLayers.push(steps);
  }
  let remainingCosts = (layers.at(-1) ?? []).map(() => 0);
  const cost = Math.min(...(layers.at(-1) ?? []).map((explanation) => explanation.cost));
  const matches: Match[] = [];
  for (let index = group.length - 1; index >= 0; index -= 1) {
    const explanations = layers[index] ?? [];
    const totals = new Map<Candidate, number>();
    const costs = explanations.map(() => Infinity);
    for (const step of stepLayers[index] ?? []) {
      const onward = step.cost + (remainingCosts[step.to] ?? Infinity);
      const total = getCost(explanations, step.from) + onward;
      totals.set(step.candidate, Math.min(totals.get(step.candidate) ?? Infinity, total));
      costs[step.from] = Math.min(costs[step.from] ?? Infinity, onward);
    }
    matches.unshift(decide(group[index]?.candidates ?? [], totals));
    remainingCosts = costs;
  }
  return { matches, cost };
}

function decide(candidates: readonly Candidate[], totals: ReadonlyMap<Candidate, number>): Match {
  const [best, second] = [...candidates].sort(
    (a, b) => (totals.get(a) ?? Infinity) - (totals.get(b) ?? Infinity),
  );
  if (!best) return { kind: 'none' };
  const margin = second
    ? (totals.get(second) ?? Infinity) - (totals.get(best) ?? Infinity)
    : Infinity;
  return margin > MIN_MARGIN
    ? { kind: 'fits', candidate: best }
    : { kind: 'undecided', candidates };
}

const USUAL_STAKE = { rows: 2, share: 0.6 } as const;

function findUsualStake(rows: readonly OpenRow[]): number | null {
  const weights = rows.flatMap(({ row, candidates }) =>
    candidates.every(({ level }) => level === 0) ? (row.weight ?? []) : [],
  );
  const counts = new Map<number, number>();
  for (const weight of weights) counts.set(weight, (counts.get(weight) ?? 0) + 1);
  const [usual] = [...counts].sort(([, countA], [, countB]) => countB - countA);
  if (!usual || usual[1] < USUAL_STAKE.rows || usual[1] < USUAL_STAKE.share * weights.length)
    return null;
  return usual[0];
}

function* splitIntoGroups(rows: readonly OpenRow[]): Generator<readonly OpenRow[]> {
  let group: OpenRow[] = [];
  for (const row of rows) {
    const lastRow = group.at(-1);
    if (lastRow && row.due - lastRow.due >= LEVELS.length * SLOT_MS) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

/**
 * Matches each row to a received signal of its pair and direction that had a level due at the row's
 * time.
 * @returns matches by line, and the cost of the explanation
 */
export function matchRows(
  rows: readonly TimedRow[],
  received: SignalsByEntryTime,
): { readonly matches: ReadonlyMap<number, Match>; readonly cost: number } {
  const matches = new Map<number, Match>();
  const sides = new Map<string, OpenRow[]>();
  for (const row of rows) {
    const candidates = findCandidates(row, received);
    const [candidate] = candidates;
    matches.set(row.line, { kind: 'none' });
    if (!candidate) continue;
    // Clocks were put back, so this time occurred twice and the row is ambiguous.
    if (row.times.length > 1) {
      matches.set(row.line, { kind: 'undecided', candidates });
      continue;
    }
    const due = getFirstEntryTime(candidate.signal) + candidate.level * SLOT_MS;
    const side = `${row.pair} ${row.direction}`;
    const open = sides.get(side);
    if (open) open.push({ row, due, candidates });
    else sides.set(side, [{ row, due, candidates }]);
  }
  const usualStake = findUsualStake([...sides.values()].flat());
  let cost = 0;
  for (const open of sides.values()) {
    open.sort((a, b) => a.due - b.due || a.row.line - b.row.line);
    for (const group of splitIntoGroups(open)) {
      const explained = explain(group, usualStake);
      cost += explained.cost;
      for (const [index, match] of explained.matches.entries()) {
        const line = group[index]?.row.line;
        if (line !== undefined) matches.set(line, match);
      }
    }
  }
  return { matches, cost };
}
