import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { LEVELS, STAKE_FACTOR } from '@quantalgo/contracts/signals/ladder';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { entryOf, type SignalDigest } from '../../storage/digests';

/** A row may be this early (ms), or this late, for the level that it belongs to. */
const EARLY_MS = 30_000;
const LATE_MS = 4 * 60_000;

/** A row as matching sees it; several times where a clock was put back over it. */
export interface Timed {
  readonly line: number;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly times: readonly number[];
  /** Stake or lots; null where unknown. */
  readonly weight: number | null;
}

/** A level of a received signal to which a row may belong. */
export interface Candidate {
  readonly signal: SignalDigest;
  readonly level: number;
  /** Of the row (epoch ms). */
  readonly at: number;
}

/** Where a row belongs. `undecided`: to one of several, and nothing tells to which. */
export type Match =
  | { readonly kind: 'fits'; readonly candidate: Candidate }
  | { readonly kind: 'undecided'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'none' };

/** Received signals by the time of their first entry: a slot has one. */
export type Received = ReadonlyMap<number, SignalDigest>;

export const toReceived = (signals: Iterable<SignalDigest>): Received =>
  new Map([...signals].map((signal) => [entryOf(signal), signal]));

/** The time (epoch ms) at which a level was due to which a row of this time belongs; null if it is too early or too late. */
function dueTime(at: number): number | null {
  const due = Math.floor((at + EARLY_MS) / SLOT_MS) * SLOT_MS;
  return at - due <= LATE_MS ? due : null;
}

type Sided = Omit<Timed, 'line' | 'weight'>;

const isOn = (signal: SignalDigest | undefined, { pair, direction }: Sided): boolean =>
  signal?.pair === pair && signal.direction === direction;

/** True if a row has candidates. Without any list: it is asked of every row in every zone. */
export const hasCandidate = (row: Sided, received: Received): boolean =>
  row.times.some((at) => {
    const due = dueTime(at);
    return due !== null && LEVELS.some((level) => isOn(received.get(due - level * SLOT_MS), row));
  });

/** The levels of received signals for the row's pair and direction that were due at its time, newest signal first. */
function findCandidates(row: Sided, received: Received): Candidate[] {
  return row.times.flatMap((at) => {
    const due = dueTime(at);
    if (due === null) return [];
    return LEVELS.flatMap((level) => {
      const signal = received.get(due - level * SLOT_MS);
      return signal && isOn(signal, row) ? [{ signal, level, at }] : [];
    });
  });
}

/** A row in a ladder, as far as it matters for the rows after it. */
interface Rung {
  readonly id: string;
  readonly level: number;
  readonly weight: number | null;
  readonly due: number;
}

/** How a group of rows may be explained: the rungs of the last fifteen minutes, and what it costs to believe it. */
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

/** What makes an explanation worse, in entries that it needs more. */
const COSTS = {
  entry: 1,
  /** A ladder whose first level isn't in the file. */
  lateStart: 0.5,
  /** A stake that isn't known, that grew by another factor than the ladder's, or that didn't grow. */
  unknownStake: 0.5,
  otherGrowth: 1,
  noGrowth: 1.5,
  /** A stake that would usually be another level’s. */
  unusualStake: 1.5,
  /** A level after the one that decided the signal. */
  decided: 3,
  /** A second trade at one level, of the same stake or of another. */
  sameAgain: 0.5,
  otherAgain: 1.5,
} as const;

/** An explanation must be better than any other by this much. */
const MARGIN = 0.999;

/** Most explanations that are followed at once: more are alike. */
const MAX_EXPLANATIONS = 256;

/** Growth per level that is the ladder's, and that may be another one. */
const LADDER_GROWTH = [0.85 * STAKE_FACTOR, 1.15 * STAKE_FACTOR] as const;
const SOME_GROWTH = [1.3, 3.5] as const;

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most;

function growthCost(before: Rung, level: number, weight: number | null): number {
  const levels = level - before.level;
  if (before.weight === null || weight === null) return COSTS.unknownStake;
  const growth = (weight / before.weight) ** (1 / levels);
  if (isWithin(growth, LADDER_GROWTH)) return 0;
  // No worse than a trade of its own, which fits by chance.
  const cost = isWithin(growth, SOME_GROWTH) ? COSTS.otherGrowth : COSTS.noGrowth;
  return Math.min(levels * cost, COSTS.entry + COSTS.lateStart);
}

