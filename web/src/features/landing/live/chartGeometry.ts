import { SLOT_MS, type RecordCandle, type SettledSignal } from '@quantalgo/contracts';

/** A candle on the drawing, in px. */
export interface DrawnCandle {
  readonly x: number;
  readonly high: number;
  readonly low: number;
  readonly top: number;
  readonly bottom: number;
  readonly rising: boolean;
  /** Whether it ended after the first entry: what nobody could know when the signal was sealed. */
  readonly after: boolean;
}

/** A level that was played, from its entry to its exit, in px. */
export interface DrawnLevel {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
  readonly result: 'won' | 'lost' | 'flat';
}

export interface Drawing {
  readonly candles: readonly DrawnCandle[];
  readonly levels: readonly DrawnLevel[];
  /** Where the first level entered. */
  readonly entry: { readonly x: number; readonly y: number };
  /** Half of a candle's body in px. */
  readonly half: number;
}

interface Bar extends Omit<RecordCandle, 'at'> {
  /** When it ended, epoch ms. */
  readonly end: number;
}

const MARGIN = { left: 16, right: 80, top: 34, bottom: 14 } as const;
const WIDEST_STEP = 46;

/** Where the market around it was not kept, the closes that it was judged on, each drawn from the one before. */
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
 * Lays a settled signal out on `width` × `height` px: the market around it, and each level from entry to exit. Null where
 * nothing can be drawn.
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
