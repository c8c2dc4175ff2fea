import { PROOF_MAX_BYTES, PROOF_MAX_PIXELS, type PROOF_TYPES } from '@quantalgo/contracts';
import type { Sharp, SharpOptions } from 'sharp';
import { bareImage } from '../../domain/uploads';

/** A screenshot takes well below a second; what takes so long (s) is not one, or the machine is busy with something else. */
const DRAWN_WITHIN_S = 40;

/** What a picture may take in the store: made by another encoder, one of nearly 10 MB may have a little more. */
const MOST_STORED = 2 * PROOF_MAX_BYTES;

const OPTIONS: SharpOptions = {
  limitInputPixels: PROOF_MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
};

/** Loaded with the first picture: every other function would load it too. */
async function open(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // The file says which decoder it wants: it has the choice between these two.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
  return sharp(bytes, OPTIONS);
}

const isTimeout = (error: unknown) => error instanceof Error && error.message.includes('timeout');

/**
 * Draws an accepted image anew, upright and in the same format. Its pixels are all that is left of the file: no place and
 * time of a camera, no text, no second file beside or behind the picture.
 * @returns null where its pixels can't be decoded
 * @throws Error where drawing took too long
 */
export async function redraw(
  bytes: Uint8Array,
  type: (typeof PROOF_TYPES)[number],
): Promise<Buffer | null> {
  const picture = (await open(bareImage(bytes)))
    .autoOrient()
    .toColourspace('srgb')
    .timeout({ seconds: DRAWN_WITHIN_S });
  try {
    const drawn = await (
      type === 'image/png'
        ? picture.png({ compressionLevel: 4, adaptiveFiltering: true })
        : picture.jpeg({ quality: 90, optimiseCoding: false })
    ).toBuffer();
    return drawn.length <= MOST_STORED ? drawn : null;
  } catch (error) {
    if (isTimeout(error)) throw error;
    return null;
  }
}
