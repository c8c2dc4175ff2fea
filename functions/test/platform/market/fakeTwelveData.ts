import { createServer } from 'node:http';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { formatPrice, parsePairLabel, type Pair } from '@quantalgo/contracts/market/pairs';
import { getCandleEnd, type Candle } from '../../../src/domain/market/candles';
import type { MarketData } from '../../../src/platform/market/marketData';

export const KEY = 'the key of a test';

interface TwelveDataRequest {
  readonly symbols: readonly string[];
  readonly outputsize: number;
}

/** Returns what replaces the documented reply, or null. */
export type Fault = (
  request: TwelveDataRequest,
  body: unknown,
) => { status?: number; text?: string; isSilent?: boolean } | null;

export interface FakeTwelveData {
  readonly url: string;
  readonly asked: TwelveDataRequest[];
  fault: Fault;
  market: MarketData;
  now: number;
  readonly close: () => Promise<void>;
}

const formatDateTime = (time: number) =>
  new Date(time).toISOString().slice(0, 19).replace('T', ' ');

const toSeriesValue = (pair: Pair, candle: Candle) => ({
  datetime: formatDateTime(candle.time),
  open: formatPrice(pair, candle.open),
  high: formatPrice(pair, candle.high),
  low: formatPrice(pair, candle.low),
  close: formatPrice(pair, candle.close),
});

/**
 * Replies like `time_series`: the newest candles that opened by `end_date`, including the
 * unfinished one.
 */
async function buildSeries(
  market: MarketData,
  symbol: string,
  query: URLSearchParams,
  now: number,
) {
  const pair = parsePairLabel(symbol);
  const last = Math.min(Date.parse(`${query.get('end_date')?.replace(' ', 'T') ?? ''}Z`), now);
  const candles = await market.candles(pair, last + SLOT_MS, Number(query.get('outputsize')));
  const values = candles
    .filter(({ time }) => time <= last)
    .map((candle) => toSeriesValue(pair, candle));
  return {
    meta: { symbol, interval: query.get('interval'), type: 'Physical Currency' },
    values: query.get('order') === 'asc' ? values : values.reverse(),
    status: 'ok',
  };
}

const buildError = (code: number, message: string) => ({ code, message, status: 'error' });

/** A local Twelve Data that serves the market's candles, as `time_series` is documented. */
export async function startFakeTwelveData(
  market: MarketData,
  now: number,
): Promise<FakeTwelveData> {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://fake');
      const symbols = (query.get('symbol') ?? '').split(',');
      const seriesRequest = { symbols, outputsize: Number(query.get('outputsize')) };
      fake.asked.push(seriesRequest);
      const series = await Promise.all(
        symbols.map((symbol) => buildSeries(fake.market, symbol, query, fake.now)),
      );
      const result =
        symbols.length === 1
          ? series[0]
          : Object.fromEntries(symbols.map((symbol, index) => [symbol, series[index]]));
      const isValid =
        request.headers.authorization === `apikey ${KEY}` && pathname === '/time_series';
      const body = isValid ? result : buildError(401, '**apikey** parameter is incorrect');
      const {
        status = 200,
        text = JSON.stringify(body),
        isSilent,
      } = fake.fault(seriesRequest, body) ?? {};
      if (isSilent === true) return;
      response.writeHead(status, { date: new Date(fake.now).toUTCString() });
      response.end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on a port');
  const fake: FakeTwelveData = {
    url: `http://127.0.0.1:${address.port}`,
    asked: [],
    fault: () => null,
    market,
    now,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}

export const limitMarket = (market: MarketData, end: number): MarketData => ({
  ...market,
  candles: async (...args) =>
    (await market.candles(...args)).filter((candle) => getCandleEnd(candle) <= end),
});
