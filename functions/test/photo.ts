import sharp from 'sharp';

const WIDTH = 60;
const HEIGHT = 40;

/** Left half red, right half blue. */
const pixels = (): Buffer =>
  Buffer.concat(
    Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
      Buffer.from(at % WIDTH < WIDTH / 2 ? [220, 20, 20] : [20, 20, 220]),
    ),
  );

/**
 * A photo of 60 × 40 pixels as a phone takes it that was held on its side: with its owner and place, and a file behind its
 * end. Upright it is 40 × 60, red above and blue below.
 */
export async function photo(): Promise<Buffer> {
  const taken = await sharp(pixels(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Maker of phones', Copyright: 'Ada Obi' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' },
    })
    .jpeg({ quality: 95 })
    .toBuffer();
  return Buffer.concat([taken, Buffer.from('SEFT and a film of three seconds')]);
}
