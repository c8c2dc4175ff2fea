import type { Performance, Probability } from '@quantalgo/contracts';
import { RISK_LINE } from '../../../content/onboarding';
import { usePerformance } from '../../../data/signals/useSignals';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { Skeleton } from '../../../ui/Loading';
import { useFirstRead } from './useFirstRead';

const countText = (count: number) => count.toLocaleString('en-GB');
const rangeText = ({ low, high }: Probability) => `${low.toFixed(1)} – ${high.toFixed(1)} · `;
const slotsText = (count: number) => `${countText(count)} missed ${count === 1 ? 'slot' : 'slots'}`;

interface RateProps {
  label: string;
  /** Null before the first settled signal, undefined while the record is read. */
  range: Probability | null | undefined;
  /** What a coin would score. */
  coin: string;
}

const Rate = ({ label, range, coin }: RateProps) => (
  <div className="flex h-17.5 items-center justify-between gap-3 border-t border-line-soft px-4">
    <dt className="grid text-sm text-muted">
      {label}
      <span className="text-xs text-faint tabular-nums">
        {range && rangeText(range)}coin {coin}
      </span>
    </dt>
    <dd className="text-lg font-semibold tracking-tight tabular-nums">
      {range === undefined ? <Skeleton className="h-6.5 w-20" /> : <Percent of={range} />}
    </dd>
  </div>
);

const Percent = ({ of: rate }: { of: Probability | null }) =>
  rate ? `${rate.value.toFixed(1)} %` : '–';

const Figures = ({ record }: { record: Performance | undefined }) => (
  <>
    <dl>
      <Rate label="First entry wins" range={record?.firstEntryRange} coin="50" />
      <Rate label="Win rate, 4 levels" range={record?.winRateRange} coin="93.8" />
    </dl>
    <p className="flex h-10 items-center justify-between gap-3 border-t border-line-soft bg-sunk px-4 text-xs text-muted tabular-nums">
      {record && (
        <>
          <span>{countText(record.totalSignals)} settled</span>
          <span>{slotsText(record.missedSlots)}</span>
        </>
      )}
    </p>
  </>
);

/** The record in short, computed from what is settled. */
export function RecordSummary() {
  const stored = usePerformance();
  const record = useFirstRead() ? (stored ?? undefined) : stored;
  return (
    <div className="grid gap-3">
      <Card aria-labelledby="record" className="overflow-hidden">
        <div className="flex h-11 items-center justify-between px-4">
          <h2 id="record" className="font-semibold">
            The record
          </h2>
          {record?.demonstration === true && <Chip tone="warning">Demonstration</Chip>}
        </div>
        {record === null ? (
          <p className="border-t border-line-soft p-4 text-sm text-muted">
            Not on this device yet. It comes with the next contact to our server.
          </p>
        ) : (
          <Figures record={record} />
        )}
      </Card>
      <p className="text-xs text-muted">{RISK_LINE}</p>
    </div>
  );
}
