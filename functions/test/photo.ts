import sharp from 'sharp';

const WIDTH = 60;
const HEIGHT = 40;

/** The left half is red, the right half blue. */
const createPixels = (): Buffer =>
  Buffer.concat(
    Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
      Buffer.from(at % WIDTH < WIDTH / 2 ? [220, 20, 20] : [20, 20, 220]),
    ),
  );

/**
 * A 60 × 40 photo from a phone held sideways, with its owner, its location and an appended file.
 * Upright it is 40 × 60, red above blue.
 */
export async function createPhoto(): Promise<Buffer> {
  const image = await sharp(createPixels(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Maker of phones', Copyright: 'Ada Obi' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' },
    })
    .jpeg({ quality: 95 })
    .toBuffer();
  return Buffer.concat([image, Buffer.from('SEFT and a film of three seconds')]);
}
