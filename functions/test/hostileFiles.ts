import { deflateSync, gzipSync } from 'node:zlib';
import { crc32 } from '../src/domain/submissions/imageStructure';
import { chunk, deepPng, jpeg, pdf, png, pngHeader, progressiveJpeg, segment } from './images';
import { createPhoto } from './photo';

export interface Hostile {
  readonly name: string;
  readonly bytes: Buffer;
}

const MEGABYTE = 1024 * 1024;

/** Just below the size limit of a proof. */
const MAX_BYTES = 10 * MEGABYTE - 1;

function fillFile(start: Buffer, part: Buffer, end: Buffer = Buffer.alloc(0)): Buffer {
  const times = Math.floor((MAX_BYTES - start.length - end.length) / part.length);
  return Buffer.concat([start, Buffer.alloc(times * part.length, part), end]);
}

const START = Buffer.from([0xff, 0xd8]);

const END_OF_PNG = chunk('IEND', Buffer.alloc(0));

/** Uploads that are expensive to parse, unpack or draw. */
export const bombs = (): Hostile[] => [
  {
    name: 'a JPEG of markers that stand alone',
    bytes: fillFile(START, Buffer.from([0xff, 0x01])),
  },
  { name: 'a JPEG of empty segments', bytes: fillFile(START, segment(0xfe, Buffer.alloc(0))) },
  { name: 'a JPEG of fill bytes', bytes: fillFile(START, Buffer.from([0xff])) },
  {
    name: 'a JPEG of scans',
    bytes: fillFile(START, segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))),
  },
  {
    name: 'a PNG of 870,000 chunks',
    bytes: fillFile(pngHeader(8, 8), chunk('tEXt', Buffer.alloc(0)), END_OF_PNG),
  },
  {
    name: 'a PNG of empty pixels',
    bytes: fillFile(pngHeader(8, 8), chunk('IDAT', Buffer.alloc(0)), END_OF_PNG),
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
    bytes: fillFile(Buffer.from('%PDF-1.7\n'), Buffer.from('stream\n')),
  },
  {
    name: 'a PDF of escaped names',
    bytes: fillFile(Buffer.from('%PDF-1.7\n'), Buffer.from('/#4a#53 '), pdf('/JS')),
  },
  { name: 'a PDF with a script', bytes: pdf('4 0 obj << /S /JavaScript /JS (app.alert(1)) >>') },
  { name: 'a PDF with a password', bytes: pdf('4 0 obj << /Filter /Standard >> /Encrypt 4 0 R') },
  { name: '10 MB of noise', bytes: fillFile(Buffer.alloc(0), createNoise(65_536, createNext(1))) },
  { name: 'nothing', bytes: Buffer.alloc(0) },
  { name: 'a packed picture', bytes: gzipSync(png(1080, 2400)) },
  { name: 'an SVG', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { name: 'a GIF', bytes: Buffer.from('GIF89a\x01\0\x01\0', 'latin1') },
];

const packZeros = () => deflateSync(Buffer.alloc(40 * MEGABYTE));

export const LARGEST = [5000, 5000] as const;

const ROTATED_EXIF = segment(
  0xe1,
  Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
);

/**
 * Valid files that are as expensive as possible. They may be accepted, but must not exhaust memory
 * or time.
 * @param size of the largest images, in pixels
 */
export function giants(size: readonly [number, number]): Hostile[] {
  const zeros = packZeros();
  const createChunks = (type: string, head: string) =>
    Array.from({ length: 50 }, () => chunk(type, Buffer.concat([Buffer.from(head), zeros])));
  const expensive = { components: 3, scans: 20, extra: [ROTATED_EXIF] };
  return [
    { name: 'a PNG of packed texts, 2 GB', bytes: png(8, 8, createChunks('zTXt', 'a\0\0')) },
    {
      name: 'a PNG of packed notes, 2 GB',
      bytes: png(8, 8, createChunks('iTXt', 'a\0\x01\0\0\0')),
    },
    { name: 'a PNG with a packed profile, 2 GB', bytes: png(8, 8, createChunks('iCCP', 'a\0\0')) },
    {
      name: 'a PNG of 8 × 8 with 40 MB of pixels',
      bytes: Buffer.concat([pngHeader(8, 8), chunk('IDAT', zeros), END_OF_PNG]),
    },
    { name: 'a large PNG of 16 bits in seven passes', bytes: deepPng(...size) },
    {
      name: 'a large JPEG in 20 passes, on its side',
      bytes: progressiveJpeg(size, expensive),
    },
    {
      name: 'a JPEG of 9 MB of comments',
      bytes: jpeg(
        900,
        900,
        Array.from({ length: 140 }, () => segment(0xfe, Buffer.alloc(65_000, 'a '))),
      ),
    },
    { name: 'a large JPEG on its side', bytes: jpeg(...size, [ROTATED_EXIF]) },
    {
      name: 'a PDF of objects that are 40 MB unpacked',
      bytes: pdf(
        `4 0 obj << /Type /ObjStm /Filter /FlateDecode /Length ${zeros.length} >>\nstream\n${zeros.toString('latin1')}\nendstream`,
      ),
    },
  ];
}

