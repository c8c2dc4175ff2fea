import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { SettledSignal } from '@quantalgo/contracts/record/endpoints';
import type { RecordCandle } from '@quantalgo/contracts/signals/signal';

/** A candle of the drawing, in px. */
interface DrawnCandle {
  readonly x: number;
  readonly high: number;
  readonly low: number;
  readonly top: number;
  readonly bottom: number;
  readonly rising: boolean;
  /** Whether it ended after the first entry: unknown when the signal was sealed. */
  readonly after: boolean;
}

/** A played level, from its entry to its exit, in px. */
interface DrawnLevel {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
  readonly result: 'won' | 'lost' | 'flat';
}

interface Drawing {
  readonly candles: readonly DrawnCandle[];
  readonly levels: readonly DrawnLevel[];
  /** The entry of the first level. */
  readonly entry: { readonly x: number; readonly y: number };
  /** Half of a candle's body in px. */
  readonly half: number;
}

interface Bar extends Omit<RecordCandle, 'at'> {
  /** Its end, epoch ms. */
  readonly end: number;
}

const MARGIN = { left: 16, right: 80, top: 34, bottom: 14 } as const;

const WIDEST_STEP = 46;

/** The candles; if none are stored, bars of the closes that decided the signal, each from the one before. */
function barsOf({ candles, sealed, createdAt, settlement }: SettledSignal): Bar[] {
  if (candles.length > 0)
    return candles.map(({ at, ...rest }) => ({ ...rest, end: Date.parse(at) + SLOT_MS }));
  let before = { end: Date.parse(createdAt), close: sealed.entryPrice };
  return settlement.closes.flatMap(({ at, price }) => {
    if (price === null) return [];
    const [low, high] = [Math.min(before.close, price), Math.max(before.close, price)];
    const bar = { end: Date.parse(at), open: before.close, close: price, high, low };
    before = bar;
    return [bar];
  });
}

type Place = (bar: { end: number; price: number }) => { x: number; y: number };

function levelsOf({ sealed, settlement }: SettledSignal, place: Place): DrawnLevel[] {
  const sign = sealed.direction === 'CALL' ? 1 : -1;
  return settlement.closes.flatMap((entry, index) => {
    const exit = settlement.closes[index + 1];
    if (!exit || entry.price === null || exit.price === null) return [];
    const gain = sign * (exit.price - entry.price);
    return [
      {
        from: place({ end: Date.parse(entry.at), price: entry.price }),
        to: place({ end: Date.parse(exit.at), price: exit.price }),
        result: gain > 0 ? 'won' : gain < 0 ? 'lost' : 'flat',
      } as const,
    ];
  });
}

/**
 * Lays out a settled signal in `width` × `height` px: the candles around it, and each level from entry to exit. Null if
 * there is nothing to draw.
 */
export function chartGeometry(
  signal: SettledSignal,
  width: number,
  height: number,
): Drawing | null {
  const bars = barsOf(signal);
  const [first, last] = [bars[0], bars.at(-1)];
  const room = width - MARGIN.left - MARGIN.right;
  if (!first || !last || room <= 0) return null;
  const steps = Math.max(1, (last.end - first.end) / SLOT_MS);
  const step = Math.min(WIDEST_STEP, room / steps);
  const [high, low] = [Math.max(...bars.map((b) => b.high)), Math.min(...bars.map((b) => b.low))];
  const scale = (height - MARGIN.top - MARGIN.bottom) / (high - low || 1);
  const y = (price: number) => MARGIN.top + (high - price) * scale;
  const x = (end: number) => MARGIN.left + ((end - first.end) / SLOT_MS) * step;
  const entersAt = Date.parse(signal.expiresAt);
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
    levels: levelsOf(signal, ({ end, price }) => ({ x: x(end), y: y(price) })),
    entry: { x: x(entersAt), y: y(entry) },
    half: Math.min(7, step * 0.3),
  };
}

const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string | number>>;

function shape(name: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes))
    element.setAttribute(attribute, String(value));
  return element;
}

function words(text: string, attributes: Attributes): SVGElement {
  const element = shape('text', attributes);
  element.textContent = text;
  return element;
}

function candle({ x, high, low, top, bottom, rising }: DrawnCandle, half: number): SVGElement {
  const group = shape('g', { class: rising ? 'fill-call stroke-call' : 'fill-put stroke-put' });
  const height = Math.max(1, bottom - top);
  group.append(
    shape('path', { d: `M${x} ${high}V${low}`, 'stroke-width': 1 }),
    shape('rect', { x: x - half, y: top, width: 2 * half, height, stroke: 'none' }),
  );
  return group;
}

const RESULTS = { won: 'stroke-call', lost: 'stroke-put', flat: 'stroke-flat' } as const;

/** A level as a line at its entry price, and a step to its exit. */
function level({ from, to, result }: DrawnLevel): SVGElement {
  return shape('path', {
    d: `M${from.x} ${from.y}H${to.x}V${to.y}`,
    class: RESULTS[result],
    'stroke-width': 1.5,
    'stroke-dasharray': '2 3',
    fill: 'none',
  });
}

/** The parts of a drawing in chronological order. */
export interface Drawn {
  readonly candles: readonly { readonly element: SVGElement; readonly after: boolean }[];
  readonly levels: readonly SVGElement[];
}

/** Closer to the top than this (px), a label above the line would overlap the entry's time. */
const BELOW_FROM = 46;

/** Draws into `svg`, replacing its content. `labels` are the entry's time and price as text. */
export function drawChart(
  svg: SVGElement,
  { candles, levels, entry, half }: Drawing,
  {
    width,
    height,
    labels,
  }: { width: number; height: number; labels: { time: string; price: string } },
): Drawn {
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const drawn = candles.map((each) => ({ element: candle(each, half), after: each.after }));
  const played = levels.map(level);
  const dashes = { 'stroke-width': 1.25, 'stroke-dasharray': '3 3' };
  const labelLeft = entry.x > width - 96;
  svg.replaceChildren(
    shape('path', { d: `M${entry.x} 10V${height - 8}`, class: 'stroke-accent', ...dashes }),
    words(labels.time, {
      x: labelLeft ? entry.x - 6 : entry.x + 6,
      y: 18,
      class: 'fill-accent font-semibold',
      'text-anchor': labelLeft ? 'end' : 'start',
    }),
    shape('path', { d: `M${entry.x} ${entry.y}H${width}`, class: 'stroke-line', ...dashes }),
    words(labels.price, {
      x: width - 10,
      y: entry.y < BELOW_FROM ? entry.y + 16 : entry.y - 6,
      class: 'fill-muted',
      'text-anchor': 'end',
    }),
    ...drawn.map(({ element }) => element),
    ...played,
  );
  return { candles: drawn, levels: played };
}

const STEP_MS = 260;

const FADE_MS = 180;

const appear = (element: Element, delay: number) =>
  element.animate([{ opacity: 0 }, { opacity: 1 }], {
    delay,
    duration: FADE_MS,
    fill: 'backwards',
    easing: 'ease-out',
  });

/**
 * Replays what followed the entry: candle by candle, each level with the candle that ended it, and the outcome last.
 * Takes at most two seconds, and does nothing if reduced motion is preferred.
 */
export function replay({ candles, levels }: Drawn, outcome: readonly Element[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const later = candles.filter(({ after }) => after);
  for (const [index, { element }] of later.entries()) appear(element, (index + 1) * STEP_MS);
  for (const [index, element] of levels.entries()) appear(element, (index + 1) * STEP_MS);
  for (const element of outcome) appear(element, (later.length + 1) * STEP_MS);
}
