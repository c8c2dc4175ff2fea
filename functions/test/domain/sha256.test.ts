import { createHash } from 'node:crypto';
import { sha256, sha256Hex, encodeUtf8 } from '@quantalgo/contracts/core/sha256';
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

  it('gives the same for bytes, and the bytes that a text is hashed by', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(
          createHash('sha256').update(bytes).digest('hex'),
        );
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(Buffer.from(encodeUtf8(text))).toEqual(Buffer.from(text));
      }),
    );
  });

  it.each([0, 54, 55, 56, 63, 64, 65, 4000, 20_000])('pads a text of %i bytes', (length) => {
    expect(sha256Hex('q'.repeat(length))).toBe(known('q'.repeat(length)));
  });
});