/** The level that a stake is, where `first` is the usual first one; null where it is none. */
function levelOfStake(weight: number | null, first: number | null): number | null {
  if (weight === null || first === null) return null;
  const level = LEVELS.find((one) => Math.abs(weight / (first * STAKE_FACTOR ** one) - 1) <= 0.12);
  return level ?? null;
}

/** The level that ended a signal by the record; infinite while that isn't known. */
const lastLevel = ({ ending }: SignalDigest): number => {
  if (!ending || ending.outcome === 'loss') return Infinity;
  return ending.outcome === 'profit' ? (ending.level ?? Infinity) : 0;
};

const againCost = (rungs: readonly Rung[], weight: number | null): number => {
  if (rungs.length === 0) return 0;
  return rungs.every((rung) => rung.weight === weight) ? COSTS.sameAgain : COSTS.otherAgain;
};

function costOf(
  { signal, level }: Candidate,
  weight: number | null,
  { rungs, first }: { readonly rungs: readonly Rung[]; readonly first: number | null },
): number {
  const ladder = rungs.filter(({ id }) => id === signal.id);
  const before = ladder.filter((rung) => rung.level < level).at(-1);
  const growth = before && growthCost(before, level, weight);
  const guess = growth === 0 ? null : levelOfStake(weight, first);
  const isStart = ladder.length === 0;
  return (
    (isStart ? COSTS.entry : 0) +
    (isStart && level > 0 ? COSTS.lateStart : 0) +
    (growth ?? 0) +
    (guess !== null && guess !== level ? COSTS.unusualStake : 0) +
    (level > lastLevel(signal) ? COSTS.decided : 0) +
    againCost(
      ladder.filter((rung) => rung.level === level),
      weight,
    )
  );
}

/** A row with its candidates; all of one group are for the same pair and direction. */
interface Open {
  readonly row: Timed;
  readonly due: number;
  readonly candidates: readonly Candidate[];
}

const keyOf = (rungs: readonly Rung[]): string =>
  rungs.map(({ id, level, weight }) => `${id}/${level}/${weight}`).join(' ');

function extend(
  explanations: readonly Explanation[],
  { row, due, candidates }: Open,
  first: number | null,
): { readonly next: readonly Explanation[]; readonly steps: readonly Step[] } {
  const byKey = new Map<string, { at: number; rungs: readonly Rung[]; cost: number }>();
  const steps: Step[] = [];
  for (const [from, { rungs, cost }] of explanations.entries()) {
    const near = rungs.filter((rung) => rung.due >= due - LEVELS.length * SLOT_MS);
    for (const candidate of candidates) {
      const added = costOf(candidate, row.weight, { rungs: near, first });
      const rung = { id: candidate.signal.id, level: candidate.level, weight: row.weight, due };
      // One rung a level: a thousand rows at one time must not make a thousand rungs.
      const isOther = (one: Rung) => one.id !== rung.id || one.level !== rung.level;
      const after = [...near.filter(isOther), rung];
      const key = keyOf(after);
      const known = byKey.get(key) ?? { at: byKey.size, rungs: after, cost: Infinity };
      known.cost = Math.min(known.cost, cost + added);
      byKey.set(key, known);
      steps.push({ from, to: known.at, candidate, cost: added });
    }
  }
  return { next: [...byKey.values()], steps };
}

/** Leaves the best explanations, and the steps that lead to them. */
function prune(
  next: readonly Explanation[],
  steps: readonly Step[],
): { readonly next: readonly Explanation[]; readonly steps: readonly Step[] } {
  if (next.length <= MAX_EXPLANATIONS) return { next, steps };
  const order = next
    .map((_, at) => at)
    .sort((one, other) => costAt(next, one) - costAt(next, other));
  const places = new Map(order.slice(0, MAX_EXPLANATIONS).map((at, place) => [at, place]));
  return {
    next: [...places.keys()].flatMap((at) => next[at] ?? []),
    steps: steps.flatMap((step) => {
      const to = places.get(step.to);
      return to === undefined ? [] : [{ ...step, to }];
    }),
  };
}

const costAt = (explanations: readonly Explanation[], at: number): number =>
  explanations[at]?.cost ?? Infinity;

/**
 * Decides rows that fit several signals by what explains all of them best: ladders with growing stakes, few entries,
 * nothing after the level that decided a signal. Two explanations that are nearly as good decide nothing.
 * @returns the match of each row, and the cost of the best explanation
 */
