import { deflateSync } from 'node:zlib';
import { crc32 } from '../src/domain/imageStructure';
import { chunk, jpeg, pdf, png, pngHeader, segment } from './images';

/** A file that means harm. */
export interface Hostile {
  readonly name: string;
  readonly bytes: Buffer;
}

const MEGABYTE = 1024 * 1024;

/** Just below what a proof may have. */
const MOST = 10 * MEGABYTE - 1;

/** As many copies of `part` as fit between beginning and end. */
function stuffed(start: Buffer, part: Buffer, end: Buffer = Buffer.alloc(0)): Buffer {
  const times = Math.floor((MOST - start.length - end.length) / part.length);
  return Buffer.concat([start, Buffer.alloc(times * part.length, part), end]);
}

const START = Buffer.from([0xff, 0xd8]);

const END_OF_PNG = chunk('IEND', Buffer.alloc(0));

/** Files that are dear to follow, unpack or draw; each is one that a member may bring. */
export const bombs = (): Hostile[] => [
  {
    name: 'a JPEG of markers that stand alone',
    bytes: stuffed(START, Buffer.from([0xff, 0x01])),
  },
  { name: 'a JPEG of empty segments', bytes: stuffed(START, segment(0xfe, Buffer.alloc(0))) },
  { name: 'a JPEG of fill bytes', bytes: stuffed(START, Buffer.from([0xff])) },
  {
    name: 'a JPEG of scans',
    bytes: stuffed(START, segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))),
  },
  {
    name: 'a PNG of 870,000 chunks',
    bytes: stuffed(pngHeader(8, 8), chunk('tEXt', Buffer.alloc(0)), END_OF_PNG),
  },
  {
    name: 'a PNG of empty pixels',
    bytes: stuffed(pngHeader(8, 8), chunk('IDAT', Buffer.alloc(0)), END_OF_PNG),
  },
  {
    name: 'a PNG of 12,000 × 12,000',
    bytes: Buffer.concat([
      pngHeader(12_000, 12_000),
      chunk('IDAT', deflateSync(Buffer.alloc(100 * MEGABYTE))),
      END_OF_PNG,
    ]),
  },
  { name: 'a PNG of 2³¹ × 2³¹', bytes: pngHeader(2 ** 31 - 1, 2 ** 31 - 1) },
  { name: 'a JPEG of 65,535 × 65,535', bytes: jpeg(65_535, 65_535) },
  {
    name: 'a PDF of streams that never end',
    bytes: stuffed(Buffer.from('%PDF-1.7\n'), Buffer.from('stream\n')),
  },
  {
    name: 'a PDF of escaped names',
    bytes: stuffed(Buffer.from('%PDF-1.7\n'), Buffer.from('/#4a#53 '), pdf('/JS')),
  },
];

/** Numbers below 2³² that are the same at every run. Source: mulberry32 */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

type Next = (below: number) => number;

const noise = (length: number, next: Next): Buffer =>
  Buffer.from(Array.from({ length }, () => next(256)));

const whole = (next: Next): Buffer => [png(8, 8), jpeg(9, 9), pdf()][next(3)] ?? png();

/** The file with one part of it replaced, left out, doubled or cut off. */
function mutated(bytes: Buffer, next: Next): Buffer {
  const at = next(bytes.length);
  const length = 1 + next(16);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + length)];
  switch (next(4)) {
    case 0:
      return Buffer.concat([before, noise(length, next), after]);
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, bytes.subarray(at, at + length), bytes.subarray(at)]);
    default:
      return before;
  }
}

/** A PNG whose check sums are right and whose chunks are not. */
function oddPng(next: Next): Buffer {
  const header = noise(13, next);
  const named = ['IHDR', 'IDAT', 'PLTE', 'tEXt', 'IEND', 'acTL'];
  const chunks = Array.from({ length: next(12) }, () =>
    chunk(named[next(named.length)] ?? 'IDAT', noise(next(40), next)),
  );
  const start = next(2) === 0 ? pngHeader(next(20_000), next(20_000)) : oddHeader(header);
  return Buffer.concat([start, ...chunks]);
}

function oddHeader(data: Buffer): Buffer {
  const start = pngHeader(1, 1);
  data.copy(start, 16);
  start.writeUInt32BE(crc32(start.subarray(12, 29)), 29);
  return start;
}

/** A JPEG whose segments say lengths, sizes and markers of any kind. */
function oddJpeg(next: Next): Buffer {
  const segments = Array.from({ length: next(12) }, () =>
    segment(next(256), noise(next(40), next)),
  );
  return Buffer.concat([START, ...segments, noise(next(20), next)]);
}

const FOREIGN = [
  '<!doctype html>',
  '<script>',
  '<svg onload=a>',
  '<?php',
  '%PDF-1.4',
  'PK\u0003\u0004',
];

/** A whole picture that is something else too. */
function polyglot(next: Next): Buffer {
  const text = Buffer.from(FOREIGN[next(FOREIGN.length)] ?? '<script>', 'latin1');
  const picture =
    next(2) === 0 ? png(8, 8, [chunk('tEXt', text)]) : jpeg(8, 8, [segment(0xfe, text)]);
  return next(2) === 0 ? picture : Buffer.concat([png(), text]);
}

const MAKERS: readonly (readonly [string, (next: Next) => Buffer])[] = [
  ['noise', (next) => noise(next(400), next)],
  ['a whole file, mutated', (next) => mutated(whole(next), next)],
  [
    'a file, mutated twice',
    (next) => mutated(mutated(Buffer.concat([whole(next), noise(9, next)]), next), next),
  ],
  ['a PNG of odd chunks', oddPng],
  ['a JPEG of odd segments', oddJpeg],
  ['two things at once', polyglot],
];

/** Hostile files, the same ones for a seed. */
export function* hostileFiles(count: number, seed: number): Generator<Hostile> {
  const numbers = numbersFrom(seed);
  const next: Next = (below) => (below === 0 ? 0 : numbers() % below);
  for (let index = 0; index < count; index += 1) {
    const [name, make] =
      MAKERS[index % MAKERS.length] ?? (['noise', () => noise(9, next)] as const);
    yield { name: `${name} (${index})`, bytes: make(next) };
  }
}
