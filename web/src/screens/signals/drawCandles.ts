import { formatTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import { getPriceDigits } from '@quantalgo/contracts/market/pairs';
import {
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import * as z from 'zod/mini';
import type { CandleDrawing, MarkedCandle } from './CandleChart';

const utcTimestamp = z.custom<UTCTimestamp>((seconds) => Number.isInteger(seconds));

const toTimestamp = ({ from }: MarkedCandle): UTCTimestamp => utcTimestamp.parse(from / 1000);

/** Resolves a token to a colour that a canvas accepts. */
function resolveColour(element: Element, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const formatLegend = (time: Time, zone: Zone) =>
  typeof time === 'number' ? formatZonedTime(time * 1000, zone) : '';

const formatTick = (time: Time, zone: Zone) =>
  typeof time === 'number' ? formatTime(time * 1000, zone) : null;

function createMarkers(candles: readonly MarkedCandle[], colour: string): SeriesMarker<Time>[] {
  return candles
    .filter(({ marks }) => marks.length > 0)
    .map((candle) => ({
      time: toTimestamp(candle),
      position: 'aboveBar',
      shape: 'circle',
      size: 0.6,
      color: colour,
      text: candle.marks.join(', ').replaceAll('Entry ', 'E').replaceAll('Exit ', 'X'),
    }));
}

/**
 * Uses the current theme's colours.
 * @returns a function that removes the chart
 */
export function drawCandles(
  element: HTMLElement,
  { pair, candles, zone }: CandleDrawing,
): () => void {
  const getColour = (token: string) => resolveColour(element, token);
  const digits = getPriceDigits(pair);
  const [up, down] = [getColour('call'), getColour('put')];
  const chart = createChart(element, {
    autoSize: true,
    handleScroll: false,
    handleScale: false,
    layout: {
      // The library's logo adds a style element, which the site's policy forbids.
      // The text beside the chart replaces it.
      attributionLogo: false,
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: getColour('muted'),
      fontFamily: getComputedStyle(element).fontFamily,
      fontSize: 12,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: getColour('line-soft') } },
    rightPriceScale: { borderVisible: false },
    timeScale: {
      borderColor: getColour('line'),
      timeVisible: true,
      tickMarkFormatter: (time: Time) => formatTick(time, zone),
    },
    localization: { timeFormatter: (time: Time) => formatLegend(time, zone) },
  });
  const series = chart.addSeries(CandlestickSeries, {
    upColor: up,
    wickUpColor: up,
    downColor: down,
    wickDownColor: down,
    borderVisible: false,
    lastValueVisible: false,
    priceLineVisible: false,
    priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
  });
  series.setData(candles.map((candle) => ({ ...candle, time: toTimestamp(candle) })));
  createSeriesMarkers(series, createMarkers(candles, getColour('text')));
  chart.timeScale().fitContent();
  return () => chart.remove();
}
