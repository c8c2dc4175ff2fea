import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDecimalMark, parseDecimal, parseMoney, parsePercent } from '../../src/core/money';

const withGroups = (whole: number, mark: string, isIndian = false): string =>
  String(whole).replace(
    isIndian ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g,
    mark.replace('$', '$$$$'),
  );

const STYLES: readonly (readonly [group: string, decimal: '.' | ',', isIndian?: boolean])[] = [
  ['', '.'],
  ['', ','],
  [',', '.'],
  [',', '.', true],
  ['.', ','],
  [' ', ','],
  [' ', '.'],
  ['\u00A0', ','],
  ['\u202F', ','],
  ['\u2009', '.'],
  ["'", '.'],
  ['’', '.'],
];

const WRAPPERS: readonly (readonly [before: string, after: string, sign: 1 | -1])[] = [
  ['', '', 1],
  [' ', '\u00A0', 1],
  ['$', '', 1],
  ['$ ', '', 1],
  ['US$', '', 1],
  ['USD ', '', 1],
  ['', ' USD', 1],
  ['', '\u00A0$', 1],
  ['\u200E', '\u200F', 1],
  ['+', '', 1],
  ['-', '', -1],
  ['−', '', -1],
  ['–', ' $', -1],
  ['-$', '', -1],
  ['$-', '', -1],
  ['(', ')', -1],
  ['($', ')', -1],
  ['$(', ')', -1],
];

const DIGITS = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '०१२३४५६७८९', '௦௧௨௩௪௫௬௭௮௯', '０１２３４５６７８９'];

/** An amount in cents, and one of the ways in which it is written. */
const writtenAmount = fc
  .record({
    cents: fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 0, max: 1e11 })),
    style: fc.constantFrom(...STYLES),
    decimals: fc.constantFrom(0, 1, 2),
    wrapper: fc.constantFrom(...WRAPPERS),
    digits: fc.constantFrom(...DIGITS),
  })
  .map(({ cents, style: [group, decimal, isIndian], decimals, wrapper, digits }) => {
    const unit = 10 ** (2 - decimals);
    const rounded = Math.floor(cents / unit) * unit;
    const fraction = String(rounded % 100)
      .padStart(2, '0')
      .slice(0, decimals);
    const [before, after, sign] = wrapper;
    const number = withGroups(Math.floor(rounded / 100), group, isIndian);
    const latin = number + (decimals === 0 ? '' : decimal + fraction);
    const text = latin.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
    const value = rounded === 0 ? 0 : (sign * rounded) / 100;
    return { text: before + text + after, value, decimal };
  });

describe('parseMoney', () => {
  it.each([
    ['99,50', 99.5],
    ['20,00', 20],
    ['5,00', 5],
    ['500,50', 500.5],
    ['1250', 1250],
    ['1250.00', 1250],
    ['$1,250.50', 1250.5],
    ['1.250,50 $', 1250.5],
    ['1 250,50', 1250.5],
    ["1'250.50", 1250.5],
    ['1,250,000', 1_250_000],
    ['1.250.000', 1_250_000],
    ['12,34,567.89', 1_234_567.89],
    ['1,00,000', 100_000],
    ['5.', 5],
    ['5,', 5],
    ['.5', 0.5],
    [',50', 0.5],
    ['0,125', 0.125],
    ['(3.20)', -3.2],
    ['$(3,20)', -3.2],
    ['−4,60', -4.6],
    ['+4.60', 4.6],
    ['50 USDT', 50],
    ['$50 USD', 50],
    ['50 dollars', 50],
    ['١٢٥٠٫٥', 1250.5],
    ['١٬٢٥٠٫٥٠', 1250.5],
    ['１，２５０．５０', 1250.5],
    ['\u2066$99,50\u2069', 99.5],
    ['𝟡𝟘', 90],
    ['USD$500', 500],
    ['US $500', 500],
    ['$USD 50', 50],
    ['50 US dollars', 50],
    ['500 USD.', 500],
    ['500,-', 500],
    ['500 USDC', 500],
    ['500 $US', 500],
    ['500 $ USD', 500],
    ['U.S. $500', 500],
    ['50 U.S. Dollars', 50],
    ['USD. 500', 500],
    ['USD.50', 0.5],
    ['USD.5,000.50', 5000.5],
    ['500.–', 500],
    ['1.250,-', 1250],
    ['500,-- $', 500],
    ['$500/-', 500],
    ['US$ 5,000,000/=', 5_000_000],
  ])('reads %j', (text, value) => {
    expect(parseMoney(text)).toEqual({ value });
  });

  it.each(['', ' ', '\u00A0', '\u200B'])('reads %j as null', (text) => {
    expect(parseMoney(text)).toEqual({ value: null });
  });

  it.each([
    ['1,250', 'Is this 1250 or 1.25? Write 1250 or 1.25.'],
    ['1.250', 'Is this 1250 or 1.25? Write 1250 or 1.25.'],
    ['$12,500', 'Is this 12500 or 12.5? Write 12500 or 12.50.'],
    ['1,255 USD', 'Is this 1255 or 1.255? Write 1255 without a comma or point.'],
    ['(1,250)', 'Is this -1250 or -1.25? Write -1250 or -1.25.'],
    ['١٫٢٥٠', 'Is this 1250 or 1.25? Write 1250 or 1.25.'],
  ])('asks which reading of %j is meant', (text, problem) => {
    expect(parseMoney(text)).toEqual({ value: Number.NaN, problem });
  });

  it.each([
    ...['€99,50', '99.50 EUR', '₦5,000', 'NGN 5000', 'GH₵50', 'C$50', 'R$ 50', '5000 naira'],
    ...['N50,000', 'R500', 'Rs. 5,000', 'Kshs 500', '5,000/=', '5000/-'],
    ...['n 500', '-R500', 'Rs.5,000', 'Kshs 5,000/=', 'TSh 5000', 'AUS$500', '500,- €', '500 EUR.'],
  ])('rejects another currency: %j', (text) => {
    expect(parseMoney(text)).toEqual({
      value: Number.NaN,
      problem: 'Enter the amount in US dollars',
    });
  });

  it.each([
    ...['a lot', '1e3', '1e-3', '5k', '0x10', 'Infinity', 'NaN', '=1+1', '1-2', '5-', '--5', '$'],
    ...[
      '1,2,3',
      '1.000.50',
      '1,250,00',
      '1 25',
      '12 50',
      '1,250.50.5',
      '1.2.3',
      '10²',
      '½',
      '5 lots',
    ],
    ...[
      '-(5)',
      '(-5)',
      '()',
      '-',
      '.',
      ',',
      "5'",
      '50 %',
      '1234567890123456',
      '10,000 000',
      '$50 EU',
      '50 N',
      '2 R',
      '500-',
      '500,-5',
      '500/',
      '50 us',
    ],
  ])('rejects %j', (text) => {
    expect(parseMoney(text)).toEqual({ value: Number.NaN });
  });

  it('reads any written amount correctly or asks about it', () => {
    fc.assert(
      fc.property(writtenAmount, ({ text, value }) => {
        const reading = parseMoney(text);
        if (reading.problem === undefined) expect(reading.value).toBe(value);
        else expect(reading.value).toBeNaN();
      }),
      { numRuns: 2000 },
    );
  });

  it('reads any written amount correctly if the decimal mark is known', () => {
    fc.assert(
      fc.property(writtenAmount, ({ text, value, decimal }) => {
        expect(parseMoney(text, decimal)).toEqual({ value });
      }),
    );
  });

  it('reads no text without digits as a number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { value } = parseMoney(text);
        if (value !== null && !Number.isNaN(value)) expect(text).toMatch(/\p{Nd}/u);
      }),
    );
  });
});

