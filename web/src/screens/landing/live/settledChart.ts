import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { SettledSignal } from '@quantalgo/contracts/record/endpoints';
import type { Outcome, RecordCandle } from '@quantalgo/contracts/signals/signal';
import { describeSettledSignal, getEntryTime } from './recordText';

/** Px. */
interface DrawnCandle {
  readonly x: number;
  readonly high: number;
  readonly low: number;
  readonly top: number;
  readonly bottom: number;
  readonly isRising: boolean;
  /** True if it ended after the first entry, and so was unknown when the signal was sealed. */
  readonly isAfterEntry: boolean;
}

/** From a played level's entry to its exit, in px. */
interface DrawnLevel {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
  readonly result: 'won' | 'lost' | 'flat';
}

interface Drawing {
  readonly candles: readonly DrawnCandle[];
  readonly levels: readonly DrawnLevel[];
  readonly entry: { readonly x: number; readonly y: number };
  /** X (px) at which the deciding level ended. */
  readonly end: number;
  /** Half the width of a candle's body, in px. */
  readonly halfBodyWidth: number;
}

interface Bar extends Omit<RecordCandle, 'at'> {
  /** Epoch ms. */
  readonly end: number;
}

/** Leaves room for a label beside each of the two marked times. */
const MARGIN = { left: 16, right: 84, top: 34, bottom: 12 } as const;

const MAX_STEP = 46;

/** Without stored candles, uses bars between the closes that decided the signal. */
function toBars({ candles, sealed, createdAt, settlement }: SettledSignal): Bar[] {
  if (candles.length > 0)
    return candles.map(({ at, ...prices }) => ({ ...prices, end: Date.parse(at) + SLOT_MS }));
  let previous = { end: Date.parse(createdAt), close: sealed.entryPrice };
  return settlement.closes.flatMap(({ at, price }) => {
    if (price === null) return [];
    const [low, high] = [Math.min(previous.close, price), Math.max(previous.close, price)];
    const bar = { end: Date.parse(at), open: previous.close, close: price, high, low };
    previous = bar;
    return [bar];
  });
}

type ToPoint = (bar: { end: number; price: number }) => { x: number; y: number };

function toLevels({ sealed, settlement }: SettledSignal, toPoint: ToPoint): DrawnLevel[] {
  const sign = sealed.direction === 'CALL' ? 1 : -1;
  return settlement.closes.flatMap((entry, index) => {
    const exit = settlement.closes[index + 1];
    if (!exit || entry.price === null || exit.price === null) return [];
    const gain = sign * (exit.price - entry.price);
    return [
      {
        from: toPoint({ end: Date.parse(entry.at), price: entry.price }),
        to: toPoint({ end: Date.parse(exit.at), price: exit.price }),
        result: gain > 0 ? 'won' : gain < 0 ? 'lost' : 'flat',
      } as const,
    ];
  });
}

/** Sizes in px. Null if there is nothing to draw. */
export function layoutChart(signal: SettledSignal, width: number, height: number): Drawing | null {
  const bars = toBars(signal);
  const [firstBar, lastBar] = [bars[0], bars.at(-1)];
  const plotWidth = width - MARGIN.left - MARGIN.right;
  if (!firstBar || !lastBar || plotWidth <= 0) return null;
  const steps = Math.max(1, (lastBar.end - firstBar.end) / SLOT_MS);
  const step = Math.min(MAX_STEP, plotWidth / (steps + 0.5));
  const high = Math.max(...bars.map((bar) => bar.high));
  const low = Math.min(...bars.map((bar) => bar.low));
  const scale = (height - MARGIN.top - MARGIN.bottom) / (high - low || 1);
  const toY = (price: number) => MARGIN.top + (high - price) * scale;
  const toX = (end: number) => MARGIN.left + ((end - firstBar.end) / SLOT_MS + 0.5) * step;
  const entersAt = getEntryTime(signal);
  const endsAt = signal.settlement.closes.at(-1)?.at;
  const entry = signal.settlement.closes[0]?.price ?? signal.sealed.entryPrice;
  return {
    candles: bars.map((bar) => ({
      x: toX(bar.end) - step / 2,
      high: toY(bar.high),
      low: toY(bar.low),
      top: toY(Math.max(bar.open, bar.close)),
      bottom: toY(Math.min(bar.open, bar.close)),
      isRising: bar.close >= bar.open,
      isAfterEntry: bar.end > entersAt,
    })),
    levels: toLevels(signal, ({ end, price }) => ({ x: toX(end), y: toY(price) })),
    entry: { x: toX(entersAt), y: toY(entry) },
    end: toX(endsAt === undefined ? entersAt : Date.parse(endsAt)),
    halfBodyWidth: Math.min(7, step * 0.3),
  };
}

