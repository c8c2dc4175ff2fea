import { expect, it } from 'vitest';
import { formatTextLength } from '../../src/ui/lengthText';

it.each([
  [0, undefined],
  [1599, undefined],
  [1600, '1,600 of 2,000 characters'],
  [2001, '2,001 of 2,000 characters'],
])('describes a text of %i of 2,000 characters as %s', (length, expected) => {
  expect(formatTextLength(`  ${'x'.repeat(length)} `, 2000)).toBe(expected);
});
