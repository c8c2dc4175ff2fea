import { HOUR_MS, type Zone } from '../core/time';
import {
  type CountedTrade,
  type ResultSum,
  type Significance,
  significanceOf,
  sumOfTrades,
} from './results';

/** By what results are looked at. */
export const RESULT_GROUPS = ['broker', 'pair', 'hour', 'verdict', 'tag'] as const;

export type ResultGrouping = (typeof RESULT_GROUPS)[number];

const hourOf = (at: number, { aheadMs }: Zone): string =>
  String(Math.floor((at + aheadMs(at)) / HOUR_MS) % 24).padStart(2, '0');

/** The names under which a trade is counted; empty for what isn't written down. An entry may have several tags. */
function namesOf(by: ResultGrouping, { pair, at, entry }: CountedTrade, zone: Zone) {
  if (by === 'broker') return [entry.broker];
  if (by === 'pair') return [pair ?? ''];
  if (by === 'hour') return [hourOf(at, zone)];
  if (by === 'verdict') return [entry.verdict ?? ''];
  return entry.tags.length === 0 ? [''] : entry.tags;
}

/** Trades of one name. */
export interface ResultGroup {
  /** A broker, a pair, an hour of the zone (`00` to `23`), a verdict, a tag; empty where none is written down. */
  readonly name: string;
  readonly sum: ResultSum;
  /** What it tells, among as many groups as there are. */
  readonly significance: Significance;
}

/** The results by name: hours in their order, all others the most money first. @param payout see {@link significanceOf} */
export function groupResults(
  by: ResultGrouping,
  trades: readonly CountedTrade[],
  { zone, payout }: { readonly zone: Zone; readonly payout: number },
): ResultGroup[] {
  const groups = new Map<string, CountedTrade[]>();
  for (const trade of trades)
    for (const name of namesOf(by, trade, zone)) {
      const group = groups.get(name);
      if (group) group.push(trade);
      else groups.set(name, [trade]);
    }
  const told = [...groups].map(([name, group]) => {
    const sum = sumOfTrades(group);
    return { name, sum, significance: significanceOf(sum, payout, groups.size) };
  });
  return told.sort((one, other) =>
    by === 'hour'
      ? one.name.localeCompare(other.name)
      : other.sum.staked - one.sum.staked || one.name.localeCompare(other.name),
  );
}
