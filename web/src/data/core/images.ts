import {
  computeImageScale,
  type ImageSize,
  PICTURE_SIZE,
  PROOF_SIZE,
} from '@quantalgo/contracts/submissions/imageSize';
import {
  PROOF_MAX_EDGE,
  PROOF_MAX_PIXELS,
  TOO_MANY_PIXELS,
} from '@quantalgo/contracts/submissions/submission';
import { describeUndrawable, FileRefusedError } from './chosenFile';
import { FORMATS, type FileFormat } from './fileFormat';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** `isPlain`: the server accepts the file as it is. */
interface Header extends Size {
  readonly isPlain: boolean;
}

/**
 * Signature, then length, type, width and height of the first chunk. Source:
 * https://www.w3.org/TR/png-3/#11IHDR
 */
const PNG_SIZE_OFFSET = 16;

const readPng = (view: DataView): Header | null =>
  view.byteLength < PNG_SIZE_OFFSET + 8
    ? null
    : {
        width: view.getUint32(PNG_SIZE_OFFSET),
        height: view.getUint32(PNG_SIZE_OFFSET + 4),
        isPlain: true,
      };

/** C0 to CF, except three markers with other meanings. Source: ITU-T T.81, table B.1 */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const EXIF_MARKER = 0xe1;

const MAX_COLOUR_COMPONENTS = 3;

function readJpeg(view: DataView): Header | null {
  let offset = 2;
  let hasExif = false;
  while (offset + 10 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1);
    if (isFrame(marker))
      return {
        height: view.getUint16(offset + 5),
        width: view.getUint16(offset + 7),
        isPlain: !hasExif && view.getUint8(offset + 9) <= MAX_COLOUR_COMPONENTS,
      };
    hasExif ||= marker === EXIF_MARKER;
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return null;
}

/**
 * Read before decoding, because browsers may run out of memory on huge images. Null for other
 * formats.
 */
export function readHeader(bytes: ArrayBuffer, format: FileFormat): Header | null {
  const view = new DataView(bytes);
  if (format === 'png') return readPng(view);
  return format === 'jpeg' ? readJpeg(view) : null;
}

/** Phone photos have up to 108 million pixels. */
const MAX_DECODED_PIXELS = PROOF_MAX_EDGE ** 2;

/** Shorter side (px) below which text can’t be read. */
const MIN_LEGIBLE_PX = 720;

export const TOO_LONG =
  'This picture is too long to stay readable. Capture a shorter part of the screen.';

const scaleSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

export function fitSize(size: Size, limits: ImageSize): Size {
  const { width, height } = size;
  if (width * height > MAX_DECODED_PIXELS) throw new FileRefusedError(TOO_MANY_PIXELS);
  const scale = computeImageScale(width, height, limits);
  const shorterSide = Math.min(width, height);
  if (shorterSide * scale < Math.min(shorterSide, MIN_LEGIBLE_PX))
    throw new FileRefusedError(TOO_LONG);
  return scaleSize(size, scale);
}

async function decode(bytes: ArrayBuffer, format: FileFormat): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([bytes], { type: FORMATS[format].type }));
  } catch {
    throw new FileRefusedError(describeUndrawable(format));
  }
}

/** On white, because JPEG renders transparency as black. Null if the browser runs out of memory. */
async function toJpeg(
  bitmap: ImageBitmap,
  { width, height }: Size,
  quality: number,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

async function decodeAndDraw<T>(
  bytes: ArrayBuffer,
  format: FileFormat,
  limits: ImageSize,
  draw: (bitmap: ImageBitmap, size: Size, header: Header | null) => Promise<T>,
): Promise<T> {
  const header = readHeader(bytes, format);
  if (header?.width === 0 || header?.height === 0)
    throw new FileRefusedError(describeUndrawable(format));
  if (header) fitSize(header, limits);
  const bitmap = await decode(bytes, format);
  try {
    return await draw(bitmap, fitSize(bitmap, limits), header);
  } finally {
    bitmap.close();
  }
}

const SMALL_FILE_BYTES = 1_000_000;

const PROOF_QUALITY = 0.85;

const isAcceptedAsIs = (header: Header | null): boolean =>
  header?.isPlain === true &&
  Math.max(header.width, header.height) <= PROOF_MAX_EDGE &&
  header.width * header.height <= PROOF_MAX_PIXELS;

export const toProof = (bytes: ArrayBuffer, format: FileFormat): Promise<Blob> =>
  decodeAndDraw(bytes, format, PROOF_SIZE, async (bitmap, size, header) => {
    const original = new Blob([bytes], { type: FORMATS[format].type });
    const isReduced = size.width < bitmap.width;
    if (isAcceptedAsIs(header) && !isReduced && original.size <= SMALL_FILE_BYTES) return original;
    const jpeg = await toJpeg(bitmap, size, PROOF_QUALITY);
    if (isAcceptedAsIs(header) && (!jpeg || jpeg.size >= original.size)) return original;
    if (!jpeg) throw new FileRefusedError(describeUndrawable(format));
    return jpeg;
  });

const QUALITIES = [0.82, 0.7, 0.55, 0.4];

const SCALES = [1, 0.8, 2 / 3, 0.5];

/**
 * The best JPEG within `targetBytes`, or the smallest legible one within `maxBytes`.
 * @throws FileRefusedError with the text `tooLarge` if there is none
 */
export const toPicture = (
  bytes: ArrayBuffer,
  format: FileFormat,
  limits: { readonly targetBytes: number; readonly maxBytes: number; readonly tooLarge: string },
): Promise<ArrayBuffer> =>
  decodeAndDraw(bytes, format, PICTURE_SIZE, async (bitmap, size) => {
    const minSidePx = Math.min(size.width, size.height, MIN_LEGIBLE_PX);
    let smallest: Blob | null = null;
    for (const scale of SCALES) {
      const smaller = scaleSize(size, scale);
      if (Math.min(smaller.width, smaller.height) < minSidePx) break;
      for (const quality of QUALITIES) {
        smallest = (await toJpeg(bitmap, smaller, quality)) ?? smallest;
        if (smallest && smallest.size <= limits.targetBytes) return smallest.arrayBuffer();
      }
    }
    if (!smallest || smallest.size > limits.maxBytes) throw new FileRefusedError(limits.tooLarge);
    return smallest.arrayBuffer();
  });
