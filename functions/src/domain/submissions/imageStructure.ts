import type { PROOF_TYPES } from '@quantalgo/contracts/submissions/submission';

/** The structure of an image file, parsed without decoding its pixels. */
export interface ImageStructure {
  readonly type: (typeof PROOF_TYPES)[number];
  readonly width: number;
  readonly height: number;
  /** False where its bytes end early or violate the format. */
  readonly isWhole: boolean;
  /** Parts of the file other than pixels: metadata, profiles, and anything after the image's end. */
  readonly besidePixels: readonly Uint8Array[];
  /** Parts of the file that its pixels are drawn from, in order: together an image with nothing else in it. */
  readonly drawn: readonly Uint8Array[];
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Most chunks of a PNG and segments of a JPEG that are parsed: encoders write chunks of 8 kB and more, and some twenty
 * segments, while a file crafted to waste time holds millions. A file with more counts as truncated.
 */
const MAX_CHUNKS = 4000;

const MAX_SEGMENTS = 500;

/** Most scans of a progressive JPEG that are accepted: encoders write some ten. */
const MAX_SCANS = 50;

/** Length, type and checksum of a chunk, in bytes. */
const AROUND = 12;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** The whole chunk, from its length to its checksum. */
  readonly whole: Buffer;
  /** Offset of the next chunk. */
  readonly next: number;
}

/** The chunk at this offset; null where there is none, or where its checksum is wrong. */
function chunkAt(file: Buffer, offset: number): Chunk | null {
  if (offset + AROUND > file.length) return null;
  const length = file.readUInt32BE(offset);
  const next = offset + AROUND + length;
  if (next > file.length) return null;
  const checked = file.subarray(offset + 4, next - 4);
  if (crc32(checked) !== file.readUInt32BE(next - 4)) return null;
  const type = checked.toString('latin1', 0, 4);
  return { type, data: checked.subarray(4), whole: file.subarray(offset, next), next };
}

/** Width and height from the header chunk; null where it is invalid. */
function headerOf({ type, data }: Chunk): { width: number; height: number } | null {
  if (type !== 'IHDR' || data.length !== 13) return null;
  const depths = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
  const allowed = Object.entries(depths).find(([colour]) => Number(colour) === data[9])?.[1];
  if (!allowed?.includes(data[8] ?? 0) || data[10] !== 0 || data[11] !== 0 || (data[12] ?? 2) > 1)
    return null;
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
}

/** Chunks that pixels are drawn from; all others are metadata, colour adjustment or animation. */
const DRAWN_CHUNKS = ['PLTE', 'tRNS', 'IDAT', 'IEND'];

/**
 * Parses a PNG chunk by chunk to its end and verifies checksums.
 * @returns null where the bytes don't begin as one
 * Source: https://www.w3.org/TR/png-3/ (signature, IHDR, chunks)
 */
export function readPng(bytes: Uint8Array): ImageStructure | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const first = chunkAt(file, SIGNATURE.length);
  const header = first && headerOf(first);
  if (!header) return null;
  const besidePixels: Uint8Array[] = [];
  const drawn: Uint8Array[] = [SIGNATURE, first.whole];
  let hasPixels = false;
  let chunk = chunkAt(file, first.next);
  for (let followed = 1; chunk && followed < MAX_CHUNKS; followed += 1) {
    if (DRAWN_CHUNKS.includes(chunk.type)) drawn.push(chunk.whole);
    if (chunk.type === 'IEND') {
      besidePixels.push(file.subarray(chunk.next));
      return { type: 'image/png', ...header, isWhole: hasPixels, besidePixels, drawn };
    }
    if (chunk.type === 'IDAT') hasPixels = true;
    else besidePixels.push(chunk.data);
    chunk = chunkAt(file, chunk.next);
  }
  return { type: 'image/png', ...header, isWhole: false, besidePixels, drawn };
}

const START = 0xd8;

const END = 0xd9;

const START_OF_SCAN = 0xda;

/** Start-of-frame markers: C0 to CF, except three that mean something else. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Markers without a length. */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** End of the coded pixels: the next marker that is neither stuffing nor a restart; -1 where the file is cut off. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue;
    const marker = file[at + 1] ?? 0;
    if (marker !== 0x00 && marker !== 0xff && !standsAlone(marker)) return at;
  }
  return -1;
}

