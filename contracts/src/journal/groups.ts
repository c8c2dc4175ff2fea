import { HOUR_MS, type Zone } from '../core/time';
import {
  type CountedTrade,
  type ResultSum,
  type Significance,
  assessSignificance,
  sumTrades,
} from './results';

export const RESULT_GROUPS = ['broker', 'pair', 'hour', 'verdict', 'tag'] as const;

export type ResultGrouping = (typeof RESULT_GROUPS)[number];

const formatHour = (at: number, { utcOffsetMs }: Zone): string =>
  String(Math.floor((at + utcOffsetMs(at)) / HOUR_MS) % 24).padStart(2, '0');

function getGroupKeys(by: ResultGrouping, { pair, at, entry }: CountedTrade, zone: Zone) {
  if (by === 'broker') return [entry.broker];
  if (by === 'pair') return [pair ?? ''];
  if (by === 'hour') return [formatHour(at, zone)];
  if (by === 'verdict') return [entry.verdict ?? ''];
  return entry.tags.length === 0 ? [''] : entry.tags;
}

export interface ResultGroup {
  readonly name: string;
  readonly sum: ResultSum;
  readonly significance: Significance;
}

/** Hours in order, other groups by stake, largest first. */
export function groupResults(
  by: ResultGrouping,
  trades: readonly CountedTrade[],
  { zone, payout }: { readonly zone: Zone; readonly payout: number },
): ResultGroup[] {
  const groups = new Map<string, CountedTrade[]>();
  for (const trade of trades)
    for (const name of getGroupKeys(by, trade, zone)) {
      const group = groups.get(name);
      if (group) group.push(trade);
      else groups.set(name, [trade]);
    }
  const summaries = [...groups].map(([name, group]) => {
    const sum = sumTrades(group);
    return { name, sum, significance: assessSignificance(sum, payout, groups.size) };
  });
  return summaries.sort((a, b) =>
    by === 'hour'
      ? a.name.localeCompare(b.name)
      : b.sum.staked - a.sum.staked || a.name.localeCompare(b.name),
  );
}
