import { describe, expect, it } from 'vitest';
import { decodeText, parseTable } from '../../src/core/tables';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const units = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) units.setUint16(2 * at, text.charCodeAt(at), !isBig);
  return new Uint8Array(units.buffer);
};

/** @param page an encoding of one byte per character */
function encode(text: string, page: string): Uint8Array {
  const letters = new TextDecoder(page).decode(Uint8Array.from({ length: 256 }, (_, at) => at));
  const encoded = Array.from(text, (letter) => letters.indexOf(letter));
  expect(encoded).not.toContain(-1);
  return Uint8Array.from(encoded);
}

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

  it.each([
    ['windows-1252', 'café'],
    ['windows-1252', 'Heure d’ouverture;Prix réglé à l’échéance;Créée – « déjà »'],
    ['windows-1252', 'Preço;Ações;Direção;OPERAÇÃO;ÄÖÜ;GRÖßE;Größe'],
    ['windows-1252', 'Dagur;Tíð;Upphæð;Þjónusta;Öryggi;Sími'],
    ['windows-1252', 'Note;€5;–––;1·000'],
    ['windows-1251', 'Дата;Актив;Тип;Сумма\r\n20.11.2026 14:10:03;EUR/USD;Вверх;2,00'],
    ['windows-1251', 'Время открытия;Цена;S / L;Объём;ПРИБЫЛЬ;в %'],
    ['windows-1251', 'Дата;Актив;Напрямок;Ціна відкриття;Прибуток'],
    ['windows-1254', 'Açılış Zamanı;Sembol;Tür;Fiyat;Kâr;Özgünlüğü'],
    ['windows-1254', 'TARİH;VARLIK;YÖN'],
    ['windows-1256', 'التاريخ;الزوج;النوع;المبلغ\r\n20.11.2026 14:10;EURUSD;شراء;2'],
  ])('decodes %s: %s', (page, text) => {
    expect(decodeText(encode(text, page))).toBe(text);
  });

  it('decodes a long file by its first letters beyond ASCII', () => {
    const text = `${'1;EURUSD;buy\n'.repeat(20_000)}Сумма`;
    expect(decodeText(encode(text, 'windows-1251'))).toBe(text);
  });

  it.each([
    ['koi8-r', encode('Дата;Актив;Тип;Сумма', 'koi8-r')],
    ['ibm866', encode('Дата;Актив;Направление;Сумма', 'ibm866')],
    ['windows-1253', encode('Ημερομηνία;Σύμβολο;Κατεύθυνση', 'windows-1253')],
    // 时间;价格
    ['GBK', Uint8Array.from([0xca, 0xb1, 0xbc, 0xe4, 0x3b, 0xbc, 0xdb, 0xb8, 0xf1])],
  ])('rejects %s instead of misreading its letters', (_, encoded) => {
    expect(decodeText(encoded)).toBeNull();
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

  it.each([['a,b\r\nc,d\ne,f\n'], ['a,b\rc,d\r\ne,f'], ['a,b\nc,d\re,f\r']])(
    'accepts mixed line ends: %j',
    (text) => {
      expect(parseTable(text)).toEqual([
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
      ]);
      expect(parseTable(`sep=,\r${text}`)).toHaveLength(3);
    },
  );

  it('keeps line ends in quoted cells', () => {
    expect(parseTable('a,b\r\n"c\r\nd",e\n"f\n\ng",h')).toEqual([
      ['a', 'b'],
      ['c\nd', 'e'],
      ['f\n\ng', 'h'],
    ]);
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
