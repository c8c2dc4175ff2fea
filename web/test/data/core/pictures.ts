/** The first bytes of a grey PNG of this size. */
export function pngHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  bytes.set([8, 0, 0, 0, 0], 24);
  return bytes;
}

/** The first bytes of a JPEG of this size, after a camera's EXIF data. */
export function jpegHeader(
  width: number,
  height: number,
  exif: Uint8Array,
  colours = 3,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 + 4 + exif.length + 1 + 10);
  const view = new DataView(bytes.buffer);
  bytes.set([0xff, 0xd8, 0xff, 0xe1]);
  view.setUint16(4, exif.length + 2);
  bytes.set(exif, 6);
  // A fill byte, then the frame: marker, length, bits for a sample, height, width, colours.
  const frame = 6 + exif.length + 1;
  bytes.set([0xff, 0xff, 0xc0, 0, 17, 8], frame - 1);
  view.setUint16(frame + 5, height);
  view.setUint16(frame + 7, width);
  bytes[frame + 9] = colours;
  return bytes;
}
