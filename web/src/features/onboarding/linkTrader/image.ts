import {
  FILE_TOO_LARGE,
  NOT_AN_IMAGE,
  PROOF_MAX_BYTES,
  PROOF_MAX_EDGE,
  PROOF_TYPES,
  TOO_MANY_PIXELS,
} from '@quantalgo/contracts';
import { longerSide } from './pixels';

/** What browsers call the pictures that are taken. */
const ACCEPTED: readonly string[] = [...PROOF_TYPES, 'image/jpg'];

/** What keeps a file from being a proof, in the words of the screen; undefined when nothing does. */
export function wrongWithFile(file: File | null): string | undefined {
  if (!file) return 'Please upload proof of your trader account';
  if (!ACCEPTED.includes(file.type) || file.size === 0) return NOT_AN_IMAGE;
  return file.size < PROOF_MAX_BYTES ? undefined : FILE_TOO_LARGE;
}

/** As {@link wrongWithFile}, by what the file holds as well: nothing else draws it before. */
export async function wrongWithPicture(file: File): Promise<string | undefined> {
  const wrong = wrongWithFile(file);
  if (wrong !== undefined) return wrong;
  const side = await file.arrayBuffer().then(longerSide, () => null);
  if (side === null || side === 0) return NOT_AN_IMAGE;
  return side > PROOF_MAX_EDGE ? TOO_MANY_PIXELS : undefined;
}

/** A screenshot is read by people: no more pixels on its longer side, and no more bytes, than that takes. */
const MAX_EDGE = 2000;
const SMALL_ENOUGH_BYTES = 1_000_000;
const QUALITY = 0.85;

/** The size that a picture is brought to: within {@link MAX_EDGE}, never larger than it is. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_EDGE / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

async function redrawn(bitmap: ImageBitmap): Promise<Blob | null> {
  const { width, height } = fitted(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  // Where the picture is transparent, JPEG would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/**
 * The bytes to send of a picture: shrunk when it is larger than needed, itself otherwise; null where it can't be drawn.
 * @throws Error when the file can't be read
 */
export async function shrunk(file: File): Promise<{ type: string; bytes: ArrayBuffer } | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const needed = Math.max(bitmap.width, bitmap.height) > MAX_EDGE || file.size > SMALL_ENOUGH_BYTES;
  const smaller = needed ? await redrawn(bitmap) : null;
  bitmap.close();
  const best = smaller && smaller.size < file.size ? smaller : file;
  const type = best.type === 'image/png' ? 'image/png' : 'image/jpeg';
  return { type, bytes: await best.arrayBuffer() };
}
