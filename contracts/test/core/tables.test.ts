import { describe, expect, it } from 'vitest';
import { decodeText, parseTable } from '../../src/core/tables';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const units = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) units.setUint16(2 * at, text.charCodeAt(at), !isBig);
  return new Uint8Array(units.buffer);
};

describe('decodeText', () => {
  const TEXT = 'Open time\tcafé, naïve Ọlá\r\n2026-11-25 10:05:00\tEURUSD\r\n';

  it.each([
    ['UTF-8', bytes(TEXT)],
    ['little-endian UTF-16', utf16(TEXT, false)],
    ['big-endian UTF-16', utf16(TEXT, true)],
    ['UTF-16 with a byte order mark', utf16(`\uFEFF${TEXT}`, false)],
  ])('decodes %s', (_, encoded) => {
    expect(decodeText(encoded)).toBe(TEXT);
  });

  it('decodes Windows-1252', () => {
    const encoded = Uint8Array.from([0x63, 0x61, 0x66, 0xe9]);
    expect(decodeText(encoded)).toBe('café');
  });
});

describe('parseTable', () => {
  it('unquotes cells and accepts either line ending, or none at the end', () => {
    expect(parseTable('a,b\nc,"d ""e"""\r\nf,')).toEqual([
      ['a', 'b'],
      ['c', 'd "e"'],
      ['f', ''],
    ]);
    expect(parseTable('')).toEqual([]);
  });

  it.each([',', ';', '\t', '|'])('splits at %j despite stray quotes and blank lines', (mark) => {
    expect(parseTable(`\uFEFFa${mark}"b${mark}c"\r\n\r\n5" d${mark}e`)).toEqual([
      ['a', `b${mark}c`],
      [''],
      ['5" d', 'e'],
    ]);
  });

  it('splits at semicolons if commas are decimal marks', () => {
    expect(parseTable('Time;Pair;Stake;Open;Close\n14:10;EURUSD;2,50;1,08541;1,08561\n')).toEqual([
      ['Time', 'Pair', 'Stake', 'Open', 'Close'],
      ['14:10', 'EURUSD', '2,50', '1,08541', '1,08561'],
    ]);
  });

  it('splits at the delimiter in Excel’s sep= line', () => {
    expect(parseTable('sep=;\r\na;b,c,d\r\n')).toEqual([['a', 'b,c,d']]);
    expect(parseTable('SEP=\t\na\tb,c')).toEqual([['a', 'b,c']]);
  });

  it('splits at the delimiter of most rows despite a different header', () => {
    const report =
      'Trade; History; Report,,\nName:,Member,\nTime,Symbol,Type\n1,EURUSD,buy\n2,EURUSD,sell';
    expect(parseTable(report).at(-1)).toEqual(['2', 'EURUSD', 'sell']);
  });

  it.each([',', ';', '\t', '|'])('ignores blanks between %j and a quote', (mark) => {
    const row = [
      '2026-11-20 14:10:03',
      '"EUR/USD"',
      'buy',
      `"a${mark} ""b""${mark} ""${mark} c"`,
      '"two\nlines"',
    ];
    const line = row.join(`${mark} `);
    expect(parseTable(`${line}\n ${line}`)).toEqual(
      ['2026', ' 2026'].map((year) => [
        `${year}-11-20 14:10:03`,
        'EUR/USD',
        ' buy',
        `a${mark} "b"${mark} "${mark} c`,
        'two\nlines',
      ]),
    );
    expect(parseTable(`sep=${mark}\n "1"${mark} "2"`)).toEqual([['1', '2']]);
  });

  it('keeps blanks before quoted words in a longer cell', () => {
    expect(parseTable('a, "b" c,"d, ""e"", f"\n"g" , "h", i')).toEqual([
      ['a', ' "b" c', 'd, "e", f'],
      ['g', 'h', ' i'],
    ]);
  });
});
