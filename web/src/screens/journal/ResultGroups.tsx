import type { Zone } from '@quantalgo/contracts/core/time';
import {
  groupResults,
  RESULT_GROUPS,
  type ResultGroup,
  type ResultGrouping,
} from '@quantalgo/contracts/journal/groups';
import { type CountedTrade, computeChanceRange } from '@quantalgo/contracts/journal/results';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { VERDICTS } from '@quantalgo/contracts/signals/verdict';
import { VERDICT_TEXT } from '@quantalgo/contracts/signals/verdictText';
import { useMemo, useState } from 'react';
import { usePayout } from '../../data/settings/payout';
import { serverNow } from '../../data/core/clock';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Choices } from '../../ui/Choices';
import { describeBasis, formatCentsRange, formatResultMoney, getResultTone } from './resultText';

const GROUPING_LABELS: Readonly<Record<ResultGrouping, string>> = {
  broker: 'Broker',
  pair: 'Pair',
  hour: 'Hour',
  verdict: 'Verdict',
  tag: 'Tag',
};

const UNKNOWN_LABELS: Readonly<Record<ResultGrouping, string>> = {
  broker: 'No broker entered',
  pair: 'Unknown pair',
  hour: '',
  verdict: 'Signal not loaded',
  tag: 'No tag',
};

const COLLAPSED_GROUPS = 8;

function formatGroupName(grouping: ResultGrouping, name: string, zoneLabel: string): string {
  if (name === '') return UNKNOWN_LABELS[grouping];
  if (grouping === 'pair') return formatPair(name);
  if (grouping === 'hour') return `${name}:00 to ${name}:59 ${zoneLabel}`;
  if (grouping === 'verdict')
    return (
      VERDICTS.flatMap((verdict) => (verdict === name ? VERDICT_TEXT[verdict] : []))[0] ?? name
    );
  return grouping === 'tag' ? `#${name}` : name;
}

const SIGNIFICANCE_TEXTS = {
  profit: 'a profit beyond chance',
  loss: 'a loss beyond chance',
  neither: 'neither profit nor loss',
  'too-few': 'too few to tell',
} as const;

function Row({ group, name, tried }: { group: ResultGroup; name: string; tried: number }) {
  const { sum, significance } = group;
  const isConclusive = significance !== 'too-few';
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line-soft px-4 py-2.5 text-sm tabular-nums">
      <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
      <span className={isConclusive ? `font-semibold ${getResultTone(sum.cents)}` : 'text-muted'}>
        {formatResultMoney(sum.cents)}
      </span>
      <span className="flex w-full flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>{`${describeBasis(sum)} · ${SIGNIFICANCE_TEXTS[significance]}`}</span>
        <span>{formatCentsRange(computeChanceRange(sum.cents, sum, tried))}</span>
      </span>
    </li>
  );
}

function Groups({ by, groups, zone }: { by: ResultGrouping; groups: ResultGroup[]; zone: Zone }) {
  const [isExpanded, setExpanded] = useState(false);
  const label = zone.label(serverNow());
  const visibleGroups = isExpanded ? groups : groups.slice(0, COLLAPSED_GROUPS);
  return (
    <>
      <ul aria-label={`By ${GROUPING_LABELS[by].toLowerCase()}`}>
        {visibleGroups.map((group) => (
          <Row
            key={group.name}
            group={group}
            name={formatGroupName(by, group.name, label)}
            tried={groups.length}
          />
        ))}
      </ul>
      {visibleGroups.length < groups.length && (
        <div className="border-t border-line-soft p-3">
          <Button size="small" className="w-full" onClick={() => setExpanded(true)}>
            {`Show all ${groups.length}`}
          </Button>
        </div>
      )}
    </>
  );
}

export function ResultGroups({ trades }: { trades: readonly CountedTrade[] }) {
  const zone = useZone();
  const payout = usePayout();
  const [grouping, setGrouping] = useState<ResultGrouping>('pair');
  const groups = useMemo(
    () => groupResults(grouping, trades, { zone, payout }),
    [grouping, trades, zone, payout],
  );
  return (
    <Panel title="Where your result came from">
      <div className="px-4 pb-3">
        <Choices
          hideLabel
          label="By"
          options={RESULT_GROUPS}
          value={grouping}
          labels={GROUPING_LABELS}
          onChange={setGrouping}
        />
      </div>
      <Groups key={grouping} by={grouping} groups={groups} zone={zone} />
      <p className="border-t border-line-soft px-4 py-3 text-xs text-pretty text-muted">
        {`95% intervals, widened because ${groups.length} groups are compared: among many, the best looks good by chance.`}
      </p>
    </Panel>
  );
}