describe('decimal mark of a column', () => {
  it.each([
    [['1,250', '99,50'], ','],
    [['1.250', '1.234,56'], ','],
    [['1.250', '1.250.000'], ','],
    [['1,250', '12.5'], '.'],
    [['1,250', '1,250,000', 'n/a', ''], '.'],
    [['1,00,000', '1,250'], '.'],
    [['0,125', '1,250'], ','],
    [['80,5 %', '1,250 %'], ','],
    [['1,250', '12,500', '20'], null],
    [['99,50', '12.75', '1,250'], null],
    [[], null],
  ])('is found in %j: %j', (cells, mark) => {
    expect(findDecimalMark(cells)).toBe(mark);
  });

  it('decides how ambiguous cells are read', () => {
    expect(parseMoney('1,250', ',')).toEqual({ value: 1.25 });
    expect(parseMoney('1.250', ',')).toEqual({ value: 1250 });
    expect(parseMoney('1,250', '.')).toEqual({ value: 1250 });
    expect(parseDecimal('1,085', ',')).toEqual({ value: 1.085 });
  });

  it('leaves ambiguous cells undecided if it is unknown', () => {
    expect(parseMoney('1,250', null).problem).toContain('1250 or 1.25');
  });

  it('is null or the one that the cells were written with', () => {
    fc.assert(
      fc.property(fc.array(writtenAmount, { minLength: 1 }), ([first, ...others]) => {
        const column = [first, ...others].filter((cell) => cell?.decimal === first?.decimal);
        const mark = findDecimalMark(column.map((cell) => cell?.text ?? ''));
        expect([first?.decimal, null]).toContain(mark);
      }),
    );
  });
});

describe('parseDecimal', () => {
  it.each([
    ['1.085', 1.085],
    ['151.887', 151.887],
    ['1,0852', 1.0852],
    ['0,851', 0.851],
    ['64,250.50', 64_250.5],
    ['2 650,25', 2650.25],
    ['7', 7],
    ['', null],
  ])('reads %j', (text, value) => {
    expect(parseDecimal(text)).toEqual({ value });
  });

  it('asks about a comma followed by three digits', () => {
    expect(parseDecimal('1,085')).toEqual({
      value: Number.NaN,
      problem: 'Is this 1085 or 1.085? Write 1085 or 1.085.',
    });
  });

  it('reads any price with a decimal point correctly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 0, max: 5 }),
        (steps, digits) => {
          const price = steps / 10 ** digits;
          expect(parseDecimal(price.toFixed(digits))).toEqual({ value: price });
        },
      ),
    );
  });
});

describe('parsePercent', () => {
  it.each([
    ['80', 80],
    ['80 %', 80],
    ['82,5%', 82.5],
    ['%92', 92],
    ['+%92', 92],
    ['-%5', -5],
    ['2％', 2],
    ['٪٩٢', 92],
    ['92 ﹪', 92],
    ['', null],
    ['80 % %', Number.NaN],
    ['%', Number.NaN],
  ])('reads %j', (text, value) => {
    expect(parsePercent(text).value).toEqual(value);
  });
});
