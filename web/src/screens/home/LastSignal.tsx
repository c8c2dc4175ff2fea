import { formatMoment } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import type { PublicRecord } from '@quantalgo/contracts/record/endpoints';
import {
  type RecordSummary,
  roundWon,
  summariseRecord,
} from '@quantalgo/contracts/signals/sentence';
import { useZone } from '../../core/zone';
import { serverNow } from '../../data/core/clock';
import { usePublicRecord } from '../../data/record/publicRecord';
import { usePayout } from '../../data/settings/payout';
import { Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { OutcomeChip } from '../../ui/instruments/Marks';
import { TextLink } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';

/** Uses the public record, because locked members receive no signals. */
export function LastSignal({ className }: { className: string }) {
  const { data, loading } = usePublicRecord();
  if (!data && loading) return <Skeleton className={`h-37 rounded-lg ${className}`} />;
  return (
    <Panel
      title="Latest public signal"
      className={className}
      aside={data?.latest && <SettledAt at={Date.parse(data.latest.settlement.settledAt)} />}
    >
      {data?.latest ? (
        <SettledSignal latest={data.latest} />
      ) : (
        <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          {data
            ? 'No signal has a result yet.'
            : 'The public record couldn’t be loaded. Please try again later.'}
        </p>
      )}
      {data && <RecordLine record={data} />}
    </Panel>
  );
}

const SettledAt = ({ at }: { at: number }) => (
  <span translate="no" className="text-sm text-muted tabular-nums">
    {formatMoment(at, serverNow(), useZone())}
  </span>
);

const SettledSignal = ({ latest }: { latest: NonNullable<PublicRecord['latest']> }) => (
  <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2">
    <span translate="no" className="text-lg font-semibold tracking-tight">
      {formatPair(latest.sealed.pair)}
    </span>
    <DirectionMark direction={latest.sealed.direction} />
    <span className="ml-auto">
      {latest.entered === false ? (
        <Chip tone="flat">No-go</Chip>
      ) : (
        <OutcomeChip outcome={latest.settlement.outcome} />
      )}
    </span>
  </p>
);

function describeWins({ won, wins, moved, hasRate, needed }: RecordSummary): string {
  if (won === null) return 'No results yet.';
  return hasRate
    ? `Right ${roundWon(won, needed)} times in 100 so far.`
    : `Right ${wins} of ${moved} times so far.`;
}

function RecordLine({ record }: { record: PublicRecord }) {
  const summary = summariseRecord(record.performance, usePayout());
  const needed = Math.ceil(summary.needed);
  return (
    <p className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line-soft px-4 py-1.5 text-sm text-muted">
      <span className="min-w-0 flex-1 basis-40 tabular-nums">
        <span>{`${describeWins(summary)} You need ${needed} in 100.`}</span>
        {record.performance.demonstration && <span> Demonstration data.</span>}
      </span>
      <TextLink to={PATHS.verify} className="inline-flex min-h-11 items-center">
        Verify
      </TextLink>
    </p>
  );
}
