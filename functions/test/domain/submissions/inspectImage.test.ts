import {
  FILE_TOO_LARGE,
  NOT_AN_IMAGE,
  PROOF_MAX_BYTES,
  TOO_MANY_MEGAPIXELS,
} from '@quantalgo/contracts/submissions/submission';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../src/domain/submissions/imageStructure';
import { inspectImage } from '../../../src/domain/submissions/uploads';
import { chunk, jpeg, png, pngHeader, PNG_SIGNATURE, progressiveJpeg, segment } from '../../images';

const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
const TOO_LARGE_A_PICTURE =
  'The image is larger than 12,000 pixels on a side. Please upload a screenshot.';

const getReason = (bytes: Buffer) => {
  const verdict = inspectImage(bytes);
  return verdict.accepted ? null : verdict.reason;
};

describe('accepted image', () => {
  it.each([
    ['a PNG', png(1080, 2400), { type: 'image/png', width: 1080, height: 2400 }],
    ['a JPEG', jpeg(1080, 2400), { type: 'image/jpeg', width: 1080, height: 2400 }],
    [
      'a PNG with a profile and a text',
      png(9, 9, [
        chunk('iCCP', Buffer.from('sRGB')),
        chunk('tEXt', Buffer.from('Software\0Screenshot')),
      ]),
      { type: 'image/png', width: 9, height: 9 },
    ],
    [
      'a JPEG with camera metadata before and after the image',
      Buffer.concat([
        jpeg(9, 9, [segment(0xe1, Buffer.from('Exif\0\0MM'))]),
        Buffer.from('SEFT trailer'),
      ]),
      { type: 'image/jpeg', width: 9, height: 9 },
    ],
  ])('can be %s', (_what, bytes, image) => {
    expect(inspectImage(bytes)).toEqual({ accepted: true, ...image });
  });
});

describe('rejected image', () => {
  it.each([
    ['HTML named .png', HTML, NOT_AN_IMAGE],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), NOT_AN_IMAGE],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0'), NOT_AN_IMAGE],
    ['a PDF', Buffer.from('%PDF-1.7\n'), NOT_AN_IMAGE],
    ['an empty file', Buffer.alloc(0), `The file is empty. ${NOT_AN_IMAGE}`],
    ['10 MB and a byte', Buffer.concat([png(), Buffer.alloc(PROOF_MAX_BYTES)]), FILE_TOO_LARGE],
    ['exactly 10 MB', Buffer.alloc(PROOF_MAX_BYTES), FILE_TOO_LARGE],
    ['a header of 30,000 × 30,000', pngHeader(30_000, 30_000), TOO_LARGE_A_PICTURE],
    ['a JPEG of 30,000 × 10', jpeg(30_000, 10), TOO_LARGE_A_PICTURE],
    ['a PNG of 12,000 × 12,000', pngHeader(12_000, 12_000), TOO_MANY_MEGAPIXELS],
    ['a JPEG of 5,001 × 5,000', jpeg(5001, 5000), TOO_MANY_MEGAPIXELS],
    [
      'a PNG with too many chunks',
      png(
        9,
        9,
        Array.from({ length: 4000 }, () => chunk('tEXt', Buffer.from('a'))),
      ),
      NOT_AN_IMAGE,
    ],
    [
      'a JPEG with too many segments',
      jpeg(
        9,
        9,
        Array.from({ length: 500 }, () => segment(0xfe, Buffer.from('a'))),
      ),
      NOT_AN_IMAGE,
    ],
    [
      'a JPEG with too many scans',
      progressiveJpeg([9, 9], { components: 1, scans: 21 }),
      NOT_AN_IMAGE,
    ],
    ['a CMYK JPEG', progressiveJpeg([9, 9], { components: 4, scans: 1 }), NOT_AN_IMAGE],
    ['a width of zero', png(0, 64), NOT_AN_IMAGE],
    ['the signature alone', PNG_SIGNATURE, NOT_AN_IMAGE],
    ['HTML after the signature', Buffer.concat([PNG_SIGNATURE, HTML]), NOT_AN_IMAGE],
    [
      'a PNG without pixels',
      Buffer.concat([pngHeader(9, 9), chunk('IEND', Buffer.alloc(0))]),
      NOT_AN_IMAGE,
    ],
    ['HTML after a PNG', Buffer.concat([png(), HTML]), NOT_AN_IMAGE],
    ['HTML after a JPEG', Buffer.concat([jpeg(), HTML]), NOT_AN_IMAGE],
    [
      'a script in a JPEG comment',
      jpeg(9, 9, [segment(0xfe, Buffer.from('<SCRIPT>alert(1)'))]),
      NOT_AN_IMAGE,
    ],
    [
      'PHP in a PNG text chunk',
      png(9, 9, [chunk('tEXt', Buffer.from('Comment\0<?php system($_GET[0]);'))]),
      NOT_AN_IMAGE,
    ],
    [
      'a ZIP archive after a PNG',
      Buffer.concat([png(), Buffer.from('PK\u0003\u0004rest')]),
      NOT_AN_IMAGE,
    ],
  ])('can be %s', (_what, bytes, reason) => {
    expect(getReason(bytes)).toBe(reason);
  });

  it('can be a PNG or JPEG truncated at any byte', () => {
    for (const whole of [png(), jpeg()])
      for (let length = 1; length < whole.length; length += 1)
        expect(inspectImage(whole.subarray(0, length)).accepted, `${length} bytes`).toBe(false);
  });

  it('can be a PNG with any byte changed, because of its checksums', () => {
    const whole = png(8, 8);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(whole);
        changed.writeUInt8((whole[at] ?? 0) ^ change, at);
        expect(inspectImage(changed).accepted).toBe(false);
      }),
    );
  });

  it('can be any other bytes, without an exception', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(png(), jpeg(), PNG_SIGNATURE, Buffer.from([0xff, 0xd8, 0xff])),
        (noise, start) => {
          expect(inspectImage(noise).accepted).toBe(false);
          const reason = getReason(Buffer.concat([start.subarray(0, 40), noise]));
          expect(reason).not.toBeNull();
        },
      ),
    );
  });
});

describe('crc32', () => {
  it('has the published check value', () => {
    expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
  });
});
