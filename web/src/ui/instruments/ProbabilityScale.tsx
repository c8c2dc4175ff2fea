import { formatDecimal } from '@quantalgo/contracts/core/format';
import type { Probability } from '@quantalgo/contracts/signals/signal';

interface ScaleRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Margins beyond the two marks, in multiples of the distance between them: minimum and maximum per
 * side, and minimum total.
 */
const MARGIN = { min: 0.8, max: 2, minTotal: 2.4 } as const;

/** Marks closer than this share of the scale would have overlapping labels. */
const MIN_MARK_DISTANCE = 0.26;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Covers both marks, the value, and as much of its interval as fits without crowding labels. */
export function getScaleRange(
  { value, low, high }: { readonly value: number; readonly low: number; readonly high: number },
  lower: number,
  upper: number,
): ScaleRange {
  const gap = upper - lower;
  const toMargin = (excess: number) => clamp(excess / gap + 0.1, MARGIN.min, MARGIN.max);
  const [left, right] = [toMargin(lower - low), toMargin(high - upper)];
  const padding = Math.max(0, MARGIN.minTotal - left - right) / 2;
  return {
    from: Math.min(lower - (left + padding) * gap, value - gap / 2),
    to: Math.max(upper + (right + padding) * gap, value + gap / 2),
  };
}

/** Percent, clamped to the range. */
export function toScalePercent({ from, to }: ScaleRange, value: number): number {
  return clamp(((value - from) / (to - from)) * 100, 0, 100);
}

export const isCrowded = ({ from, to }: ScaleRange, lower: number, upper: number): boolean =>
  (upper - lower) / (to - from) < MIN_MARK_DISTANCE;

interface ProbabilityScaleProps {
  readonly label: string;
  /** Percent, with its 95% interval. */
  readonly probability: Probability;
  /** A coin toss's win rate, percent. */
  readonly coin: number;
  /** Break-even win rate at the stated payout, percent; above `coin`. */
  readonly breakEvenRate: number;
}

/** Rounds up, because a lower rate wouldn't break even. */
const formatRoundedUp = (percent: number) => formatShort(Math.ceil(percent * 10) / 10);

const formatShort = (percent: number) => String(Number(formatDecimal(percent)));

function Line({
  range,
  probability,
  coin,
  breakEvenRate,
}: Omit<ProbabilityScaleProps, 'label'> & { range: ScaleRange }) {
  const at = (value: number) => toScalePercent(range, value);
  const low = at(probability.low);
  const tick = 'absolute top-px h-[15px] w-px';
  return (
    <div className="relative h-4 forced-color-adjust-none">
      <div className="absolute inset-x-0 top-2 h-px bg-line" />
      <div
        className="absolute top-[5px] h-[7px] rounded-full bg-text/25"
        style={{ left: `${low}%`, width: `${at(probability.high) - low}%` }}
      />
      <div className={`${tick} bg-faint`} style={{ left: `${at(coin)}%` }} />
      <div className={`${tick} bg-amber`} style={{ left: `${at(breakEvenRate)}%` }} />
      <div
        className="absolute top-[3px] -ml-[5.5px] size-[11px] rounded-full bg-text ring-3 ring-raised"
        style={{ left: `${at(probability.value)}%` }}
      />
    </div>
  );
}

function Marks({
  range,
  coin,
  breakEvenRate,
}: Omit<ProbabilityScaleProps, 'label'> & { range: ScaleRange }) {
  const crowded = isCrowded(range, coin, breakEvenRate);
  const place = (value: number) =>
    crowded ? {} : { left: `min(${toScalePercent(range, value)}%, 100% - 2.75rem)` };
  const placement = crowded
    ? ''
    : '@[12rem]:absolute @[12rem]:top-0 @[12rem]:-translate-x-1/2 @[12rem]:whitespace-nowrap';
  return (
    <div
      translate="no"
      className="relative flex min-h-4 flex-wrap justify-between gap-x-3 text-xs tabular-nums"
    >
      <span className={`${placement} text-faint`} style={place(coin)}>
        {`coin ${formatShort(coin)}`}
      </span>
      <span className={`${placement} text-amber`} style={place(breakEvenRate)}>
        <span className="max-[22.5rem]:sr-only">you </span>
        <span>{`need ${formatRoundedUp(breakEvenRate)}`}</span>
      </span>
    </div>
  );
}

export function ScaleWithMarks(props: Omit<ProbabilityScaleProps, 'label'>) {
  const { probability, coin, breakEvenRate } = props;
  const range = getScaleRange(probability, coin, breakEvenRate);
  return (
    <div className="@container">
      <span translate="no" className="sr-only">
        {`95% interval ${formatDecimal(probability.low)} to ${formatDecimal(probability.high)}%.`}
      </span>
      <Line {...props} range={range} />
      <Marks {...props} range={range} />
    </div>
  );
}

export function ProbabilityScale(props: ProbabilityScaleProps) {
  const { label, probability } = props;
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{label}</span>
        <span
          translate="no"
          className="text-lg font-semibold tracking-tight whitespace-nowrap tabular-nums"
        >
          <span>{formatDecimal(probability.value)}</span>
          <span className="text-sm font-normal text-muted">%</span>
        </span>
      </div>
      <ScaleWithMarks {...props} />
    </>
  );
}