function explain(
  group: readonly Open[],
  first: number | null,
): { readonly matches: readonly Match[]; readonly cost: number } {
  const layers: (readonly Explanation[])[] = [[{ rungs: [], cost: 0 }]];
  const stepsOf: (readonly Step[])[] = [];
  for (const open of group) {
    const extended = extend(layers.at(-1) ?? [], open, first);
    const { next, steps } = prune(extended.next, extended.steps);
    layers.push(next);
    stepsOf.push(steps);
  }
  let after = (layers.at(-1) ?? []).map(() => 0);
  const cost = Math.min(...(layers.at(-1) ?? []).map((one) => one.cost));
  const matches: Match[] = [];
  for (let at = group.length - 1; at >= 0; at -= 1) {
    const before = layers[at] ?? [];
    const totals = new Map<Candidate, number>();
    const rest = before.map(() => Infinity);
    for (const step of stepsOf[at] ?? []) {
      const onward = step.cost + (after[step.to] ?? Infinity);
      const total = costAt(before, step.from) + onward;
      totals.set(step.candidate, Math.min(totals.get(step.candidate) ?? Infinity, total));
      rest[step.from] = Math.min(rest[step.from] ?? Infinity, onward);
    }
    matches.unshift(decide(group[at]?.candidates ?? [], totals));
    after = rest;
  }
  return { matches, cost };
}

function decide(candidates: readonly Candidate[], totals: ReadonlyMap<Candidate, number>): Match {
  const [best, second] = [...candidates].sort(
    (one, other) => (totals.get(one) ?? Infinity) - (totals.get(other) ?? Infinity),
  );
  if (!best) return { kind: 'none' };
  const margin = second
    ? (totals.get(second) ?? Infinity) - (totals.get(best) ?? Infinity)
    : Infinity;
  return margin > MARGIN ? { kind: 'fits', candidate: best } : { kind: 'undecided', candidates };
}

/** How often a first stake must come, as a number and as a share, to be the usual one. */
const USUAL = { rows: 2, share: 0.6 } as const;

/** The usual first stake, by rows that can be first entries only; null where there is none. */
function usualStake(rows: readonly Open[]): number | null {
  const weights = rows.flatMap(({ row, candidates }) =>
    candidates.every(({ level }) => level === 0) ? (row.weight ?? []) : [],
  );
  const counts = new Map<number, number>();
  for (const weight of weights) counts.set(weight, (counts.get(weight) ?? 0) + 1);
  const [usual] = [...counts].sort(([, often], [, oftener]) => oftener - often);
  if (!usual || usual[1] < USUAL.rows || usual[1] < USUAL.share * weights.length) return null;
  return usual[0];
}

/** Rows that could share a signal, oldest first. */
function* toGroups(open: readonly Open[]): Generator<readonly Open[]> {
  let group: Open[] = [];
  for (const one of open) {
    const last = group.at(-1);
    if (last && one.due - last.due >= LEVELS.length * SLOT_MS) {
      yield group;
      group = [];
    }
    group.push(one);
  }
  if (group.length > 0) yield group;
}

/**
 * Where each row belongs: to a received signal of its pair and direction, one of whose levels was due at its time.
 * @returns by line, and how unlikely it is all in all
 */
export function matchRows(
  rows: readonly Timed[],
  received: Received,
): { readonly matches: ReadonlyMap<number, Match>; readonly cost: number } {
  const matches = new Map<number, Match>();
  const sides = new Map<string, Open[]>();
  for (const row of rows) {
    const candidates = findCandidates(row, received);
    const [candidate] = candidates;
    matches.set(row.line, { kind: 'none' });
    if (!candidate) continue;
    // A clock that was put back showed the row's time twice, and nothing tells which is meant.
    if (row.times.length > 1) {
      matches.set(row.line, { kind: 'undecided', candidates });
      continue;
    }
    const due = entryOf(candidate.signal) + candidate.level * SLOT_MS;
    const side = `${row.pair} ${row.direction}`;
    const open = sides.get(side);
    if (open) open.push({ row, due, candidates });
    else sides.set(side, [{ row, due, candidates }]);
  }
  const first = usualStake([...sides.values()].flat());
  let cost = 0;
  for (const open of sides.values()) {
    open.sort((one, other) => one.due - other.due || one.row.line - other.row.line);
    for (const group of toGroups(open)) {
      const explained = explain(group, first);
      cost += explained.cost;
      for (const [at, match] of explained.matches.entries()) {
        const line = group[at]?.row.line;
        if (line !== undefined) matches.set(line, match);
      }
    }
  }
  return { matches, cost };
}
