import { createHash } from 'node:crypto';
import { sha256, sha256Hex, encodeUtf8 } from '@quantalgo/contracts/core/sha256';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const hashWithNode = (text: string) => createHash('sha256').update(text).digest('hex');

describe('sha256', () => {
  it('matches Node’s SHA-256 for any Unicode text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(sha256Hex(text)).toBe(hashWithNode(text));
      }),
      { numRuns: 300 },
    );
  });

  it('matches Node for bytes, and encodes text as UTF-8', () => {
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

  it.each([0, 54, 55, 56, 63, 64, 65, 4000, 20_000])(
    'pads a text of %i bytes correctly',
    (length) => {
      expect(sha256Hex('q'.repeat(length))).toBe(hashWithNode('q'.repeat(length)));
    },
  );
});
