import { expect, it } from 'vitest';
import { findNumberParsing } from '../../src/checks/numbers';

const READ_BY = 'use parseMoney or parseDecimal (contracts/src/core/money.ts)';

const faults = (text: string, path = 'web/src/screens/some.tsx') =>
  findNumberParsing(path, text).map((fault) => fault.replace(`: ${READ_BY}`, ''));

const BROKER_LIST = `
  const amount = cell('amount').replace(/[$\\s,]/g, '');
  if (amount !== '' && !AMOUNT.test(amount)) return 'amount must be dollars';
  return { traderId, underOurLink, funded, amount: amount === '' ? null : Number(amount) };
`;

const DEPOSIT = `
export const typedDepositSchema = z.pipe(
  z.string('Deposit amount is required').check(
    z.overwrite((text) => text.replace(/[\\s,$]/g, '')),
    z.regex(/^\\d{1,12}(\\.\\d{1,2})?$/, NOT_A_NUMBER),
  ),
  z.transform(Number),
);
`;

const TYPED_NUMBER = `
export function typedNumber(text: string, comma: Comma = 'decimals'): number | null {
  const plain = text.trim().replace(/^\\$ ?/, '').replace(/ ?%$/, '');
  if (plain === '') return null;
  const isDecimal = DECIMAL.test(plain);
  if (GROUPED.test(plain) && (comma === 'thousands' || !isDecimal))
    return Number(plain.replaceAll(',', ''));
  return isDecimal ? Number(plain.replace(',', '.')) : Number.NaN;
}
`;

const COMMA = 'removes or replaces a number’s comma';
const MARKS = 'strips separators from text and turns it into a number';

it.each([
  ['functions/src/domain/submissions/brokerList.ts', BROKER_LIST, [2, 4]],
  ['contracts/src/submissions/submission.ts', DEPOSIT, [4]],
  ['contracts/src/typedNumber.ts', TYPED_NUMBER, [7, 8]],
])('reports the lines of %s that misread typed amounts', (path, text, lines) => {
  const places = faults(text, path).map((fault) => fault.replace(/ (?:removes|strips).*/, ''));
  expect(places).toEqual(lines.map((line) => `${path}:${line}`));
});

it.each([
  ['parseFloat(cell)', 'uses parseFloat, which stops at a comma'],
  ['Number.parseFloat(cell)', 'uses parseFloat, which stops at a comma'],
  ['event.target.valueAsNumber', 'uses valueAsNumber, which depends on the browser’s language'],
  ['Number(text)', 'turns “text” into a number'],
  ['+typed.trim()', 'turns “typed” into a number'],
  ['Number(target.value)', 'turns “target.value” into a number'],
  ['Number(event.target.value)', 'turns “event.target.value” into a number'],
  ["Number(hours.trim().replace(',', '.'))", MARKS],
  ["price = cell?.replace(/,/g, '')", COMMA],
  ["price = cell.split(',').join('')", COMMA],
  ["price = cell.replaceAll('.', '').replace(',', '.')", COMMA],
  ["Number(cell.replace(/\\s/g, ''))", MARKS],
  ["+cell.replaceAll(\"'\", '')", MARKS],
  ["Number(cell.replace('$', ''))", MARKS],
  ["Number(cell.replace(/[^0-9.-]+/g, ''))", MARKS],
  ["const plain = cell.replace(/\\s/g, ''); const cents = 100 * Number(plain);", MARKS],
  ["const strip = (t) => t.replace(/ /g, ''); const cents = Number(strip(cell));", MARKS],
  ["function strip(t) { return t.replace(/ /g, ''); } parseInt(strip(cell), 10);", MARKS],
])('rejects %s', (text, what) => {
  expect(faults(text)).toEqual([`web/src/screens/some.tsx:1 ${what}`]);
});

it.each([
  ['the money parser itself', "Number(text.replace(',', '.'))", 'contracts/src/core/money.ts'],
  ['tools', "Number(output.replaceAll(',', ''))", 'tools/src/bench/backtest.ts'],
  ['digits of a time', 'Number(text)', 'web/src/data/journal/times.ts'],
  ['tests', 'Number(text)', 'web/test/screens/some.test.ts'],
  ['an id’s digits', "Number(name.replace(/^to/, ''))"],
  ['a name without punctuation', "name.replace(/[^\\p{L}\\p{Nd}]/gu, '')"],
  ['the name of a file', "name.replace(/\\.[^.]*$/, '')"],
  ['a phone number', "phone.replace(/\\s/g, '')"],
  ['a number’s own text', 'Number(value.toFixed(2))'],
  ['commas between thousands', "String(count).replace(/\\B(?=(\\d{3})+$)/g, ',')"],
  ['a length of CSS', 'Number.parseFloat(getComputedStyle(root).fontSize)'],
])('ignores %s', (_, text, path?: string) => {
  expect(faults(text, path)).toEqual([]);
});
