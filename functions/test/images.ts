import { deflateSync } from 'node:zlib';
import { crc32 } from '../src/domain/submissions/imageStructure';

const bytesOf = (...numbers: number[]) => Buffer.from(numbers);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A chunk of a PNG, with its check sum. */
export function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), checked, uint32(crc32(checked))]);
}

export const PNG_SIGNATURE = bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** The beginning of a grey PNG of this size. */
export const pngHeader = (width: number, height: number): Buffer =>
  Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), bytesOf(8, 0, 0, 0, 0)])),
  ]);

/** Grey pixels as a PNG holds them: each row behind the number of its filter. */
const rows = (width: number, height: number): Buffer =>
  Buffer.alloc(height * (width + 1), Buffer.concat([bytesOf(0), Buffer.alloc(width, 0x60)]));

/** A whole grey PNG of this size; `extra` are chunks before its pixels. */
export const png = (width = 64, height = 64, extra: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    pngHeader(width, height),
    ...extra,
    chunk('IDAT', deflateSync(rows(width, height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** A segment of a JPEG, with its length. */
export function segment(marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([bytesOf(0xff, marker), length, data]);
}

/** A table of codes for the coefficients of a JPEG: one bit says that there are none. */
const codes = (kind: number): Buffer =>
  segment(0xc4, Buffer.concat([bytesOf(kind, 1), Buffer.alloc(16)]));

/** Coded blocks of a JPEG at most: those of 25 megapixels. */
const MAX_BLOCKS = 390_625;

const blocksOf = (width: number, height: number): number =>
  Math.min(Math.ceil(width / 8) * Math.ceil(height / 8), MAX_BLOCKS);

/** The frame of a JPEG whose components (numbered from 1) are all of its full size. */
function frame(marker: number, width: number, height: number, components: number): Buffer {
  const data = Buffer.alloc(6 + 3 * components);
  data.writeUInt8(8, 0);
  data.writeUInt16BE(height, 1);
  data.writeUInt16BE(width, 3);
  data.writeUInt8(components, 5);
  for (let one = 0; one < components; one += 1) data.set([one + 1, 0x11, 0], 6 + 3 * one);
  return segment(marker, data);
}

const START_OF_JPEG = Buffer.concat([
  bytesOf(0xff, 0xd8),
  segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
]);

const TABLES = Buffer.concat([
  segment(0xdb, Buffer.concat([bytesOf(0), Buffer.alloc(64, 1)])),
  codes(0x00),
  codes(0x10),
]);

const END_OF_JPEG = bytesOf(0xff, 0xd9);

/** A whole grey JPEG of this size, as far as 25 megapixels go; `extra` are segments before its pixels. */
export const jpeg = (width = 64, height = 64, extra: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    START_OF_JPEG,
    ...extra,
    TABLES,
    frame(0xc0, width, height, 1),
    segment(0xda, bytesOf(1, 1, 0, 0, 63, 0)),
    // Two bits for each block: its brightness is that of the one before, and there is nothing else in it.
    Buffer.alloc(Math.ceil(blocksOf(width, height) / 4)),
    END_OF_JPEG,
  ]);

/** A JPEG that comes in so many passes, each over all of its components (1 to 4). */
export function progressiveJpeg(
  [width, height]: readonly [number, number],
  { components, scans, extra = [] }: { components: number; scans: number; extra?: Buffer[] },
): Buffer {
  const named = Array.from({ length: components }, (_, one) => bytesOf(one + 1, 0));
  const scan = Buffer.concat([
    segment(0xda, Buffer.concat([bytesOf(components), ...named, bytesOf(0, 0, 0)])),
    Buffer.alloc(Math.ceil((blocksOf(width, height) * components) / 8)),
  ]);
  return Buffer.concat([
    START_OF_JPEG,
    ...extra,
    TABLES,
    frame(0xc2, width, height, components),
    ...Array.from({ length: scans }, () => scan),
    END_OF_JPEG,
  ]);
}

/** A whole PNG of 16 bits a colour, transparent, that comes in seven passes: as dear to draw as one can be. */
export const deepPng = (width: number, height: number): Buffer => {
  const header = pngHeader(width, height).subarray(16, 29);
  header.set([16, 6, 0, 0, 1], 8);
  const passes = [8, 8, 4, 4, 2, 2, 1].map((across, pass) => ({
    columns: Math.ceil(width / across),
    rows: Math.ceil(height / ([8, 8, 8, 4, 4, 2, 2][pass] ?? 1)),
  }));
  const bytes = passes.reduce((sum, { columns, rows }) => sum + rows * (1 + columns * 8), 0);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes + width * 8))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A PDF of one empty page; `extra` stands among its objects. */
export const pdf = (extra = ''): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R >> endobj\n${extra}\nxref\n0 4\ntrailer << /Root 1 0 R /Size 4 >>\nstartxref\n180\n%%EOF`,
    'latin1',
  );
