import type { Performance, Probability } from '@quantalgo/contracts';
import { RISK_LINE } from '../../../content/activation';
import { usePerformance } from '../../../data/signals/usePerformance';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { Skeleton } from '../../../ui/Skeleton';

const countText = (count: number) => count.toLocaleString('en-GB');
const percent = (value: number) => `${value.toFixed(1)} %`;

function Rate({ label, range, coin }: { label: string; range: Probability | null; coin: string }) {
  return (
    <div className="flex h-17.5 items-center justify-between gap-3 border-t border-line-soft px-4">
      <dt className="grid text-sm text-muted">
        {label}
        <span className="text-xs text-faint tabular-nums">
          {range && `${range.low.toFixed(1)} – ${range.high.toFixed(1)} · `}coin {coin}
        </span>
      </dt>
      <dd className="text-lg font-semibold tracking-tight tabular-nums">
        {range ? percent(range.value) : '–'}
      </dd>
    </div>
  );
}

const Figures = ({ record }: { record: Performance }) => (
  <>
    <dl>
      <Rate label="First entry wins" range={record.firstEntryRange} coin="50" />
      <Rate label="Win rate, 4 levels" range={record.winRateRange} coin="93.8" />
    </dl>
    <p className="flex justify-between gap-3 border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted tabular-nums">
      <span>{countText(record.totalSignals)} settled</span>
      <span>
        {countText(record.missedSlots)} missed {record.missedSlots === 1 ? 'slot' : 'slots'}
      </span>
    </p>
  </>
);

/** The record in short, computed from what is settled. */
export function RecordSummary() {
  const record = usePerformance();
  return (
    <div className="grid gap-3">
      <Card aria-labelledby="record" className="overflow-hidden">
        <div className="flex h-11 items-center justify-between px-4">
          <h2 id="record" className="font-semibold">
            The record
          </h2>
          {record?.demonstration === true && <Chip tone="warning">Demonstration</Chip>}
        </div>
        {record === undefined && <Skeleton className="m-4 h-36" />}
        {record === null && (
          <p className="border-t border-line-soft p-4 text-sm text-muted">
            Not on this device yet. It comes with the next contact to our server.
          </p>
        )}
        {record && <Figures record={record} />}
      </Card>
      <p className="text-xs text-muted">{RISK_LINE}</p>
    </div>
  );
}
