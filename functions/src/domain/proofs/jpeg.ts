import type { ImageStructure } from './imageStructure';

const START = 0xd8;
const END = 0xd9;
const START_OF_SCAN = 0xda;

/** Start-of-frame markers: C0 to CF but for three that mean something else. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Markers that stand alone, without a length. */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Where the coded pixels end: at the next marker that is neither stuffing nor a restart; -1 where the file is cut. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const marker = file[at + 1];
    if (marker === undefined) return -1;
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

/** The segment that begins at `after`, behind its marker, with its length; null where the file is cut. */
function segmentAt(file: Buffer, after: number): Buffer | null {
  if (after + 2 > file.length) return null;
  const length = file.readUInt16BE(after);
  return length < 2 || after + length > file.length ? null : file.subarray(after, after + length);
}

const sizeOf = (frame: Buffer) =>
  frame.length < 8 ? null : { height: frame.readUInt16BE(3), width: frame.readUInt16BE(5) };

/** Everything between start and end of the image, and what stands behind it. */
function* segmentsOf(file: Buffer): Generator<{ marker: number; segment: Buffer }> {
  let next = markerAt(file, 2);
  while (next) {
    const { marker, after } = next;
    if (marker === END) {
      yield { marker, segment: file.subarray(after) };
      return;
    }
    const segment = standsAlone(marker) ? file.subarray(after, after) : segmentAt(file, after);
    if (!segment) return;
    yield { marker, segment };
    const end = after + segment.length;
    next = markerAt(file, marker === START_OF_SCAN ? endOfScan(file, end) : end);
  }
}

/**
 * Follows a JPEG segment by segment to its end.
 * @returns null where the bytes don't begin as one, or never say their size
 * Source: ITU-T T.81, annex B (markers, frame header)
 */
export function readJpeg(bytes: Uint8Array): ImageStructure | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file[0] !== 0xff || file[1] !== START) return null;
  const segments = [...segmentsOf(file)];
  const frame = segments.find(({ marker }) => isFrame(marker));
  const size = frame ? sizeOf(frame.segment) : null;
  if (!size) return null;
  const has = (wanted: number) => segments.some(({ marker }) => marker === wanted);
  const besidePixels = segments.filter(({ marker }) => !isFrame(marker));
  return {
    type: 'image/jpeg',
    ...size,
    isWhole: has(START_OF_SCAN) && has(END),
    besidePixels: besidePixels.map(({ segment }) => segment),
  };
}
