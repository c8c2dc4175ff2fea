const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Signature, then length, type, width and height of the first chunk. Source: https://www.w3.org/TR/png-3/#11IHDR */
const PNG_SIZE_AT = 16;

const isPng = (view: DataView) =>
  view.byteLength >= PNG_SIZE_AT + 8 &&
  PNG_SIGNATURE.every((byte, index) => view.getUint8(index) === byte);

const isJpeg = (view: DataView) => view.byteLength >= 2 && view.getUint16(0) === 0xffd8;

/** Start-of-frame markers: C0 to CF but for three that mean something else. Source: ITU-T T.81, table B.1 */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Follows the segments of a JPEG to the one that says its size. Fill bytes may stand before a marker. */
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
 * How many pixels a picture says that it has on its longer side: asked of its first bytes, because browsers refuse to
 * say, or run out of memory, where there are too many.
 * @returns null where the bytes are no PNG and no JPEG
 */
export function longerSide(bytes: ArrayBuffer): number | null {
  const view = new DataView(bytes);
  if (isPng(view)) return Math.max(view.getUint32(PNG_SIZE_AT), view.getUint32(PNG_SIZE_AT + 4));
  return isJpeg(view) ? jpegSide(view) : null;
}
