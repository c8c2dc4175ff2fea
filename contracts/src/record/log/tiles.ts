import { type Hash, HASH_BYTES, type HashAt, combineHashes, type Subtree } from './tree';

export const TILE_WIDTH = 256;

const TILE_HEIGHT = 8;

export interface TileName {
  readonly level: number | 'entries';
  readonly index: number;
  /** 1–256 hashes or entries. Tiles with fewer than 256 are partial. */
  readonly width: number;
}

function formatIndex(index: number): string {
  const digits = String(index);
  const paddedDigits = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  return paddedDigits.replaceAll(/\d{3}(?=\d)/g, 'x$&/');
}

export const formatTilePath = ({ level, index, width }: TileName): string =>
  `${level}/${formatIndex(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;

const TILE_PATH = /^(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/;

/** Null unless the path (below `/tile/`) is canonical. */
export function parseTilePath(path: string): TileName | null {
  const [, level = '', index = '', width = String(TILE_WIDTH)] = TILE_PATH.exec(path) ?? [];
  const tile: TileName = {
    level: level === 'entries' ? level : Number(level),
    index: Number(index.replaceAll(/[x/]/g, '')),
    width: Number(width),
  };
  const isValid = Number.isSafeInteger(tile.index) && tile.width >= 1 && tile.width <= TILE_WIDTH;
  return isValid && formatTilePath(tile) === path ? tile : null;
}

export function getTileWidth(
  size: number,
  { level, index }: Pick<TileName, 'level' | 'index'>,
): number {
  const nodes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, nodes - index * TILE_WIDTH));
}

export interface TilePart {
  readonly level: number;
  readonly index: number;
  readonly first: number;
  readonly count: number;
}

export function getTilePart({ level, index }: Subtree): TilePart {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const firstIndex = index * count;
  return {
    level: tileLevel,
    index: Math.floor(firstIndex / TILE_WIDTH),
    first: firstIndex % TILE_WIDTH,
    count,
  };
}

export function splitHashes(bytes: Uint8Array): Hash[] {
  const hashes: Hash[] = [];
  for (let offset = 0; offset < bytes.length; offset += HASH_BYTES)
    hashes.push(bytes.subarray(offset, offset + HASH_BYTES));
  return hashes;
}

export function joinHashes(hashes: readonly Hash[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [index, hash] of hashes.entries()) bytes.set(hash, index * HASH_BYTES);
  return bytes;
}

export const createTileHasher =
  (tileAt: (level: number, index: number) => readonly Hash[]): HashAt =>
  (subtree) => {
    const { level, index, first, count } = getTilePart(subtree);
    const hashes = tileAt(level, index).slice(first, first + count);
    if (hashes.length < count) throw new RangeError(`Tile ${level}/${index} has too few hashes`);
    return combineHashes(hashes);
  };
