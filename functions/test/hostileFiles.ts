import { deflateSync, gzipSync } from 'node:zlib';
import { crc32 } from '../src/domain/submissions/imageStructure';
import { chunk, deepPng, jpeg, pdf, png, pngHeader, progressiveJpeg, segment } from './images';
import { photo } from './photo';

/** A file that means harm. */
export interface Hostile {
  readonly name: string;
  readonly bytes: Buffer;
}

const MEGABYTE = 1024 * 1024;

/** Just below what a proof may have. */
const MAX = 10 * MEGABYTE - 1;

/** As many copies of `part` as fit between beginning and end. */
function stuffed(start: Buffer, part: Buffer, end: Buffer = Buffer.alloc(0)): Buffer {
  const times = Math.floor((MAX - start.length - end.length) / part.length);
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
    name: 'a JPEG of 500 passes',
    bytes: progressiveJpeg([200, 200], { components: 1, scans: 500 }),
  },
  {
    name: 'an animation of 10,000 images',
    bytes: png(
      8,
      8,
      Array.from({ length: 10_000 }, () => chunk('fdAT', Buffer.alloc(8))),
    ),
  },
  {
    name: 'a PDF of streams that never end',
    bytes: stuffed(Buffer.from('%PDF-1.7\n'), Buffer.from('stream\n')),
  },
  {
    name: 'a PDF of escaped names',
    bytes: stuffed(Buffer.from('%PDF-1.7\n'), Buffer.from('/#4a#53 '), pdf('/JS')),
  },
  { name: 'a PDF with a script', bytes: pdf('4 0 obj << /S /JavaScript /JS (app.alert(1)) >>') },
  { name: 'a PDF with a password', bytes: pdf('4 0 obj << /Filter /Standard >> /Encrypt 4 0 R') },
  { name: '10 MB of noise', bytes: stuffed(Buffer.alloc(0), noise(65_536, nextFrom(1))) },
  { name: 'nothing', bytes: Buffer.alloc(0) },
  { name: 'a packed picture', bytes: gzipSync(png(1080, 2400)) },
  { name: 'an SVG', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { name: 'a GIF', bytes: Buffer.from('GIF89a\x01\0\x01\0', 'latin1') },
];

/** 40 MB of zeros in 40 kB. */
const packedZeros = () => deflateSync(Buffer.alloc(40 * MEGABYTE));

/** The most pixels that a proof may have. */
export const LARGEST = [5000, 5000] as const;

/** Which way up a picture is that lies on its side. */
const ON_ITS_SIDE = segment(
  0xe1,
  Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
);

/**
 * Pictures and documents that are what they say, and as dear as that can be: they may be accepted, and harm nobody.
 * @param size of the largest, in pixels
 */
export function giants(size: readonly [number, number]): Hostile[] {
  const zeros = packedZeros();
  const named = (type: string, head: string) =>
    Array.from({ length: 50 }, () => chunk(type, Buffer.concat([Buffer.from(head), zeros])));
  const dear = { components: 3, scans: 40, extra: [ON_ITS_SIDE] };
  return [
    { name: 'a PNG of packed texts, 2 GB', bytes: png(8, 8, named('zTXt', 'a\0\0')) },
    { name: 'a PNG of packed notes, 2 GB', bytes: png(8, 8, named('iTXt', 'a\0\x01\0\0\0')) },
    { name: 'a PNG with a packed profile, 2 GB', bytes: png(8, 8, named('iCCP', 'a\0\0')) },
    {
      name: 'a PNG of 8 × 8 with 40 MB of pixels',
      bytes: Buffer.concat([pngHeader(8, 8), chunk('IDAT', zeros), END_OF_PNG]),
    },
    { name: 'a large PNG of 16 bits in seven passes', bytes: deepPng(...size) },
    {
      name: 'a large JPEG in 40 passes, on its side',
      bytes: progressiveJpeg(size, dear),
    },
    {
      name: 'a JPEG of 9 MB of comments',
      bytes: jpeg(
        900,
        900,
        Array.from({ length: 140 }, () => segment(0xfe, Buffer.alloc(65_000, 'a '))),
      ),
    },
    { name: 'a large JPEG on its side', bytes: jpeg(...size, [ON_ITS_SIDE]) },
    {
      name: 'a PDF of objects that are 40 MB unpacked',
      bytes: pdf(
        `4 0 obj << /Type /ObjStm /Filter /FlateDecode /Length ${zeros.length} >>\nstream\n${zeros.toString('latin1')}\nendstream`,
      ),
    },
  ];
}

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

function nextFrom(seed: number): Next {
  const numbers = numbersFrom(seed);
  return (below) => (below === 0 ? 0 : numbers() % below);
}

const noise = (length: number, next: Next): Buffer =>
  Buffer.from(Array.from({ length }, () => next(256)));

/** Pictures as encoders write them, so that what is changed in them reaches a decoder. */
const PHOTO = await photo();

const DEEP = deepPng(16, 16);

const PASSES = progressiveJpeg([40, 40], { components: 3, scans: 4 });

const WHOLE = [png(8, 8), png(60, 60), DEEP, jpeg(9, 9), PHOTO, PASSES, pdf()];

const whole = (next: Next): Buffer => WHOLE[next(WHOLE.length)] ?? PHOTO;

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

/** A PNG of pixels that are none: of another size, filter, depth or packing than its header says. */
function oddPixels(next: Next): Buffer {
  const size = [1 + next(300), 1 + next(300)] as const;
  const header = pngHeader(...size).subarray(16, 29);
  header.set([[1, 2, 4, 8, 16][next(5)] ?? 8, [0, 2, 3, 4, 6][next(5)] ?? 0, 0, 0, next(2)], 8);
  const pixels = deflateSync(noise(next(2000), next));
  const palette = next(2) === 0 ? [] : [chunk('PLTE', noise(3 * next(257), next))];
  return Buffer.concat([
    oddHeader(header),
    ...palette,
    chunk('tRNS', noise(next(7), next)),
    chunk('IDAT', pixels),
    END_OF_PNG,
  ]);
}

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
  ['a PNG of odd pixels', oddPixels],
];

/** Hostile files, the same ones for a seed. */
export function* hostileFiles(count: number, seed: number): Generator<Hostile> {
  const next = nextFrom(seed);
  for (let index = 0; index < count; index += 1) {
    const [name, make] =
      MAKERS[index % MAKERS.length] ?? (['noise', () => noise(9, next)] as const);
    yield { name: `${name} (${index})`, bytes: make(next) };
  }
}
