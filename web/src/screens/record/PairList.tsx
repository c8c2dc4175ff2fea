import { formatCount, formatDecimal } from '@quantalgo/contracts/core/format';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import type { Payouts } from '@quantalgo/contracts/signals/payout';
import { formatStrategy } from '@quantalgo/contracts/signals/words';
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Dialog } from '../../ui/Dialog';
import { SheetHead } from '../../ui/SheetHead';
import {
  computeMatrix,
  hasEnoughResults,
  type MatrixRow,
  type RatedRow,
  type SettledDigest,
} from './figures';
import { RatesPanel, TimesPanel } from './Rates';

interface PairListProps {
  /** One row per pair, with its display name. */
  readonly rows: readonly MatrixRow[];
  /** Oldest first. */
  readonly signals: readonly SettledDigest[];
  readonly payouts: Payouts;
  /** First-entry rate that breaks even, in percent. */
  readonly need: number;
  readonly onFilter: (pair: string) => void;
}

export function PairList({ rows, signals, payouts, need, onFilter }: PairListProps) {
  const [openName, setOpenName] = useState<string | null>(null);
  const sortedRows = useMemo(() => [...rows].sort((a, b) => b.settled - a.settled), [rows]);
  const scale = createScale(sortedRows, need);
  const close = () => setOpenName(null);
  return (
    <Panel
      title="By pair"
      aside={
        <span className="text-xs text-muted">
          first entries won; <span className="text-amber">line: what you need</span>
        </span>
      }
    >
      <ul>
        {sortedRows.map((row) => (
          <li key={row.name} className="border-t border-line-soft">
            <PairRow row={row} scale={scale} onOpen={() => setOpenName(row.name)} />
          </li>
        ))}
      </ul>
      <p className="border-t border-line-soft px-4 py-3 text-xs text-muted">
        The bar shows where the true rate may lie. Tap a pair for rates by strategy and time.
      </p>
      <Dialog open={openName !== null} onClose={close} label={openName ?? 'Pair'} place="sheet">
        {openName !== null && (
          <PairDetails
            name={openName}
            signals={signals}
            payouts={payouts}
            need={need}
            onClose={close}
            onFilter={onFilter}
          />
        )}
      </Dialog>
    </Panel>
  );
}

interface Scale {
  readonly need: number;
  /** Percent of the scale's width. */
  readonly toX: (percent: number) => number;
}

/** From 30 to 70%, or wider to include every rate and the break-even rate. */
function createScale(rows: readonly MatrixRow[], need: number): Scale {
  const values = rows.filter(hasEnoughResults).map(({ firstEntryRate }) => firstEntryRate.value);
  const from = Math.min(30, need - 5, ...values);
  const to = Math.max(70, need + 5, ...values);
  const toX = (percent: number) =>
    Math.min(100, Math.max(0, (100 * (percent - from)) / (to - from)));
  return { need, toX };
}

const PairRow = ({ row, scale, onOpen }: { row: MatrixRow; scale: Scale; onOpen: () => void }) => (
  <button
    type="button"
    onClick={onOpen}
    className="flex min-h-14 w-full flex-wrap items-center gap-x-3 px-4 text-left hover:bg-sunk"
  >
    <span className="w-22 py-1.5">
      <span translate="no" className="block text-sm font-semibold">
        {row.name}
      </span>
      <span className="block text-xs text-muted tabular-nums">{formatCount(row.settled)}</span>
    </span>
    {hasEnoughResults(row) ? (
      <>
        <RateBar row={row} scale={scale} />
        <span
          translate="no"
          className="w-12 text-right text-sm font-semibold whitespace-nowrap tabular-nums"
        >
          {`${formatDecimal(row.firstEntryRate.value, 0)}%`}
        </span>
      </>
    ) : (
      <span className="flex-1 basis-24 text-xs text-muted">too few to tell</span>
    )}
    <ChevronRight size={16} aria-hidden className="shrink-0 text-muted" />
  </button>
);

function RateBar({
  row: { firstEntryRate },
  scale: { need, toX },
}: {
  row: RatedRow;
  scale: Scale;
}) {
  const { value, low, high } = firstEntryRate;
  return (
    <span className="relative min-h-14 flex-1 basis-24 forced-color-adjust-none">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <span
        className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-amber/70"
        style={{ left: `${toX(need)}%` }}
      />
      <span
        className="absolute top-1/2 h-2 -translate-y-1/2 rounded-full bg-text/25"
        style={{ left: `${toX(low)}%`, width: `${toX(high) - toX(low)}%` }}
      />
      <span
        className="absolute top-1/2 size-3 -translate-1/2 rounded-full bg-text ring-3 ring-raised"
        style={{ left: `${toX(value)}%` }}
      />
    </span>
  );
}

function PairDetails({
  name,
  signals,
  payouts,
  need,
  onClose,
  onFilter,
}: Omit<PairListProps, 'rows'> & { name: string; onClose: () => void }) {
  const pairSignals = useMemo(
    () => signals.filter(({ pair }) => formatPair(pair) === name),
    [signals, name],
  );
  const matrix = useMemo(
    () => computeMatrix(pairSignals.slice().reverse(), payouts),
    [pairSignals, payouts],
  );
  const applyFilter = () => {
    const [firstSignal] = pairSignals;
    if (firstSignal) onFilter(firstSignal.pair);
    onClose();
  };
  return (
    <div className="grid gap-4 p-4">
      <SheetHead title={name} onClose={onClose} />
      {matrix && (
        <>
          <RatesPanel
            title="By strategy"
            rows={matrix.details.byStrategy}
            getName={formatStrategy}
            breakEvenRate={need}
          />
          <TimesPanel details={matrix.details} breakEvenRate={need} />
        </>
      )}
      <Button onClick={applyFilter}>{`Show only ${name}`}</Button>
    </div>
  );
}
