import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { type Pair, getPriceDigits } from '@quantalgo/contracts/market/pairs';
import type { Candle } from '../../domain/market/candles';
import type { MarketData } from './marketData';

/** Hashes 32 bits (MurmurHash3's finaliser, A. Appleby). */
function mix(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hash = (...keys: readonly number[]): number =>
  keys.reduce((h, key) => mix(Math.imul(h, 31) + key + 0x9e3779b9), 0);

const hashText = (text: string): number =>
  text.split('').reduce((h, letter) => hash(h, letter.charCodeAt(0)), 0);

export const hashToUnit = (...keys: readonly number[]): number => hash(...keys) / 2 ** 32;

const SIXTEEN_BITS = 0xffff;

const FOUR_UNIFORMS_DEVIATION = Math.sqrt(4 / 12);

/**
 * Approximately normal, mean 0, deviation 1 (Irwin–Hall, four uniforms). Avoids logarithms and
 * sines, whose last digit could differ between machines.
 */
function hashToNormal(...keys: readonly number[]): number {
  const a = hash(...keys, 1);
  const b = hash(...keys, 2);
  const sum = (a & SIXTEEN_BITS) + (a >>> 16) + (b & SIXTEEN_BITS) + (b >>> 16);
  return (sum / SIXTEEN_BITS - 2) / FOUR_UNIFORMS_DEVIATION;
}

/** Halvings between two knots, which are 4,096 slots (two weeks) apart. */
const SLOT_LEVELS = 12;

/** Halvings of a slot into eight points. */
const POINT_LEVELS = 3;

const POINTS_PER_SLOT = 2 ** POINT_LEVELS;

const POINTS_PER_BLOCK = 2 ** (SLOT_LEVELS + POINT_LEVELS);

const POINTS_PER_DAY = ((24 * 60 * 60_000) / SLOT_MS) * POINTS_PER_SLOT;

interface PairProfile {
  readonly price: number;
  /** Standard deviation of a five-minute return. */
  readonly volatility: number;
  readonly ticks: number;
}

const PAIR_PROFILES: Readonly<Record<string, PairProfile>> = {
  EURUSD: { price: 1.085, volatility: 0.0002, ticks: 380 },
  GBPUSD: { price: 1.272, volatility: 0.00024, ticks: 520 },
  USDJPY: { price: 151.4, volatility: 0.00018, ticks: 300 },
  XAUUSD: { price: 2650, volatility: 0.0006, ticks: 1500 },
};

/** Approximate value of a unit, in dollars. */
const WORTH_USD: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 1.085,
  GBP: 1.272,
  JPY: 1 / 151.4,
  AUD: 0.655,
  CAD: 0.716,
  CHF: 1.128,
  NZD: 0.592,
  CNH: 0.138,
  HKD: 0.128,
  MXN: 0.0495,
  NOK: 0.0905,
  PLN: 0.246,
  SEK: 0.0912,
  SGD: 0.744,
  TRY: 0.029,
  ZAR: 0.0552,
  XAG: 31,
  XAU: 2650,
};

/**
 * A pair and its OTC variant share one profile.
 * @throws RangeError if a currency has no USD value
 */
export function getPairProfile(pair: Pair): PairProfile {
  const name = pair.slice(0, 6);
  const [base, quote] = [name.slice(0, 3), name.slice(3)];
  const preset = PAIR_PROFILES[name];
  if (preset) return preset;
  const [worth, quoteWorth] = [WORTH_USD[base], WORTH_USD[quote]];
  if (worth === undefined || quoteWorth === undefined)
    throw new RangeError(`The simulated market has no price for ${pair}`);
  return {
    price: worth / quoteWorth,
    volatility: base.startsWith('X') ? 0.0006 : 0.0002,
    ticks: 400,
  };
}