/** Skips fill bytes in front of a marker. */
function markerAt(file: Buffer, offset: number): { marker: number; after: number } | null {
  if (file[offset] !== 0xff) return null;
  let at = offset;
  while (file[at] === 0xff) at += 1;
  const marker = file[at];
  return marker === undefined ? null : { marker, after: at + 1 };
}

/** The segment at `after`, just past its marker, including its length; null where the file is cut off. */
function segmentAt(file: Buffer, after: number): Buffer | null {
  if (after + 2 > file.length) return null;
  const length = file.readUInt16BE(after);
  return length < 2 || after + length > file.length ? null : file.subarray(after, after + length);
}

/** Most colour components of a JPEG: four are for print, and screenshots never have them. */
const MAX_COLOURS = 3;

/** Size and number of colour components of a frame. */
const sizeOf = (frame: Buffer) =>
  frame.length < 8
    ? null
    : {
        height: frame.readUInt16BE(3),
        width: frame.readUInt16BE(5),
        colours: frame.readUInt8(7),
      };

interface Segment {
  readonly marker: number;
  /** Its length and content; for the end marker, whatever follows the image. */
  readonly segment: Buffer;
  /** All of it, from its marker on; a scan includes its pixels. */
  readonly whole: Buffer;
}

/** Everything between start and end of the image, then what follows it; at most {@link MAX_SEGMENTS}. */
function* segmentsOf(file: Buffer): Generator<Segment> {
  let next = markerAt(file, 2);
  for (let followed = 0; next && followed < MAX_SEGMENTS; followed += 1) {
    const { marker, after } = next;
    const begin = after - 2;
    if (marker === END) {
      yield { marker, segment: file.subarray(after), whole: file.subarray(begin, after) };
      return;
    }
    const segment = standsAlone(marker) ? file.subarray(after, after) : segmentAt(file, after);
    if (!segment) return;
    const end = after + segment.length;
    const upTo = marker === START_OF_SCAN ? endOfScan(file, end) : end;
    if (upTo < 0) return;
    yield { marker, segment, whole: file.subarray(begin, upTo) };
    next = markerAt(file, upTo);
  }
}

/** Tables, scans and the end; restart markers are part of scans. */
const DRAWN_MARKERS = [0xc4, 0xcc, START_OF_SCAN, 0xdb, 0xdd, END];

/** Application segments that say how to interpret the pixels: their colours and orientation. */
const MEANT: Readonly<Record<number, string>> = { 0xe0: 'JFIF\0', 0xe1: 'Exif\0\0', 0xee: 'Adobe' };

function isMeant({ marker, segment }: Segment): boolean {
  const name = MEANT[marker];
  return name !== undefined && segment.toString('latin1', 2, 2 + name.length) === name;
}

/** Segments that pixels are drawn from; of repeated application segments only the first. */
const drawnOf = (segments: readonly Segment[]): Segment[] =>
  segments.filter(
    (one, index) =>
      isFrame(one.marker) ||
      DRAWN_MARKERS.includes(one.marker) ||
      (isMeant(one) &&
        index === segments.findIndex((other) => other.marker === one.marker && isMeant(other))),
  );

/**
 * Parses a JPEG segment by segment to its end.
 * @returns null where the bytes don't begin as one, or contain no size
 * Source: ITU-T T.81, annex B (markers, frame header)
 */
export function readJpeg(bytes: Uint8Array): ImageStructure | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file[0] !== 0xff || file[1] !== START) return null;
  const segments = [...segmentsOf(file)];
  const frame = segments.find(({ marker }) => isFrame(marker));
  const size = frame ? sizeOf(frame.segment) : null;
  if (!size) return null;
  const { width, height, colours } = size;
  const scans = segments.filter(({ marker }) => marker === START_OF_SCAN).length;
  const hasPixels = scans > 0 && scans <= MAX_SCANS && colours <= MAX_COLOURS;
  const besidePixels = segments.filter(({ marker }) => !isFrame(marker));
  return {
    type: 'image/jpeg',
    width,
    height,
    isWhole: hasPixels && segments.at(-1)?.marker === END,
    besidePixels: besidePixels.map(({ segment }) => segment),
    drawn: [file.subarray(0, 2), ...drawnOf(segments).map(({ whole }) => whole)],
  };
}

/** The polynomial of PNG's checksums, its bits reversed. Source: https://www.w3.org/TR/png-3/#D-CRCAppendix */
const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The CRC-32 of these bytes, as an unsigned number. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
