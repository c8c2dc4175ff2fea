import type { PROOF_TYPES } from '@quantalgo/contracts/submissions/submission';

export interface ImageStructure {
  readonly type: (typeof PROOF_TYPES)[number];
  readonly width: number;
  readonly height: number;
  /** False if its bytes end early or violate the format. */
  readonly isWhole: boolean;
  /** Everything except pixels: metadata, profiles, and anything after the image's end. */
  readonly nonPixelData: readonly Uint8Array[];
  /**
   * The parts that pixels are drawn from, in order. Together they are an image with nothing else in
   * it.
   */
  readonly drawn: readonly Uint8Array[];
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

// Encoders write PNG chunks of 8 kB or more and some twenty JPEG segments, while a file crafted to
// waste time has millions. Files with more parts count as truncated.
const MAX_CHUNKS = 4000;

const MAX_SEGMENTS = 500;

// Encoders write some ten scans in a progressive JPEG. Each may repaint the whole image.
const MAX_SCANS = 20;

const CHUNK_OVERHEAD = 12;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly whole: Buffer;
  readonly next: number;
}

function readChunk(file: Buffer, offset: number): Chunk | null {
  if (offset + CHUNK_OVERHEAD > file.length) return null;
  const length = file.readUInt32BE(offset);
  const next = offset + CHUNK_OVERHEAD + length;
  if (next > file.length) return null;
  const checksumInput = file.subarray(offset + 4, next - 4);
  if (crc32(checksumInput) !== file.readUInt32BE(next - 4)) return null;
  const type = checksumInput.toString('latin1', 0, 4);
  return { type, data: checksumInput.subarray(4), whole: file.subarray(offset, next), next };
}

function parseHeader({ type, data }: Chunk): { width: number; height: number } | null {
  if (type !== 'IHDR' || data.length !== 13) return null;
  const depths = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
  const allowed = Object.entries(depths).find(([colour]) => Number(colour) === data[9])?.[1];
  if (!allowed?.includes(data[8] ?? 0) || data[10] !== 0 || data[11] !== 0 || (data[12] ?? 2) > 1)
    return null;
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
}

// All other chunks are metadata, colour adjustment or animation.
const DRAWN_CHUNKS = ['PLTE', 'tRNS', 'IDAT', 'IEND'];

/**
 * Parses a PNG to its end and verifies checksums; null if the bytes don't begin as one.
 * Source: https://www.w3.org/TR/png-3/ (signature, IHDR, chunks)
 */
export function readPng(bytes: Uint8Array): ImageStructure | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return null;
  const headerChunk = readChunk(file, PNG_SIGNATURE.length);
  const header = headerChunk && parseHeader(headerChunk);
  if (!header) return null;
  const nonPixelData: Uint8Array[] = [];
  const drawn: Uint8Array[] = [PNG_SIGNATURE, headerChunk.whole];
  let hasPixels = false;
  let chunk = readChunk(file, headerChunk.next);
  for (let count = 1; chunk && count < MAX_CHUNKS; count += 1) {
    if (DRAWN_CHUNKS.includes(chunk.type)) drawn.push(chunk.whole);
    if (chunk.type === 'IEND') {
      nonPixelData.push(file.subarray(chunk.next));
      return { type: 'image/png', ...header, isWhole: hasPixels, nonPixelData, drawn };
    }
    if (chunk.type === 'IDAT') hasPixels = true;
    else nonPixelData.push(chunk.data);
    chunk = readChunk(file, chunk.next);
  }
  return { type: 'image/png', ...header, isWhole: false, nonPixelData, drawn };
}

const START_OF_IMAGE = 0xd8;

const END_OF_IMAGE = 0xd9;

const START_OF_SCAN = 0xda;

// C0 to CF, except three that mean something else.
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

// Finds the next marker that is neither stuffing nor a restart. -1 if the file is cut off.
function findScanEnd(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue;
    const marker = file[at + 1] ?? 0;
    if (marker !== 0x00 && marker !== 0xff && !hasNoLength(marker)) return at;
  }
  return -1;
}

