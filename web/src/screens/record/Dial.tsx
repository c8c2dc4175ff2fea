import { formatDecimal } from '@quantalgo/contracts/core/format';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { computeBreakEven, COIN } from '@quantalgo/contracts/signals/ladder';
import { computeMovedRate, summariseRecord } from '@quantalgo/contracts/signals/sentence';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { formatRequiredRate } from '@quantalgo/contracts/signals/words';
import type { ReactNode } from 'react';
import { Card } from '../../ui/Card';
import { describeRecord, formatMargin } from './recordText';

interface DialCardProps {
  readonly performance: Performance;
  /** Profit of a won stake: 0.8 is 80%. */
  readonly payout: number;
  readonly children?: ReactNode;
}

/**
 * Compares the first-entry rate with a coin's and with break-even, and states the verdict.
 */
export function DialCard({ performance, payout, children }: DialCardProps) {
  const rate = summariseRecord(performance).hasRate ? computeMovedRate(performance) : null;
  const verdict = describeRecord(performance, payout);
  const columns = rate ? 'sm:grid-cols-[18rem_1fr] sm:items-center' : '';
  return (
    <Card className={`grid gap-x-8 gap-y-3 p-4 ${columns}`}>
      <h2 className="sr-only">How often first entries won</h2>
      {rate && <Dial rate={rate} need={computeBreakEven(payout).firstEntry} />}
      <div className="grid gap-1">
        <p className="text-base font-semibold">{verdict.title}</p>
        <p className="text-sm text-pretty text-muted tabular-nums">{verdict.text}</p>
        {children}
      </div>
    </Card>
  );
}

const WIDTH = 320;
const CENTRE = { x: WIDTH / 2, y: 148 };
const RADIUS = 106;

/** Minimum span of the half circle, in percentage points. */
const MIN_SPAN = 22;

const LABEL_GAP = 18;

type ToAngle = (percent: number) => number;

/** Radians from the dial's left end (π) to its right end (0). */
function createScale(marks: readonly number[]): ToAngle {
  const [min, max] = [Math.min(...marks), Math.max(...marks)];
  const span = Math.max(MIN_SPAN, max - min + MIN_SPAN / 2);
  const from = (min + max - span) / 2;
  return (percent) => Math.PI * (1 - Math.min(1, Math.max(0, (percent - from) / span)));
}

const toPoint = (angle: number, radius: number) => ({
  x: CENTRE.x + radius * Math.cos(angle),
  y: CENTRE.y - radius * Math.sin(angle),
});

function describeArc(from: number, to: number): string {
  const [start, end] = [toPoint(from, RADIUS), toPoint(to, RADIUS)];
  return `M${formatDecimal(start.x)} ${formatDecimal(start.y)}A${RADIUS} ${RADIUS} 0 0 1 ${formatDecimal(end.x)} ${formatDecimal(end.y)}`;
}

function Tick({
  angle,
  text,
  anchor,
  className,
}: {
  angle: number;
  text: string;
  anchor: 'start' | 'end';
  className: { readonly line: string; readonly text: string };
}) {
  const [inner, outer] = [toPoint(angle, RADIUS - 10), toPoint(angle, RADIUS + 10)];
  const label = toPoint(angle, RADIUS + LABEL_GAP);
  return (
    <>
      <line
        x1={inner.x}
        y1={inner.y}
        x2={outer.x}
        y2={outer.y}
        strokeWidth="2.5"
        className={className.line}
      />
      <text
        x={label.x}
        y={label.y + (Math.sin(angle) > 0.9 ? -2 : 4)}
        textAnchor={anchor}
        fontSize="13"
        className={className.text}
      >
        {text}
      </text>
    </>
  );
}

const COIN_CLASS = { line: 'stroke-muted', text: 'fill-muted' };

const NEED_CLASS = { line: 'stroke-amber', text: 'fill-amber' };

/** Labels of marks that are closer to an end would be cut off. */
const LABEL_LIMIT = { least: 0.22 * Math.PI, most: 0.78 * Math.PI };

const hasRoom = (angle: number) => angle > LABEL_LIMIT.least && angle < LABEL_LIMIT.most;

function Dial({ rate, need }: { rate: Probability; need: number }) {
  const toAngle = createScale([rate.value, need, COIN.firstEntry]);
  const [coinAngle, needAngle] = [toAngle(COIN.firstEntry), toAngle(need)];
  const isLabelled = hasRoom(coinAngle) && hasRoom(needAngle);
  const dot = toPoint(toAngle(rate.value), RADIUS);
  const [coinText, needText] = [`coin ${COIN.firstEntry}`, `you need ${formatRequiredRate(need)}`];
  const coinIsLower = COIN.firstEntry <= need;
  return (
    <div className="mx-auto w-full max-w-80">
      <div className="relative">
        <svg
          aria-hidden
          viewBox={`0 0 ${WIDTH} 156`}
          className="w-full tabular-nums forced-color-adjust-none"
        >
          <g fill="none" strokeWidth="10" strokeLinecap="round">
            <path d={describeArc(Math.PI, 0)} className="stroke-line" />
            <path d={describeArc(toAngle(rate.low), toAngle(rate.high))} className="stroke-edge" />
          </g>
          <Tick
            angle={coinAngle}
            text={isLabelled ? coinText : ''}
            anchor={coinIsLower ? 'end' : 'start'}
            className={COIN_CLASS}
          />
          <Tick
            angle={needAngle}
            text={isLabelled ? needText : ''}
            anchor={coinIsLower ? 'start' : 'end'}
            className={NEED_CLASS}
          />
          <circle
            cx={dot.x}
            cy={dot.y}
            r="9"
            strokeWidth="6"
            className="fill-text stroke-raised [paint-order:stroke]"
          />
        </svg>
        <p className="absolute inset-x-0 bottom-0 text-center text-sm text-muted tabular-nums">
          <span translate="no" className="block text-2xl font-semibold tracking-tight text-text">
            <span>{formatDecimal(rate.value, 0)}</span>
            <span className="text-lg font-normal text-muted">{` ± ${formatMargin(rate)}`}</span>
          </span>
          of 100 first entries won
        </p>
      </div>
      <p className={isLabelled ? 'sr-only' : 'pt-2 text-center text-xs text-muted tabular-nums'}>
        {`A ${coinText}, ${needText}.`}
      </p>
    </div>
  );
}
