import { describe, expect, it } from 'vitest';
import { decodeText, parseTable } from '../../src/core/tables';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const units = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) units.setUint16(2 * at, text.charCodeAt(at), !isBig);
  return new Uint8Array(units.buffer);
};

describe('the text of a file', () => {
  const TEXT = 'Open time\tcafé, naïve Ọlá\r\n2026-11-25 10:05:00\tEURUSD\r\n';

  it.each([
    ['UTF-8', bytes(TEXT)],
    ['UTF-16 with little ends first', utf16(TEXT, false)],
    ['UTF-16 with big ends first', utf16(TEXT, true)],
    ['UTF-16 after a byte order mark', utf16(`\uFEFF${TEXT}`, false)],
  ])('is decoded from %s', (_, encoded) => {
    expect(decodeText(encoded)).toBe(TEXT);
  });

  it('is decoded from Windows-1252', () => {
    const encoded = Uint8Array.from([0x63, 0x61, 0x66, 0xe9]);
    expect(decodeText(encoded)).toBe('café');
  });
});

describe('a delimited text', () => {
  it('is read without quotes, with either end of line, and without a last one', () => {
    expect(parseTable('a,b\nc,"d ""e"""\r\nf,')).toEqual([
      ['a', 'b'],
      ['c', 'd "e"'],
      ['f', ''],
    ]);
    expect(parseTable('')).toEqual([]);
  });

  it.each([',', ';', '\t', '|'])('is divided at %j, past stray quotes and blank lines', (mark) => {
    expect(parseTable(`\uFEFFa${mark}"b${mark}c"\r\n\r\n5" d${mark}e`)).toEqual([
      ['a', `b${mark}c`],
      [''],
      ['5" d', 'e'],
    ]);
  });

  it('is divided at semicolons where commas stand before decimals', () => {
    expect(parseTable('Time;Pair;Stake;Open;Close\n14:10;EURUSD;2,50;1,08541;1,08561\n')).toEqual([
      ['Time', 'Pair', 'Stake', 'Open', 'Close'],
      ['14:10', 'EURUSD', '2,50', '1,08541', '1,08561'],
    ]);
  });

  it('is divided at what Excel’s first line names', () => {
    expect(parseTable('sep=;\r\na;b,c,d\r\n')).toEqual([['a', 'b,c,d']]);
    expect(parseTable('SEP=\t\na\tb,c')).toEqual([['a', 'b,c']]);
  });

  it('is divided as most rows are, whatever stands above them', () => {
    const report =
      'Trade; History; Report,,\nName:,Member,\nTime,Symbol,Type\n1,EURUSD,buy\n2,EURUSD,sell';
    expect(parseTable(report).at(-1)).toEqual(['2', 'EURUSD', 'sell']);
  });
});
