import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { SettledSignal } from '@quantalgo/contracts/record/endpoints';
import type { RecordCandle } from '@quantalgo/contracts/signals/signal';

/** In px. */
interface DrawnCandle {
  readonly x: number;
  readonly high: number;
  readonly low: number;
  readonly top: number;
  readonly bottom: number;
  readonly rising: boolean;
  /** It ended after the first entry, so it was unknown when the signal was sealed. */
  readonly after: boolean;
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
  /** Half of a candle's body, in px. */
  readonly half: number;
}

interface Bar extends Omit<RecordCandle, 'at'> {
  /** Epoch ms. */
  readonly end: number;
}

const MARGIN = { left: 16, right: 80, top: 34, bottom: 14 } as const;

const MAX_STEP = 46;

/** The candles. If none are stored: bars between the closes that decided the signal. */
function toBars({ candles, sealed, createdAt, settlement }: SettledSignal): Bar[] {
  if (candles.length > 0)
    return candles.map(({ at, ...rest }) => ({ ...rest, end: Date.parse(at) + SLOT_MS }));
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

/** Lays out the candles and each level in `width` × `height` px. Null if there is nothing to draw. */
export function layoutChart(signal: SettledSignal, width: number, height: number): Drawing | null {
  const bars = toBars(signal);
  const [first, last] = [bars[0], bars.at(-1)];
  const room = width - MARGIN.left - MARGIN.right;
  if (!first || !last || room <= 0) return null;
  const steps = Math.max(1, (last.end - first.end) / SLOT_MS);
  const step = Math.min(MAX_STEP, room / steps);
  const [high, low] = [Math.max(...bars.map((b) => b.high)), Math.min(...bars.map((b) => b.low))];
  const scale = (height - MARGIN.top - MARGIN.bottom) / (high - low || 1);
  const y = (price: number) => MARGIN.top + (high - price) * scale;
  const x = (end: number) => MARGIN.left + ((end - first.end) / SLOT_MS) * step;
  const entersAt = Date.parse(signal.createdAt) + SLOT_MS;
  const entry = signal.settlement.closes[0]?.price ?? signal.sealed.entryPrice;
  return {
    candles: bars.map((bar) => ({
      x: x(bar.end),
      high: y(bar.high),
      low: y(bar.low),
      top: y(Math.max(bar.open, bar.close)),
      bottom: y(Math.min(bar.open, bar.close)),
      rising: bar.close >= bar.open,
      after: bar.end > entersAt,
    })),
    levels: toLevels(signal, ({ end, price }) => ({ x: x(end), y: y(price) })),
    entry: { x: x(entersAt), y: y(entry) },
    half: Math.min(7, step * 0.3),
  };
}

const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string | number>>;

function createShape(name: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes))
    element.setAttribute(attribute, String(value));
  return element;
}

function createText(text: string, attributes: Attributes): SVGElement {
  const element = createShape('text', attributes);
  element.textContent = text;
  return element;
}

function drawCandle({ x, high, low, top, bottom, rising }: DrawnCandle, half: number): SVGElement {
  const group = createShape('g', {
    class: rising ? 'fill-call stroke-call' : 'fill-put stroke-put',
  });
  const height = Math.max(1, bottom - top);
  group.append(
    createShape('path', { d: `M${x} ${high}V${low}`, 'stroke-width': 1 }),
    createShape('rect', { x: x - half, y: top, width: 2 * half, height, stroke: 'none' }),
  );
  return group;
}

const LEVEL_CLASSES = { won: 'stroke-call', lost: 'stroke-put', flat: 'stroke-flat' } as const;

/** A line at the entry price, and a step to the exit. */
function drawLevel({ from, to, result }: DrawnLevel): SVGElement {
  return createShape('path', {
    d: `M${from.x} ${from.y}H${to.x}V${to.y}`,
    class: LEVEL_CLASSES[result],
    'stroke-width': 1.5,
    'stroke-dasharray': '2 3',
    fill: 'none',
  });
}

export interface DrawnChart {
  readonly candles: readonly { readonly element: SVGElement; readonly after: boolean }[];
  readonly levels: readonly SVGElement[];
}

/** Nearer to the top (px), a label above the line would overlap the entry's time. */
const MIN_LABEL_Y = 46;

/** Replaces the content of `svg`. `labels`: the entry's time and price. */
export function drawChart(
  svg: SVGElement,
  { candles, levels, entry, half }: Drawing,
  {
    width,
    height,
    labels,
  }: { width: number; height: number; labels: { time: string; price: string } },
): DrawnChart {
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const candleElements = candles.map((item) => ({
    element: drawCandle(item, half),
    after: item.after,
  }));
  const levelElements = levels.map(drawLevel);
  const dashes = { 'stroke-width': 1.25, 'stroke-dasharray': '3 3' };
  const labelLeft = entry.x > width - 96;
  svg.replaceChildren(
    createShape('path', { d: `M${entry.x} 10V${height - 8}`, class: 'stroke-accent', ...dashes }),
    createText(labels.time, {
      x: labelLeft ? entry.x - 6 : entry.x + 6,
      y: 18,
      class: 'fill-accent font-semibold',
      'text-anchor': labelLeft ? 'end' : 'start',
    }),
    createShape('path', { d: `M${entry.x} ${entry.y}H${width}`, class: 'stroke-line', ...dashes }),
    createText(labels.price, {
      x: width - 10,
      y: entry.y < MIN_LABEL_Y ? entry.y + 16 : entry.y - 6,
      class: 'fill-muted',
      'text-anchor': 'end',
    }),
    ...candleElements.map(({ element }) => element),
    ...levelElements,
  );
  return { candles: candleElements, levels: levelElements };
}

const STEP_INTERVAL_MS = 260;

const FADE_DURATION_MS = 180;

const fadeIn = (element: Element, delay: number) =>
  element.animate([{ opacity: 0 }, { opacity: 1 }], {
    delay,
    duration: FADE_DURATION_MS,
    fill: 'backwards',
    easing: 'ease-out',
  });

/**
 * Replays what followed the entry, candle by candle, with the outcome last. Takes at most two seconds;
 * does nothing if reduced motion is preferred.
 */
export function replay({ candles, levels }: DrawnChart, outcome: readonly Element[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const laterCandles = candles.filter(({ after }) => after);
  for (const [index, { element }] of laterCandles.entries())
    fadeIn(element, (index + 1) * STEP_INTERVAL_MS);
  for (const [index, element] of levels.entries()) fadeIn(element, (index + 1) * STEP_INTERVAL_MS);
  for (const element of outcome) fadeIn(element, (laterCandles.length + 1) * STEP_INTERVAL_MS);
}
