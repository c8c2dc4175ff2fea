import { createServer } from 'node:http';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { formatPrice, pairOfLabel, type Pair } from '@quantalgo/contracts/market/pairs';
import { endOf, type Candle } from '../../../src/domain/market/candles';
import type { MarketData } from '../../../src/platform/market/marketData';

export const KEY = 'the key of a test';

interface Asked {
  readonly symbols: readonly string[];
  readonly outputsize: number;
}

/** What the fake does with a request instead of answering it as documented. */
export type Fault = (
  asked: Asked,
  body: unknown,
) => { status?: number; text?: string; isSilent?: boolean } | null;

export interface FakeTwelveData {
  readonly url: string;
  readonly asked: Asked[];
  fault: Fault;
  /** Whose candles it tells. */
  market: MarketData;
  /** The source's own clock. */
  now: number;
  readonly close: () => Promise<void>;
}

const datetime = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

export const valueOf = (pair: Pair, candle: Candle) => ({
  datetime: datetime(candle.time),
  open: formatPrice(pair, candle.open),
  high: formatPrice(pair, candle.high),
  low: formatPrice(pair, candle.low),
  close: formatPrice(pair, candle.close),
});

/** The newest candles that opened by `end_date`, the unfinished one among them, as `time_series` answers them. */
async function seriesOf(market: MarketData, symbol: string, query: URLSearchParams, now: number) {
  const pair = pairOfLabel(symbol);
  const last = Math.min(Date.parse(`${query.get('end_date')?.replace(' ', 'T') ?? ''}Z`), now);
  const candles = await market.candles(pair, last + SLOT_MS, Number(query.get('outputsize')));
  const values = candles.filter(({ time }) => time <= last).map((one) => valueOf(pair, one));
  return {
    meta: { symbol, interval: query.get('interval'), type: 'Physical Currency' },
    values: query.get('order') === 'asc' ? values : values.reverse(),
    status: 'ok',
  };
}

const error = (code: number, message: string) => ({ code, message, status: 'error' });

/** A local Twelve Data, whose market is given, with nothing but what its documentation says of `time_series`. */
export async function fakeTwelveData(market: MarketData, now: number): Promise<FakeTwelveData> {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://fake');
      const symbols = (query.get('symbol') ?? '').split(',');
      const asked = { symbols, outputsize: Number(query.get('outputsize')) };
      fake.asked.push(asked);
      const series = await Promise.all(
        symbols.map((symbol) => seriesOf(fake.market, symbol, query, fake.now)),
      );
      const whole =
        symbols.length === 1
          ? series[0]
          : Object.fromEntries(symbols.map((symbol, index) => [symbol, series[index]]));
      const isKnown =
        request.headers.authorization === `apikey ${KEY}` && pathname === '/time_series';
      const body = isKnown ? whole : error(401, '**apikey** parameter is incorrect');
      const { status = 200, text = JSON.stringify(body), isSilent } = fake.fault(asked, body) ?? {};
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

/** The market without the candles that end after a time (epoch ms). */
export const until = (market: MarketData, end: number): MarketData => ({
  ...market,
  candles: async (...asked) =>
    (await market.candles(...asked)).filter((candle) => endOf(candle) <= end),
});
