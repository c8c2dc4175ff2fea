import { describe, expect, it } from 'vitest';
import { readOptions } from '../../src/backtest/options';
import { ProgressBar } from '../../src/backtest/progressBar';

describe('the command line of a backtest', () => {
  it('names a folder of candles and a file, and may name a report', () => {
    expect(readOptions(['--candles', 'a', '--json', 'b'])).toEqual({
      candles: 'a',
      json: 'b',
      report: null,
    });
    expect(readOptions(['--candles', 'a', '--json', 'b', '--report', 'c'])?.report).toBe('c');
  });

  it('is explained where something is missing, unknown or asked for', () => {
    expect(() => readOptions(['--json', 'b'])).toThrow(/^--candles is missing\.\n\nWalks candle/);
    expect(() => readOptions(['--candles', 'a'])).toThrow(/^--json is missing/);
    expect(() => readOptions(['--pairs', 'a'])).toThrow(/Unknown option '--pairs'/);
    expect(readOptions(['--help'])).toBeNull();
  });
});

describe('its progress', () => {
  const shownOn = (isTTY: boolean) => {
    const written: string[] = [];
    const bar = new ProgressBar(0, 200, { isTTY, write: (text) => written.push(text) });
    bar.show(100);
    bar.end();
    return written.join('');
  };

  it('fills a bar on a terminal', () => {
    expect(shownOn(true)).toContain(`${'█'.repeat(15)}${'░'.repeat(15)}  50 %  1970-01-01`);
  });

  it('is silent where nobody looks', () => {
    expect(shownOn(false)).toBe('');
  });
});