/** Multiplies slow random waves by a daily curve that peaks in the early afternoon (UTC). */
function getActivity(key: number, point: number): number {
  const computeWave = (period: number) => {
    const knot = Math.floor(point / period);
    const fraction = point / period - knot;
    const left = hashToNormal(key, period, knot);
    const right = hashToNormal(key, period, knot + 1);
    return (1 - fraction) * left + fraction * right;
  };
  const hour = 24 * ((point % POINTS_PER_DAY) / POINTS_PER_DAY);
  const dayFactor = 1.3 - Math.abs(hour - 13.5) / 20;
  const slowWave = computeWave(POINTS_PER_BLOCK / 64);
  const fastWave = computeWave(POINTS_PER_BLOCK / 512);
  const clusters = 1 + 0.25 * slowWave + 0.15 * fastWave;
  return dayFactor * Math.max(0.4, clusters);
}

interface PathSegment {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

function getMidValue(key: number, { from, to, left, right }: PathSegment): number {
  const middle = (from + to) / 2;
  const spread = Math.sqrt((to - from) / POINTS_PER_SLOT / 4) * getActivity(key, middle);
  return (left + right) / 2 + hashToNormal(key, POINTS_PER_BLOCK, middle) * spread;
}

function getSegment(key: number, firstPoint: number): PathSegment {
  const block = Math.floor(firstPoint / POINTS_PER_BLOCK);
  const deviation = Math.sqrt(2 ** SLOT_LEVELS / 2);
  const getKnotValue = (index: number) => hashToNormal(key, index) * deviation;
  let segment: PathSegment = {
    from: block * POINTS_PER_BLOCK,
    to: (block + 1) * POINTS_PER_BLOCK,
    left: getKnotValue(block),
    right: getKnotValue(block + 1),
  };
  while (segment.to - segment.from > POINTS_PER_SLOT) {
    const middle = (segment.from + segment.to) / 2;
    const value = getMidValue(key, segment);
    segment =
      firstPoint < middle
        ? { ...segment, to: middle, right: value }
        : { ...segment, from: middle, left: value };
  }
  return segment;
}

function getValues(key: number, segment: PathSegment): number[] {
  if (segment.to - segment.from === 1) return [segment.right];
  const middle = (segment.from + segment.to) / 2;
  const value = getMidValue(key, segment);
  return [
    ...getValues(key, { ...segment, to: middle, right: value }),
    ...getValues(key, { ...segment, from: middle, left: value }),
  ];
}

function createCandle(pair: Pair, time: number): Candle {
  const { price, volatility, ticks } = getPairProfile(pair);
  const key = hashText(pair);
  const segment = getSegment(key, (time / SLOT_MS) * POINTS_PER_SLOT);
  const toPrice = (value: number) =>
    Number((price * Math.exp(volatility * value)).toFixed(getPriceDigits(pair)));
  const open = toPrice(segment.left);
  const prices = [open, ...getValues(key, segment).map(toPrice)];
  const high = Math.max(...prices);
  const low = Math.min(...prices);
  const range = (high - low) / (price * volatility);
  const volumeFactor = 0.7 + 0.6 * hashToUnit(key, POINTS_PER_BLOCK, segment.from);
  const volume = Math.round(ticks * (0.3 + 0.4 * range) * volumeFactor);
  return { time, open, high, low, close: toPrice(segment.right), volume };
}

/**
 * Prices depend only on pair and time, so they are identical on every machine. The log price is a
 * Brownian bridge, built by midpoint displacement (P. Lévy, 1948), between independent knots two
 * weeks apart, so it stays near its usual level. No strategy has an edge.
 * @throws RangeError if a pair has no preset or USD value
 */
export function createSimulatedMarket(pairs: readonly Pair[]): MarketData {
  for (const pair of pairs) getPairProfile(pair);
  const cache = new Map<string, Candle>();
  const getCandle = (pair: Pair, time: number): Candle => {
    const name = `${pair} ${time}`;
    const candle = cache.get(name) ?? createCandle(pair, time);
    cache.set(name, candle);
    return candle;
  };
  return {
    source: 'simulated',
    pairs,
    isOpen: () => true,
    candles: (pair, until, count) => {
      const oldestTime = slotStart(until) - SLOT_MS * count;
      const times = Array.from({ length: count }, (_, index) => oldestTime + SLOT_MS * index);
      return Promise.resolve(times.map((time) => getCandle(pair, time)));
    },
  };
}
