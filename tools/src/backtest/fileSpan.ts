import { open, type FileHandle } from 'node:fs/promises';
import { candleOfRow } from '@quantalgo/functions/platform/market/candleFile';

/** More than the two rows at either end of a file take. */
const LOOKED_AT = 4096;

async function textAt(file: FileHandle, position: number): Promise<string> {
  const buffer = Buffer.alloc(LOOKED_AT);
  const { bytesRead } = await file.read(buffer, 0, LOOKED_AT, Math.max(0, position));
  return buffer.subarray(0, bytesRead).toString('utf8');
}

function timeIn(row: string | undefined): number | null {
  const candle = candleOfRow(row?.trimEnd() ?? '');
  return typeof candle === 'string' ? null : candle.time;
}

/**
 * When (epoch ms) the first and the last candle of a file opened, found without reading it; null where its ends make no
 * sense, which a reader will say.
 */
export async function fileSpan(path: string): Promise<{ from: number; to: number } | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const [, first] = (await textAt(file, 0)).split('\n');
    const last = (await textAt(file, size - LOOKED_AT)).trimEnd().split('\n').at(-1);
    const [from, to] = [timeIn(first), timeIn(last)];
    return from === null || to === null ? null : { from, to };
  } finally {
    await file.close();
  }
}
