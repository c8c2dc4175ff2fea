import { describe, expect, it } from 'vitest';
import { candle, lines, useFolder } from './candleTexts';

const { read } = useFolder();

describe('one-minute rows', () => {
  const minute = (at: number, prices: readonly number[], volume: number) =>
    `2026-05-11 00:${String(at).padStart(2, '0')}:00,${prices.join()},${volume}`;
  const HEADER = 'time,open,high,low,close,volume';

  it('are combined into five-minute candles of open, extremes, close and total volume', async () => {
    const text = lines(
      HEADER,
      minute(0, [1.17, 1.1701, 1.16969, 1.16979], 149),
      minute(1, [1.16979, 1.16989, 1.16939, 1.16949], 164),
      minute(2, [1.16949, 1.17, 1.16937, 1.1699], 158),
      minute(3, [1.1699, 1.17023, 1.169, 1.16913], 42),
      minute(4, [1.16913, 1.1694, 1.1691, 1.1693], 7),
      minute(5, [1.1693, 1.1695, 1.169, 1.1694], 1),
      minute(9, [1.1694, 1.1696, 1.1693, 1.1695], 2),
    );
    expect(await read(text)).toEqual([
      candle(0, [1.17, 1.17023, 1.169, 1.1693], 520),
      candle(5, [1.1693, 1.1696, 1.169, 1.1695], 3),
    ]);
  });

  it('are dropped for an incomplete slot at the start or end of the file', async () => {
    const rows = Array.from({ length: 11 }, (_, at) => minute(at + 2, [1.1, 1.2, 1, 1.1], 1));
    expect(await read(lines(HEADER, ...rows))).toEqual([candle(5, [1.1, 1.2, 1, 1.1], 5)]);
  });

  it('are parsed from HistData', async () => {
    const text = lines(
      '20260511 000000;1.17;1.1701;1.16969;1.16979;0',
      '20260511 000100;1.16979;1.16989;1.16939;1.16949;0',
      '20260511 000400;1.16949;1.16959;1.16937;1.16947;0',
    );
    expect(await read(text, 'DAT_ASCII_EURUSD_M1_2026.csv')).toEqual([
      candle(5 * 60, [1.17, 1.1701, 1.16937, 1.16947], 0),
    ]);
  });
});