/** An SVG element. `part` marks what the replay fades in. */
export interface Shape {
  readonly name: 'g' | 'path' | 'rect' | 'text';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content?: string | readonly Shape[];
  readonly part?: 'candle' | 'level';
}

function toCandle(candle: DrawnCandle, halfBodyWidth: number): Shape {
  const { x, high, low, top, bottom, isRising, isAfterEntry } = candle;
  const height = Math.max(1, bottom - top);
  const tone = isRising ? 'fill-call stroke-call' : 'fill-put stroke-put';
  return {
    name: 'g',
    attributes: { class: isAfterEntry ? tone : 'fill-flat stroke-flat' },
    content: [
      { name: 'path', attributes: { d: `M${x} ${high}V${low}`, 'stroke-width': 1 } },
      {
        name: 'rect',
        attributes: {
          x: x - halfBodyWidth,
          y: top,
          width: 2 * halfBodyWidth,
          height,
          stroke: 'none',
        },
      },
    ],
    ...(isAfterEntry && { part: 'candle' }),
  };
}

const LEVEL_CLASSES = { won: 'stroke-call', lost: 'stroke-put', flat: 'stroke-flat' } as const;

/** A line at the entry price, and a step to the exit. */
const toLevel = ({ from, to, result }: DrawnLevel): Shape => ({
  name: 'path',
  attributes: {
    d: `M${from.x} ${from.y}H${to.x}V${to.y}`,
    class: LEVEL_CLASSES[result],
    'stroke-width': 1.5,
    'stroke-dasharray': '2 3',
    fill: 'none',
  },
  part: 'level',
});

/** A dashed vertical line with a label on its left or right. */
function createMark(
  x: number,
  label: string,
  { height, stroke, fill, left }: { height: number; stroke: string; fill: string; left: boolean },
): readonly Shape[] {
  return [
    {
      name: 'path',
      attributes: {
        d: `M${x} 8V${height - 8}`,
        class: stroke,
        'stroke-width': 1.25,
        'stroke-dasharray': '3 3',
      },
    },
    {
      name: 'text',
      attributes: {
        x: left ? x - 6 : x + 6,
        y: 18,
        class: fill,
        'text-anchor': left ? 'end' : 'start',
      },
      content: label,
    },
  ];
}

const END_CLASSES: Record<Outcome, { readonly stroke: string; readonly fill: string }> = {
  profit: { stroke: 'stroke-call', fill: 'fill-call' },
  loss: { stroke: 'stroke-put', fill: 'fill-put' },
  'break-even': { stroke: 'stroke-flat', fill: 'fill-flat' },
};

/** Sizes in px. Null if there is nothing to draw. */
export function listShapes(signal: SettledSignal, width: number, height: number): Shape[] | null {
  const drawing = layoutChart(signal, width, height);
  if (!drawing) return null;
  const { candles, levels, entry, end, halfBodyWidth } = drawing;
  const { enter, ended } = describeSettledSignal(signal);
  const isNoGo = signal.entered === false;
  const endClasses = END_CLASSES[isNoGo ? 'break-even' : signal.settlement.outcome];
  return [
    {
      name: 'path',
      attributes: {
        d: `M${entry.x} ${entry.y}H${width - 16}`,
        class: 'stroke-edge',
        'stroke-width': 1,
        'stroke-dasharray': '2 4',
      },
    },
    ...createMark(entry.x, enter, {
      height,
      stroke: 'stroke-text',
      fill: 'fill-muted',
      left: true,
    }),
    ...createMark(end, ended, { height, ...endClasses, left: false }),
    ...candles.map((candle) => toCandle(candle, halfBodyWidth)),
    ...levels.map((level) => toLevel(isNoGo ? { ...level, result: 'flat' } : level)),
  ];
}
