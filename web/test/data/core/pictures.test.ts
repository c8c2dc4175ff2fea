import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted, longerSide } from '../../../src/data/core/images';
import { jpegHeader, pngHeader } from './pictures';

const edge = fc.integer({ min: 1, max: 30_000 });

describe('the size of a proof', () => {
  it('stays as it is where it is small enough', () => {
    expect(fitted(1080, 1920)).toEqual({ width: 1080, height: 1920 });
  });

  it('keeps its proportions within 2,000 pixels a side', () => {
    expect(fitted(4000, 3000)).toEqual({ width: 2000, height: 1500 });
    fc.assert(
      fc.property(edge, edge, (width, height) => {
        const size = fitted(width, height);
        expect(Math.max(size.width, size.height)).toBe(Math.min(2000, Math.max(width, height)));
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe('what a picture says of its size', () => {
  const sides = fc.integer({ min: 1, max: 65_535 });

  it('is read from its first bytes, whatever cameras write before it', () => {
    fc.assert(
      fc.property(sides, sides, fc.uint8Array({ maxLength: 300 }), (width, height, exif) => {
        const longer = Math.max(width, height);
        expect(longerSide(pngHeader(width, height).buffer)).toBe(longer);
        expect(longerSide(jpegHeader(width, height, exif).buffer)).toBe(longer);
      }),
    );
    expect(longerSide(pngHeader(30_000, 4_000_000_000).buffer)).toBe(4_000_000_000);
  });

  it('is nothing where the bytes are no picture, or end before they say it', () => {
    const jpeg = jpegHeader(600, 400, new Uint8Array(20));
    for (let length = 0; length < jpeg.length; length += 1)
      expect(longerSide(jpeg.slice(0, length).buffer)).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (noise) => {
        expect(longerSide(new Uint8Array([0x3c, ...noise]).buffer)).toBeNull();
      }),
    );
  });
});
