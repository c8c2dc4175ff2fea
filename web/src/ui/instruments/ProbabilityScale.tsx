import { decimalText } from '@quantalgo/contracts/core/format';
import type { Probability } from '@quantalgo/contracts/signals/signal';

/** A range of the scale, in the scale's own unit. */
interface ScaleRange {
  readonly from: number;
  readonly to: number;
}

/** Margin of the scale beyond its two marks, as multiples of their distance: least and most per side, and the total. */
const MARGIN = { least: 0.8, most: 2, both: 2.4 } as const;

/** If the two marks are closer than this share of the scale, their labels would touch. */
const CROWDED = 0.26;

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

/**
 * The range that shows both marks and the value, and as much of its interval as leaves room for the labels of the
 * marks. It widens if the value is far from the marks.
 */
export function scaleAround(
  { value, low, high }: { readonly value: number; readonly low: number; readonly high: number },
  lower: number,
  upper: number,
): ScaleRange {
  const gap = upper - lower;
  const margin = (beyond: number) => within(beyond / gap + 0.1, MARGIN.least, MARGIN.most);
  const [left, right] = [margin(lower - low), margin(high - upper)];
  const spare = Math.max(0, MARGIN.both - left - right) / 2;
  return {
    from: Math.min(lower - (left + spare) * gap, value - gap / 2),
    to: Math.max(upper + (right + spare) * gap, value + gap / 2),
  };
}

/** Position of `value` on the range in percent, clamped to it. */
export function positionOn({ from, to }: ScaleRange, value: number): number {
  return within(((value - from) / (to - from)) * 100, 0, 100);
}

/** Whether the labels below the two marks would touch. */
export const isCrowded = ({ from, to }: ScaleRange, lower: number, upper: number): boolean =>
  (upper - lower) / (to - from) < CROWDED;

interface ProbabilityScaleProps {
  readonly label: string;
  /** In percent, with its 95 % interval. */
  readonly probability: Probability;
  /** The win rate of a coin toss, in percent. */
  readonly coin: number;
  /** The win rate that breaks even at the stated payout, in percent; above the coin's. */
  readonly paysFrom: number;
}

const short = (percent: number) => String(Number(decimalText(percent)));

function Line({
  stretch,
  probability,
  coin,
  paysFrom,
}: ProbabilityScaleProps & { stretch: ScaleRange }) {
  const at = (value: number) => positionOn(stretch, value);
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
      <div className={`${tick} bg-amber`} style={{ left: `${at(paysFrom)}%` }} />
      <div
        className="absolute top-[3px] -ml-[5.5px] size-[11px] rounded-full bg-text ring-3 ring-raised"
        style={{ left: `${at(probability.value)}%` }}
      />
    </div>
  );
}

function Marks({ stretch, coin, paysFrom }: ProbabilityScaleProps & { stretch: ScaleRange }) {
  const crowded = isCrowded(stretch, coin, paysFrom);
  const place = (value: number) =>
    crowded ? {} : { left: `min(${positionOn(stretch, value)}%, 100% - 2.75rem)` };
  const held = crowded
    ? ''
    : '@[12rem]:absolute @[12rem]:top-0 @[12rem]:-translate-x-1/2 @[12rem]:whitespace-nowrap';
  return (
    <div
      translate="no"
      className="relative flex min-h-4 flex-wrap justify-between gap-x-3 text-xs tabular-nums"
    >
      <span className={`${held} text-faint`} style={place(coin)}>
        {`coin ${short(coin)}`}
      </span>
      <span className={`${held} text-amber`} style={place(paysFrom)}>
        <span className="max-[22.5rem]:sr-only">pays </span>
        <span>{`from ${short(paysFrom)}`}</span>
      </span>
    </div>
  );
}

/** A probability on a scale: its value and interval, the coin's win rate and the break-even point. */
export function ProbabilityScale(props: ProbabilityScaleProps) {
  const { label, probability, coin, paysFrom } = props;
  const stretch = scaleAround(probability, coin, paysFrom);
  return (
    <div className="@container">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{label}</span>
        <span
          translate="no"
          className="text-lg font-semibold tracking-tight whitespace-nowrap tabular-nums"
        >
          <span>{decimalText(probability.value)}</span>
          <span className="text-sm font-normal text-muted"> %</span>
        </span>
      </div>
      <span translate="no" className="sr-only">
        {`95 % interval ${decimalText(probability.low)} to ${decimalText(probability.high)} %.`}
      </span>
      <Line {...props} stretch={stretch} />
      <Marks {...props} stretch={stretch} />
    </div>
  );
}
