export type FileFormat = keyof typeof FORMATS;

export const FORMATS = {
  png: { type: 'image/png', name: 'a PNG picture' },
  jpeg: { type: 'image/jpeg', name: 'a JPG picture' },
  webp: { type: 'image/webp', name: 'a WebP picture' },
  avif: { type: 'image/avif', name: 'an AVIF picture' },
  heic: { type: 'image/heic', name: 'a HEIC photo' },
  gif: { type: 'image/gif', name: 'a GIF picture' },
  bmp: { type: 'image/bmp', name: 'a BMP picture' },
  tiff: { type: 'image/tiff', name: 'a TIFF picture' },
  jxl: { type: 'image/jxl', name: 'a JPEG XL picture' },
  jp2: { type: 'image/jp2', name: 'a JPEG 2000 picture' },
  pdf: { type: 'application/pdf', name: 'a PDF' },
} as const;

/**
 * Expected bytes (as Latin-1) by offset. Source: https://mimesniff.spec.whatwg.org/ and the
 * formats' specifications
 */
const SIGNATURES: readonly (readonly [FileFormat, Readonly<Record<number, string>>])[] = [
  ['png', { 0: '\x89PNG\r\n\x1a\n' }],
  ['jpeg', { 0: '\xff\xd8\xff' }],
  ['webp', { 0: 'RIFF', 8: 'WEBP' }],
  ['gif', { 0: 'GIF87a' }],
  ['gif', { 0: 'GIF89a' }],
  ['bmp', { 0: 'BM', 6: '\0\0\0\0' }],
  ['tiff', { 0: 'II*\0' }],
  ['tiff', { 0: 'MM\0*' }],
  ['jxl', { 0: '\xff\x0a' }],
  ['jxl', { 4: 'JXL \r\n\x87\n' }],
  ['jp2', { 4: 'jP  \r\n\x87\n' }],
  ['pdf', { 0: '%PDF-' }],
];

/** Brands of ISO media files, with the main brand first. Source: ISO 14496-12, 4.3 */
const BRANDS: readonly (readonly [RegExp, FileFormat])[] = [
  [/^avi[fs]$/, 'avif'],
  [/^(he(ic|ix|im|is|vc|vx|vm|vs)|mif[12]|msf1)$/, 'heic'],
];

const MAX_HEAD_BYTES = 512;

const detectImageBrand = (head: string): FileFormat | undefined => {
  const length = Math.min(head.charCodeAt(2) * 256 + head.charCodeAt(3), MAX_HEAD_BYTES);
  const brands = head.slice(8, length).match(/[^]{4}/g) ?? [];
  return BRANDS.find(([pattern]) => brands.some((brand) => pattern.test(brand)))?.[1];
};

/** Detects the format from the first bytes: names and types are often missing or wrong. */
export function detectFormat(bytes: ArrayBuffer): FileFormat | null {
  const headBytes = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, MAX_HEAD_BYTES));
  const head = Array.from(headBytes, (byte) => String.fromCharCode(byte)).join('');
  if (head.startsWith('ftyp', 4)) return detectImageBrand(head) ?? null;
  const signature = SIGNATURES.find(([, parts]) =>
    Object.entries(parts).every(([offset, part]) => head.startsWith(part, Number(offset))),
  );
  return signature?.[0] ?? null;
}
