import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isPictureSize,
  PICTURE_SIZE,
  PROOF_SIZE,
} from '@quantalgo/contracts/submissions/imageSize';
import { TOO_MANY_PIXELS } from '@quantalgo/contracts/submissions/submission';
import { FileRefusedError } from '../../../src/data/core/chosenFile';
import { fitSize, readHeader, TOO_LONG } from '../../../src/data/core/images';
import { jpegHeader, pngHeader } from './pictures';

const edge = fc.integer({ min: 1, max: 30_000 });

/** The size that is sent, or the reason for refusing the image. */
const fit = (width: number, height: number, limits = PROOF_SIZE) => {
  try {
    return fitSize({ width, height }, limits);
  } catch (error) {
    return error instanceof FileRefusedError ? error.message : 'another error';
  }
};

describe('fitSize', () => {
  it.each([
    ['keeps the size of a small image', 1080, 1920, { width: 1080, height: 1920 }],
    ['keeps the size of a scrolling screenshot', 1080, 11_000, { width: 1080, height: 11_000 }],
    [
      'scales a longer screenshot to a width of 1,080 px',
      1440,
      14_000,
      { width: 1080, height: 10_500 },
    ],
    [
      'scales an even longer screenshot to a height of 12,000 px',
      1080,
      14_000,
      { width: 926, height: 12_000 },
    ],
    ['scales a photo to 2,000 px on the longer side', 4000, 3000, { width: 2000, height: 1500 }],
    [
      'scales a 108-megapixel photo to 2,000 px on the longer side',
      12_000,
      9000,
      { width: 2000, height: 1500 },
    ],
    ['scales a wide screenshot to a height of 1,080 px', 5120, 1440, { width: 3840, height: 1080 }],
    ['refuses a screenshot too long to stay legible', 1080, 20_000, TOO_LONG],
    ['refuses an image with too many pixels', 30_000, 30_000, TOO_MANY_PIXELS],
  ])('%s', (_what, width, height, size) => {
    expect(fit(width, height)).toEqual(size);
  });

  it('keeps the width of a long screenshot in a post’s picture too', () => {
    expect(fit(1080, 11_000, PICTURE_SIZE)).toEqual({ width: 1080, height: 11_000 });
    expect(fit(4000, 3000, PICTURE_SIZE)).toEqual({ width: 1600, height: 1200 });
  });

  it('never enlarges, stays legible and meets the server’s limits', () => {
    fc.assert(
      fc.property(edge, edge, (width, height) => {
        const size = fit(width, height, PICTURE_SIZE);
        if (typeof size === 'string') return;
        expect(isPictureSize(size.width, size.height)).toBe(true);
        expect(size.width).toBeLessThanOrEqual(width);
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(
          Math.min(width, height, 720),
        );
      }),
    );
  });
});

describe('readHeader', () => {
  const sides = fc.integer({ min: 1, max: 65_535 });

  it('reads the size from the first bytes, after any EXIF data', () => {
    fc.assert(
      fc.property(sides, sides, fc.uint8Array({ maxLength: 300 }), (width, height, exif) => {
        expect(readHeader(pngHeader(width, height).buffer, 'png')).toMatchObject({ width, height });
        expect(readHeader(jpegHeader(width, height, exif).buffer, 'jpeg')).toMatchObject({
          width,
          height,
        });
      }),
    );
  });

  it('marks JPEGs with metadata or four channels as not plain', () => {
    const isPlain = (bytes: Uint8Array<ArrayBuffer>) => readHeader(bytes.buffer, 'jpeg')?.isPlain;
    const camera = jpegHeader(9, 9, new Uint8Array(20));
    const bare = (colours: number) =>
      Uint8Array.from([0xff, 0xd8, ...jpegHeader(9, 9, new Uint8Array(0), colours).slice(6)]);
    expect([isPlain(camera), isPlain(bare(4)), isPlain(bare(3)), isPlain(bare(1))]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('returns null if the bytes end before the size', () => {
    const jpeg = jpegHeader(600, 400, new Uint8Array(20));
    for (let length = 2; length < jpeg.length - 10; length += 1)
      expect(readHeader(jpeg.slice(0, length).buffer, 'jpeg')).toBeNull();
  });
});
