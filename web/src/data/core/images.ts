const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Signature, then length, type, width and height of the first chunk. Source: https://www.w3.org/TR/png-3/#11IHDR */
const PNG_SIZE_AT = 16;

const isPng = (view: DataView) =>
  view.byteLength >= PNG_SIZE_AT + 8 &&
  PNG_SIGNATURE.every((byte, index) => view.getUint8(index) === byte);

const isJpeg = (view: DataView) => view.byteLength >= 2 && view.getUint16(0) === 0xffd8;

/** Start-of-frame markers: C0 to CF except three with other meanings. Source: ITU-T T.81, table B.1 */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Finds the segment of a JPEG that states its size. Fill bytes may precede a marker. */
function jpegSide(view: DataView): number | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return Math.max(view.getUint16(at + 5), view.getUint16(at + 7));
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/**
 * Length in pixels of a picture's longer side, from its header, as browsers fail or run out of memory decoding huge
 * pictures.
 * @returns null if the bytes are neither PNG nor JPEG
 */
export function longerSide(bytes: ArrayBuffer): number | null {
  const view = new DataView(bytes);
  if (isPng(view)) return Math.max(view.getUint32(PNG_SIZE_AT), view.getUint32(PNG_SIZE_AT + 4));
  return isJpeg(view) ? jpegSide(view) : null;
}

/** Limits of a screenshot that keep it legible for people. */
const MAX_EDGE = 2000;

const SMALL_ENOUGH_BYTES = 1_000_000;

const QUALITY = 0.85;

/** The size to which a picture is scaled: within `edge` pixels a side, never enlarged. */
export function fitted(
  width: number,
  height: number,
  edge = MAX_EDGE,
): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

async function redrawn(bitmap: ImageBitmap, edge: number, quality: number): Promise<Blob | null> {
  const { width, height } = fitted(bitmap.width, bitmap.height, edge);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG renders transparency as black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/**
 * The picture as it is uploaded: shrunk if it is larger than needed, otherwise the original; null if it can't be
 * decoded.
 * @throws Error if the file can't be read
 */
export async function shrunk(file: File): Promise<{ type: string; bytes: ArrayBuffer } | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const needed = Math.max(bitmap.width, bitmap.height) > MAX_EDGE || file.size > SMALL_ENOUGH_BYTES;
  const smaller = needed ? await redrawn(bitmap, MAX_EDGE, QUALITY) : null;
  bitmap.close();
  const best = smaller && smaller.size < file.size ? smaller : file;
  const type = best.type === 'image/png' ? 'image/png' : 'image/jpeg';
  return { type, bytes: await best.arrayBuffer() };
}

/** Qualities at which a picture is tried, best first, until it fits. */
const QUALITIES = [0.82, 0.7, 0.55, 0.4];

/**
 * The picture as a JPEG of at most so many pixels a side and bytes: of the best quality that fits, and of half the size
 * where none does; null if it can't be decoded.
 */
export async function jpegWithin(
  file: File,
  { edge, bytes }: { readonly edge: number; readonly bytes: number },
): Promise<ArrayBuffer | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  try {
    for (const side of [edge, edge / 2, edge / 4])
      for (const quality of QUALITIES) {
        const drawn = await redrawn(bitmap, side, quality);
        if (drawn && drawn.size <= bytes) return await drawn.arrayBuffer();
      }
    return null;
  } finally {
    bitmap.close();
  }
}
