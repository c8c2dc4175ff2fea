import { formatCount, formatDate, formatDecimal } from '@quantalgo/contracts/core/format';
import {
  type AsideReason,
  strategiesEndpoints,
  type StrategyOverview,
  type StrategyRecord,
} from '@quantalgo/contracts/record/strategyEndpoints';
import { formatStrategy } from '@quantalgo/contracts/signals/words';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useZone } from '../../core/zone';
import { readPublic } from '../../data/core/readPublic';
import { createRequestCache, useRequest } from '../../data/core/useRequest';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { Skeleton } from '../../ui/Loading';
import { EntryOddsNote } from './EntryOddsNote';

const cache = createRequestCache<StrategyOverview>();

const { strategies } = strategiesEndpoints;

const ASIDE_TEXT: Readonly<
  Record<AsideReason, { readonly chip: string; readonly reason: string }>
> = {
  record: {
    chip: 'Put aside',
    reason:
      'It won significantly fewer first entries than a coin flip would, so it publishes nothing until it recovers.',
  },
  trial: {
    chip: 'On trial',
    reason:
      'It publishes nothing until it wins significantly more first entries than a coin flip would.',
  },
  forecasts: {
    chip: 'Put aside',
    reason: 'Its forecasts were off, so it publishes nothing until they are accurate again.',
  },
};

const describeFirstEntries = ({ moved, won }: StrategyRecord): string =>
  moved === 0
    ? 'No results counted yet.'
    : `Won ${formatDecimal((100 * won) / moved)}% of ${formatCount(moved)} first entries, not counting flat ones.`;

function Strategy({ strategy }: { strategy: StrategyRecord }) {
  const zone = useZone();
  const { id, audiences, aside } = strategy;
  return (
    <li className="grid gap-1 border-t border-line-soft px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold">{formatStrategy(id)}</span>
        {aside ? (
          <Chip tone="flat">{ASIDE_TEXT[aside.reason].chip}</Chip>
        ) : (
          <span className="text-muted">
            {audiences.includes('basic') ? 'All members' : 'Essential'}
          </span>
        )}
      </p>
      <p className="text-muted tabular-nums">{describeFirstEntries(strategy)}</p>
      {aside && (
        <p className="text-muted">
          {`Since ${formatDate(Date.parse(aside.since), zone)}. ${ASIDE_TEXT[aside.reason].reason}`}
        </p>
      )}
    </li>
  );
}

/** They share one row, because only names and dates would differ. */
const isUncountedTrial = ({ moved, aside }: StrategyRecord): boolean =>
  moved === 0 && aside?.reason === 'trial';

const UncountedTrials = ({ records }: { records: readonly StrategyRecord[] }) => (
  <li className="grid gap-1 border-t border-line-soft px-4 py-3 text-sm text-muted">
    <p>
      {`On trial, no results counted yet: ${records.map(({ id }) => formatStrategy(id)).join(', ')}.`}
    </p>
    <p>
      A strategy on trial publishes nothing until it wins significantly more first entries than a
      coin flip would.
    </p>
  </li>
);

const Strategies = ({ records }: { records: readonly StrategyRecord[] }) => {
  const uncountedTrials = records.filter(isUncountedTrial);
  return (
    <ul>
      {records
        .filter((strategy) => !isUncountedTrial(strategy))
        .map((strategy) => (
          <Strategy key={strategy.id} strategy={strategy} />
        ))}
      {uncountedTrials.length > 0 && <UncountedTrials records={uncountedTrials} />}
      {records.length === 0 && (
        <li className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          No strategies are ready yet.
        </li>
      )}
    </ul>
  );
};

function StrategyList() {
  const { data, failure, reload } = useRequest(async () => (await readPublic(strategies)).data, {
    cache,
    failure: { fallback: strategies.failure },
  });
  if (data)
    return (
      <>
        <Strategies records={data.strategies} />
        <EntryOddsNote record={data.entryOdds} />
      </>
    );
  if (failure === null) return <Skeleton className="m-4 h-40 rounded-lg" />;
  return (
    <div className="grid justify-items-start gap-3 border-t border-line-soft p-4 text-sm text-muted">
      <p>{failure}</p>
      <Button size="small" onClick={reload}>
        Try again
      </Button>
    </div>
  );
}

/** A row that expands to all strategies, including those that currently publish nothing. */
export function StrategyRecords() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card as="div" className="overflow-hidden">
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-13 list-none items-center gap-3 px-4 py-2 text-sm font-semibold hover:bg-sunk [&::-webkit-details-marker]:hidden">
          <span className="flex-1">Strategies and their records</span>
          <ChevronRight
            size={18}
            aria-hidden
            className="shrink-0 text-muted transition-transform group-open:rotate-90"
          />
        </summary>
        {isOpen && <StrategyList />}
      </details>
    </Card>
  );
}
