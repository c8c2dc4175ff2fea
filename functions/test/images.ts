import { deflateSync } from 'node:zlib';
import { crc32 } from '../src/domain/submissions/imageStructure';

const toBytes = (...numbers: number[]) => Buffer.from(numbers);

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([toUint32(data.length), content, toUint32(crc32(content))]);
}

export const PNG_SIGNATURE = toBytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

export const pngHeader = (width: number, height: number): Buffer =>
  Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', Buffer.concat([toUint32(width), toUint32(height), toBytes(8, 0, 0, 0, 0)])),
  ]);

const buildRows = (width: number, height: number): Buffer =>
  Buffer.alloc(height * (width + 1), Buffer.concat([toBytes(0), Buffer.alloc(width, 0x60)]));

/** A grey PNG. @param extra chunks before the pixels */
export const png = (width = 64, height = 64, extra: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    pngHeader(width, height),
    ...extra,
    chunk('IDAT', deflateSync(buildRows(width, height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

export function segment(marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([toBytes(0xff, marker), length, data]);
}

const buildCodeTable = (kind: number): Buffer =>
  segment(0xc4, Buffer.concat([toBytes(kind, 1), Buffer.alloc(16)]));

/** Blocks of 8 × 8 pixels in 25 megapixels. */
const MAX_BLOCKS = 390_625;

const countBlocks = (width: number, height: number): number =>
  Math.min(Math.ceil(width / 8) * Math.ceil(height / 8), MAX_BLOCKS);

/** No component is subsampled. They are numbered from 1. */
function buildFrame(marker: number, width: number, height: number, components: number): Buffer {
  const data = Buffer.alloc(6 + 3 * components);
  data.writeUInt8(8, 0);
  data.writeUInt16BE(height, 1);
  data.writeUInt16BE(width, 3);
  data.writeUInt8(components, 5);
  for (let index = 0; index < components; index += 1) data.set([index + 1, 0x11, 0], 6 + 3 * index);
  return segment(marker, data);
}

const START_OF_JPEG = Buffer.concat([
  toBytes(0xff, 0xd8),
  segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
]);

const TABLES = Buffer.concat([
  segment(0xdb, Buffer.concat([toBytes(0), Buffer.alloc(64, 1)])),
  buildCodeTable(0x00),
  buildCodeTable(0x10),
]);

const END_OF_JPEG = toBytes(0xff, 0xd9);

/** A grey JPEG, complete up to 25 megapixels. @param extra segments before the pixels */
export const jpeg = (width = 64, height = 64, extra: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    START_OF_JPEG,
    ...extra,
    TABLES,
    buildFrame(0xc0, width, height, 1),
    segment(0xda, toBytes(1, 1, 0, 0, 63, 0)),
    // Two bits per block: one says that its brightness doesn't change, one ends the block.
    Buffer.alloc(Math.ceil(countBlocks(width, height) / 4)),
    END_OF_JPEG,
  ]);

export function progressiveJpeg(
  [width, height]: readonly [number, number],
  { components, scans, extra = [] }: { components: number; scans: number; extra?: Buffer[] },
): Buffer {
  const componentIds = Array.from({ length: components }, (_, index) => toBytes(index + 1, 0));
  const scan = Buffer.concat([
    segment(0xda, Buffer.concat([toBytes(components), ...componentIds, toBytes(0, 0, 0)])),
    Buffer.alloc(Math.ceil((countBlocks(width, height) * components) / 8)),
  ]);
  return Buffer.concat([
    START_OF_JPEG,
    ...extra,
    TABLES,
    buildFrame(0xc2, width, height, components),
    ...Array.from({ length: scans }, () => scan),
    END_OF_JPEG,
  ]);
}

/** A transparent 16-bit PNG in seven passes, the most expensive kind to draw. */
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

/** One empty page. @param extra text among the PDF's objects */
export const pdf = (extra = ''): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R >> endobj\n${extra}\nxref\n0 4\ntrailer << /Root 1 0 R /Size 4 >>\nstartxref\n180\n%%EOF`,
    'latin1',
  );
