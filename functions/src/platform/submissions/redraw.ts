import {
  PROOF_MAX_BYTES,
  PROOF_MAX_PIXELS,
  type PROOF_TYPES,
} from '@quantalgo/contracts/submissions/submission';
import type { Sharp, SharpOptions } from 'sharp';
import { bareImage } from '../../domain/submissions/uploads';

/** Timeout (s). A screenshot takes well below a second: a slower image isn't one, or the machine is busy. */
const DRAWN_WITHIN_S = 40;

/** Most bytes of a redrawn image: from another encoder, one of nearly 10 MB may become somewhat larger. */
const MAX_STORED = 2 * PROOF_MAX_BYTES;

const OPTIONS: SharpOptions = {
  limitInputPixels: PROOF_MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
};

/** Opens an image. sharp is imported with the first one, so that other functions don't load it. */
async function open(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // The file determines its decoder: only these two are allowed.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
  return sharp(bytes, OPTIONS);
}

/** Drawing took too long: a bomb, or a busy machine. */
export class RedrawTimeoutError extends Error {
  override readonly name = 'RedrawTimeoutError';
}

const isTimeout = (error: unknown) => error instanceof Error && error.message.includes('timeout');

/**
 * Redraws an accepted image, upright and in the same format. Only its pixels remain: no camera location or time, no
 * text, no second file within or after the image.
 * @param quality that of a JPEG, 1 to 100
 * @returns null where its pixels can't be decoded, or the result is too large
 * @throws RedrawTimeoutError
 */
export async function redraw(
  bytes: Uint8Array,
  type: (typeof PROOF_TYPES)[number],
  quality: number,
): Promise<Buffer | null> {
  const picture = (await open(bareImage(bytes)))
    .autoOrient()
    .toColourspace('srgb')
    .timeout({ seconds: DRAWN_WITHIN_S });
  try {
    const drawn = await (
      type === 'image/png'
        ? picture.png({ compressionLevel: 4, adaptiveFiltering: true })
        : picture.jpeg({ quality, optimiseCoding: false })
    ).toBuffer();
    return drawn.length <= MAX_STORED ? drawn : null;
  } catch (error) {
    if (isTimeout(error)) throw new RedrawTimeoutError('Drawing took too long', { cause: error });
    return null;
  }
}