/** Numbers below 2³², the same for the same seed (mulberry32). */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

type Next = (below: number) => number;

function createNext(seed: number): Next {
  const numbers = createNumbers(seed);
  return (below) => (below === 0 ? 0 : numbers() % below);
}

const createNoise = (length: number, next: Next): Buffer =>
  Buffer.from(Array.from({ length }, () => next(256)));

/** Complete files, so that mutations get past the header and reach a decoder. */
const PHOTO = await createPhoto();

const DEEP_IMAGE = deepPng(16, 16);

const PROGRESSIVE_IMAGE = progressiveJpeg([40, 40], { components: 3, scans: 4 });

const COMPLETE_FILES = [
  png(8, 8),
  png(60, 60),
  DEEP_IMAGE,
  jpeg(9, 9),
  PHOTO,
  PROGRESSIVE_IMAGE,
  pdf(),
];

const pickFile = (next: Next): Buffer => COMPLETE_FILES[next(COMPLETE_FILES.length)] ?? PHOTO;

/** Replaces, removes or duplicates a part of the file, or cuts it off. */
function mutate(bytes: Buffer, next: Next): Buffer {
  const at = next(bytes.length);
  const length = 1 + next(16);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + length)];
  switch (next(4)) {
    case 0:
      return Buffer.concat([before, createNoise(length, next), after]);
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, bytes.subarray(at, at + length), bytes.subarray(at)]);
    default:
      return before;
  }
}

function createOddPng(next: Next): Buffer {
  const header = createNoise(13, next);
  const types = ['IHDR', 'IDAT', 'PLTE', 'tEXt', 'IEND', 'acTL'];
  const chunks = Array.from({ length: next(12) }, () =>
    chunk(types[next(types.length)] ?? 'IDAT', createNoise(next(40), next)),
  );
  const start = next(2) === 0 ? pngHeader(next(20_000), next(20_000)) : createOddHeader(header);
  return Buffer.concat([start, ...chunks]);
}

function createOddHeader(data: Buffer): Buffer {
  const start = pngHeader(1, 1);
  data.copy(start, 16);
  start.writeUInt32BE(crc32(start.subarray(12, 29)), 29);
  return start;
}

function createOddJpeg(next: Next): Buffer {
  const segments = Array.from({ length: next(12) }, () =>
    segment(next(256), createNoise(next(40), next)),
  );
  return Buffer.concat([START, ...segments, createNoise(next(20), next)]);
}

const FOREIGN_TEXTS = [
  '<!doctype html>',
  '<script>',
  '<svg onload=a>',
  '<?php',
  '%PDF-1.4',
  'PK\u0003\u0004',
];

/** The pixels' size, filter, depth or packing differs from the header. */
function createOddPixels(next: Next): Buffer {
  const size = [1 + next(300), 1 + next(300)] as const;
  const header = pngHeader(...size).subarray(16, 29);
  header.set([[1, 2, 4, 8, 16][next(5)] ?? 8, [0, 2, 3, 4, 6][next(5)] ?? 0, 0, 0, next(2)], 8);
  const pixels = deflateSync(createNoise(next(2000), next));
  const palette = next(2) === 0 ? [] : [chunk('PLTE', createNoise(3 * next(257), next))];
  return Buffer.concat([
    createOddHeader(header),
    ...palette,
    chunk('tRNS', createNoise(next(7), next)),
    chunk('IDAT', pixels),
    END_OF_PNG,
  ]);
}

function createPolyglot(next: Next): Buffer {
  const text = Buffer.from(FOREIGN_TEXTS[next(FOREIGN_TEXTS.length)] ?? '<script>', 'latin1');
  const picture =
    next(2) === 0 ? png(8, 8, [chunk('tEXt', text)]) : jpeg(8, 8, [segment(0xfe, text)]);
  return next(2) === 0 ? picture : Buffer.concat([png(), text]);
}

const GENERATORS: readonly (readonly [string, (next: Next) => Buffer])[] = [
  ['noise', (next) => createNoise(next(400), next)],
  ['a whole file, mutated', (next) => mutate(pickFile(next), next)],
  [
    'a file, mutated twice',
    (next) => mutate(mutate(Buffer.concat([pickFile(next), createNoise(9, next)]), next), next),
  ],
  ['a PNG of odd chunks', createOddPng],
  ['a JPEG of odd segments', createOddJpeg],
  ['two things at once', createPolyglot],
  ['a PNG of odd pixels', createOddPixels],
];

export function* hostileFiles(count: number, seed: number): Generator<Hostile> {
  const next = createNext(seed);
  for (let index = 0; index < count; index += 1) {
    const [name, generate] =
      GENERATORS[index % GENERATORS.length] ?? (['noise', () => createNoise(9, next)] as const);
    yield { name: `${name} (${index})`, bytes: generate(next) };
  }
}