function readMarker(file: Buffer, offset: number): { marker: number; after: number } | null {
  if (file[offset] !== 0xff) return null;
  let at = offset;
  while (file[at] === 0xff) at += 1;
  const marker = file[at];
  return marker === undefined ? null : { marker, after: at + 1 };
}

// The segment after a marker, including its length field; null if the file is cut off.
function readSegment(file: Buffer, after: number): Buffer | null {
  if (after + 2 > file.length) return null;
  const length = file.readUInt16BE(after);
  return length < 2 || after + length > file.length ? null : file.subarray(after, after + length);
}

// Four colour components are for print; screenshots never have them.
const MAX_COLOURS = 3;

const parseSize = (frame: Buffer) =>
  frame.length < 8
    ? null
    : {
        height: frame.readUInt16BE(3),
        width: frame.readUInt16BE(5),
        colours: frame.readUInt8(7),
      };

interface Segment {
  readonly marker: number;
  /** Length and content; for the end marker, whatever follows the image. */
  readonly segment: Buffer;
  readonly whole: Buffer;
}

function* readSegments(file: Buffer): Generator<Segment> {
  let next = readMarker(file, 2);
  for (let count = 0; next && count < MAX_SEGMENTS; count += 1) {
    const { marker, after } = next;
    const markerStart = after - 2;
    if (marker === END_OF_IMAGE) {
      yield { marker, segment: file.subarray(after), whole: file.subarray(markerStart, after) };
      return;
    }
    const segment = hasNoLength(marker) ? file.subarray(after, after) : readSegment(file, after);
    if (!segment) return;
    const end = after + segment.length;
    const segmentEnd = marker === START_OF_SCAN ? findScanEnd(file, end) : end;
    if (segmentEnd < 0) return;
    yield { marker, segment, whole: file.subarray(markerStart, segmentEnd) };
    next = readMarker(file, segmentEnd);
  }
}

// Tables, scans and the end; restart markers are part of scans.
const DRAWN_MARKERS = [0xc4, 0xcc, START_OF_SCAN, 0xdb, 0xdd, END_OF_IMAGE];

// Application segments with colours and orientation.
const MEANINGFUL_SEGMENTS: Readonly<Record<number, string>> = {
  0xe0: 'JFIF\0',
  0xe1: 'Exif\0\0',
  0xee: 'Adobe',
};

function isMeaningful({ marker, segment }: Segment): boolean {
  const name = MEANINGFUL_SEGMENTS[marker];
  return name !== undefined && segment.toString('latin1', 2, 2 + name.length) === name;
}

const pickDrawn = (segments: readonly Segment[]): Segment[] =>
  segments.filter(
    (item, index) =>
      isFrame(item.marker) ||
      DRAWN_MARKERS.includes(item.marker) ||
      (isMeaningful(item) &&
        index ===
          segments.findIndex(
            (candidate) => candidate.marker === item.marker && isMeaningful(candidate),
          )),
  );

/**
 * Parses a JPEG to its end; null if the bytes don't begin as one, or contain no size.
 * Source: ITU-T T.81, annex B (markers, frame header)
 */
export function readJpeg(bytes: Uint8Array): ImageStructure | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file[0] !== 0xff || file[1] !== START_OF_IMAGE) return null;
  const segments = [...readSegments(file)];
  const frame = segments.find(({ marker }) => isFrame(marker));
  const size = frame ? parseSize(frame.segment) : null;
  if (!size) return null;
  const { width, height, colours } = size;
  const scans = segments.filter(({ marker }) => marker === START_OF_SCAN).length;
  const hasPixels = scans > 0 && scans <= MAX_SCANS && colours <= MAX_COLOURS;
  const nonPixelData = segments.filter(({ marker }) => !isFrame(marker));
  return {
    type: 'image/jpeg',
    width,
    height,
    isWhole: hasPixels && segments.at(-1)?.marker === END_OF_IMAGE,
    nonPixelData: nonPixelData.map(({ segment }) => segment),
    drawn: [file.subarray(0, 2), ...pickDrawn(segments).map(({ whole }) => whole)],
  };
}

// Bits reversed. Source: https://www.w3.org/TR/png-3/#D-CRCAppendix
const POLYNOMIAL = 0xedb88320;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
