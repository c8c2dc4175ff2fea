import {
  PROOF_MAX_BYTES,
  PROOF_MAX_PIXELS,
  type PROOF_TYPES,
} from '@quantalgo/contracts/submissions/submission';
import type { Sharp, SharpOptions } from 'sharp';
import { stripImage } from '../../domain/submissions/uploads';

/** Screenshots take less than a second. Anything slower isn't one, or the machine is busy. */
const REDRAW_TIMEOUT_S = 40;

/** Redrawing may enlarge an image of nearly 10 MB. */
const MAX_STORED_BYTES = 2 * PROOF_MAX_BYTES;

const SHARP_OPTIONS: SharpOptions = {
  limitInputPixels: PROOF_MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
};

/** Imports sharp on first use, so that other functions don't load it. */
async function openImage(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // The file's contents select the decoder, so all others are blocked.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
  return sharp(bytes, SHARP_OPTIONS);
}

export class RedrawTimeoutError extends Error {
  override readonly name = 'RedrawTimeoutError';
}

const isTimeout = (error: unknown) => error instanceof Error && error.message.includes('timeout');

/**
 * Redraws an accepted image, upright and in the same format, so that only pixels remain: no
 * location, time, text or second file.
 * @param quality JPEG, 1 to 100
 * @returns null if it can't be decoded or the result is too large
 * @throws RedrawTimeoutError
 */
export async function reencodeImage(
  bytes: Uint8Array,
  type: (typeof PROOF_TYPES)[number],
  quality: number,
): Promise<Buffer | null> {
  const pipeline = (await openImage(stripImage(bytes)))
    .autoOrient()
    .toColourspace('srgb')
    .timeout({ seconds: REDRAW_TIMEOUT_S });
  try {
    const image = await (
      type === 'image/png'
        ? pipeline.png({ compressionLevel: 4, adaptiveFiltering: true })
        : pipeline.jpeg({ quality, optimiseCoding: false })
    ).toBuffer();
    return image.length <= MAX_STORED_BYTES ? image : null;
  } catch (error) {
    if (isTimeout(error)) throw new RedrawTimeoutError('Redrawing took too long', { cause: error });
    return null;
  }
}
