import { describe, expect, it } from 'vitest';
import { createProgress, readOptions } from '../../src/backtest/run';

describe('backtest options', () => {
  it('requires --candles and --json, and accepts --report, --docs and --zone', () => {
    expect(readOptions(['--candles', 'a', '--json', 'b'])).toEqual({
      candles: 'a',
      json: 'b',
      zone: null,
      report: null,
      docs: null,
    });
    expect(readOptions(['--candles', 'a', '--json', 'b', '--report', 'c'])?.report).toBe('c');
    expect(readOptions(['--candles', 'a', '--json', 'b', '--docs', 'd'])?.docs).toBe('d');
    const zoned = readOptions(['--candles', 'a', '--json', 'b', '--zone', 'GMT+2']);
    expect(zoned?.zone?.name).toBe('GMT+2');
  });

  it('rejects missing and unknown options, and returns null for --help', () => {
    expect(() => readOptions(['--json', 'b'])).toThrow(
      /^--candles is missing\.\n\nRuns candle files/,
    );
    expect(() => readOptions(['--candles', 'a'])).toThrow(/^--json is missing/);
    expect(() => readOptions(['--pairs', 'a'])).toThrow(/Unknown option '--pairs'/);
    expect(() => readOptions(['--candles', 'a', '--json', 'b', '--zone', 'Lagos'])).toThrow(
      'Unknown zone: Lagos. Use a zone such as Europe/Athens, GMT+2, UTC or America/New_York+07:00.',
    );
    expect(readOptions(['--help'])).toBeNull();
  });
});

describe('createProgress', () => {
  const shownOn = (isTTY: boolean) => {
    const written: string[] = [];
    createProgress(0, 200, { isTTY, write: (text) => written.push(text) })(100);
    return written.join('');
  };

  it('prints a percentage on a terminal', () => {
    expect(shownOn(true)).toContain('50%');
  });

  it('prints nothing if the output is not a terminal', () => {
    expect(shownOn(false)).toBe('');
  });
});
