import { crc32 } from './crc32';
import type { ImageStructure } from './imageStructure';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and check sum of a chunk, in bytes. */
const AROUND = 12;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** Where the next one begins. */
  readonly next: number;
}

/** The chunk at this offset; null where there is none, or where its check sum is wrong. */
function chunkAt(file: Buffer, offset: number): Chunk | null {
  if (offset + AROUND > file.length) return null;
  const length = file.readUInt32BE(offset);
  const next = offset + AROUND + length;
  if (next > file.length) return null;
  const checked = file.subarray(offset + 4, next - 4);
  if (crc32(checked) !== file.readUInt32BE(next - 4)) return null;
  return { type: checked.toString('latin1', 0, 4), data: checked.subarray(4), next };
}

/** Sizes and rules of the header chunk; null where it breaks them. */
function headerOf({ type, data }: Chunk): { width: number; height: number } | null {
  if (type !== 'IHDR' || data.length !== 13) return null;
  const depths = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
  const allowed = Object.entries(depths).find(([colour]) => Number(colour) === data[9])?.[1];
  if (!allowed?.includes(data[8] ?? 0) || data[10] !== 0 || data[11] !== 0 || (data[12] ?? 2) > 1)
    return null;
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
}

/**
 * Follows a PNG chunk by chunk to its end, check sums included.
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
  let hasPixels = false;
  for (let chunk = chunkAt(file, first.next); chunk; chunk = chunkAt(file, chunk.next)) {
    if (chunk.type === 'IEND') {
      besidePixels.push(file.subarray(chunk.next));
      return { type: 'image/png', ...header, isWhole: hasPixels, besidePixels };
    }
    if (chunk.type === 'IDAT') hasPixels = true;
    else besidePixels.push(chunk.data);
  }
  return { type: 'image/png', ...header, isWhole: false, besidePixels };
}
