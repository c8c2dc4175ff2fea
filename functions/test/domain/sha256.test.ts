import { createHash } from 'node:crypto';
import { sha256Hex } from '@quantalgo/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const known = (text: string) => createHash('sha256').update(text).digest('hex');

describe('SHA-256 in plain code', () => {
  it('gives what every other gives, for text of any script and length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(sha256Hex(text)).toBe(known(text));
      }),
      { numRuns: 300 },
    );
  });

  it.each([0, 54, 55, 56, 63, 64, 65, 4000, 20_000])('pads a text of %i bytes', (length) => {
    expect(sha256Hex('q'.repeat(length))).toBe(known('q'.repeat(length)));
  });
});
