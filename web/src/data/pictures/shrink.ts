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
