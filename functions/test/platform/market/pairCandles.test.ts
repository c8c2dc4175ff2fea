import { describe, expect, it } from 'vitest';
import { CANDLES, formatDatedRows, lines, CANDLE_TIMES, useFolder } from './candleTexts';

const { write, read, readAgain } = useFolder();

describe('candle file name', () => {
  it.each([
    'EURUSD_M5.csv',
    'eurusd_m5.csv',
    'EURUSD.csv',
    'EURUSD.CSV',
    'EURUSD5.csv',
    'EURUSDm_M5.csv',
    'EUR_USD.csv',
    'EURUSD_M5_202605110000_202605112355.csv',
    'EURUSD_Candlestick_5_M_BID_11.05.2026-15.05.2026.csv',
    'eurusd-m5-bid-2026-05-11-2026-05-15.csv',
    'FX_EURUSD, 5_1a2b3.csv',
    'EURUSD=X.csv',
    'frxEURUSD.csv',
  ])('is recognised as its pair: %s', async (name) => {
    expect(
      await read(formatDatedRows('time,open,high,low,close,volume', CANDLE_TIMES), name),
    ).toEqual(CANDLES);
  });

  it('may be one of several consecutive files for a pair', async () => {
    const [header = '', first = '', second = '', third = ''] = formatDatedRows(
      'time,open,high,low,close,volume',
      CANDLE_TIMES,
    ).split('\n');
    write(lines(header, third), 'EURUSD_B.csv');
    expect(await read(lines(header, first, second), 'EURUSD_C.csv')).toEqual(CANDLES);
    write(lines(header, second), 'EURUSD_D.csv');
    await expect(readAgain()).rejects.toThrow(/EURUSD_D\.csv.*EURUSD_C\.csv.*same time/);
  });
});

describe('rows outside trading hours', () => {
  it('are dropped', async () => {
    const text = formatDatedRows('time,open,high,low,close,volume', [
      '2026-05-15 20:55:00',
      '2026-05-15 21:00:00',
      '2026-05-16 12:00:00',
    ]);
    expect((await read(text)).map(({ time }) => time)).toEqual([Date.UTC(2026, 4, 15, 20, 55)]);
  });
});
