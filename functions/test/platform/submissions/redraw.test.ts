import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stripImage, inspectImage } from '../../../src/domain/submissions/uploads';
import { reencodeImage } from '../../../src/platform/submissions/redraw';
import { chunk, jpeg, png, pngHeader, segment } from '../../images';
import { createPhoto } from '../../photo';

/** Inspects first, like production. */
async function redraw(bytes: Buffer): Promise<Buffer | null> {
  const verdict = inspectImage(bytes);
  return verdict.accepted ? reencodeImage(bytes, verdict.type, 90) : null;
}

const getFormat = async (bytes: Buffer | null) => {
  if (!bytes) return null;
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
};

/** Red, green and blue of one pixel. */
const colourAt = async (bytes: Buffer, left: number, top: number) => [
  ...(await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()),
];

const PROFILE = chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(9))]));
const TEXT = chunk('zTXt', Buffer.concat([Buffer.from('Author\0\0'), deflateSync('Ada Obi')]));

describe('re-encoded image', () => {
  it.each([
    ['a PNG', png(1080, 2400), { format: 'png', width: 1080, height: 2400 }],
    ['a JPEG', jpeg(1080, 2400), { format: 'jpeg', width: 1080, height: 2400 }],
    [
      'a PNG with a profile and a text',
      png(9, 9, [PROFILE, TEXT]),
      { format: 'png', width: 9, height: 9 },
    ],
  ])('keeps its format and size: %s', async (_what, bytes, format) => {
    expect(await getFormat(await redraw(bytes))).toEqual(format);
  });

  it('is upright and has no camera, location or owner metadata', async () => {
    const taken = await createPhoto();
    expect((await sharp(taken).metadata()).exif?.includes('Ada Obi')).toBe(true);
    const upright = await redraw(taken);
    if (!upright) throw new Error('The photo was not drawn');
    const metadata = await sharp(upright).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    const [[red = 0], [, , blue = 0]] = [
      await colourAt(upright, 20, 5),
      await colourAt(upright, 20, 55),
    ];
    expect([red, blue].every((bright) => bright > 180)).toBe(true);
    for (const secret of ['Ada Obi', 'Maker of phones', 'SEFT'])
      expect(upright.includes(secret), secret).toBe(false);
  });

  it('has 8-bit sRGB colours', async () => {
    const raw = { width: 9, height: 9, channels: 3 } as const;
    const deep = await sharp(Buffer.alloc(243, 90), { raw })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const made = await redraw(deep);
    expect(made && (await sharp(made).metadata())).toMatchObject({ depth: 'uchar', space: 'srgb' });
  });

  it('is the first frame of an animation', async () => {
    const control = Buffer.alloc(8);
    control.writeUInt32BE(10_000, 0);
    const made = await redraw(png(9, 9, [chunk('acTL', control), chunk('fcTL', Buffer.alloc(26))]));
    expect(await getFormat(made)).toEqual({ format: 'png', width: 9, height: 9 });
  });
});

describe('stripImage', () => {
  it('removes everything except the pixels', async () => {
    const bare = stripImage(png(9, 9, [PROFILE, TEXT, chunk('acTL', Buffer.alloc(8))]));
    expect(bare).toEqual(png(9, 9));
    const noted = [
      segment(0xfe, Buffer.from('Ada Obi')),
      segment(0xe2, Buffer.from('ICC_PROFILE\0')),
    ];
    const behind = Buffer.from('SEFT');
    expect(stripImage(Buffer.concat([jpeg(9, 9, noted), behind]))).toEqual(jpeg(9, 9));
    expect(stripImage(await createPhoto()).includes('SEFT')).toBe(false);
  });

  it('keeps every scan of a progressive JPEG', async () => {
    const raw = { width: 64, height: 48, channels: 3 } as const;
    const noise = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, at) => (at * 7919) % 251));
    const whole = await sharp(noise, { raw }).jpeg({ progressive: true }).toBuffer();
    expect(stripImage(whole)).toEqual(whole);
  });
});

describe('image that can’t be decoded', () => {
  it.each([
    ['pixels that aren’t a deflate stream', [pngHeader(9, 9), chunk('IDAT', Buffer.alloc(50, 7))]],
    ['too few pixels', [pngHeader(900, 900), chunk('IDAT', deflateSync(Buffer.alloc(100)))]],
    ['an unknown filter', [pngHeader(9, 9), chunk('IDAT', deflateSync(Buffer.alloc(90, 9)))]],
  ])('is rejected for %s', async (_what, parts) => {
    const bytes = Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
    expect(inspectImage(bytes).accepted).toBe(true);
    expect(await redraw(bytes)).toBeNull();
  });

  it('is rejected if a JPEG has no quantisation tables', async () => {
    const whole = jpeg(9, 9);
    const tables = whole.indexOf(Buffer.from([0xff, 0xdb]));
    const frame = whole.indexOf(Buffer.from([0xff, 0xc0]));
    const bytes = Buffer.concat([whole.subarray(0, tables), whole.subarray(frame)]);
    expect(inspectImage(bytes).accepted).toBe(true);
    expect(await redraw(bytes)).toBeNull();
  });
});
