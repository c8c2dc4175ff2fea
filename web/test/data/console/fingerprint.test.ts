import { fingerprintSchema, type Fingerprint } from '@quantalgo/contracts/submissions/review';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFingerprint, type Pixels } from '../../../src/data/console/fingerprint';

/** A dark block on a bright page, in units of the page's width, from the left and the bottom. */
type Block = readonly [left: number, bottom: number, width: number, height: number];

/** Draws a text as lines of strokes. */
const lines = (text: string): Block[] =>
  Array.from(text).flatMap((letter, index) => {
    const [column, row] = [index % 20, Math.floor(index / 20)];
    const code = letter.charCodeAt(0);
    const left = 0.08 + column * 0.042;
    const bottom = 0.3 + row * 0.11;
    return [0, 1, 2]
      .filter((stroke) => ((code >> stroke) & 1) === 1)
      .map((stroke): Block => [left + stroke * 0.011, bottom, 0.007, 0.05]);
  });

const overlap = (from: number, to: number, pixel: number) =>
  Math.max(0, Math.min(to, pixel + 1) - Math.max(from, pixel));

/** Draws a page; `noise` (0 to 255) simulates re-encoding. */
function drawPage(blocks: readonly Block[], width: number, height: number, noise = 0): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(230);
  for (const [left, bottom, wide, high] of blocks) {
    const [x0, x1] = [left * width, (left + wide) * width];
    const [y0, y1] = [height - (bottom + high) * width, height - bottom * width];
    for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, y1); y += 1)
      for (let x = Math.floor(x0); x < x1; x += 1) {
        const grey = 230 - 200 * overlap(x0, x1, x) * overlap(y0, y1, y);
        data.fill(grey, 4 * (y * width + x), 4 * (y * width + x) + 3);
      }
  }
  if (noise > 0)
    data.forEach((value, at) => (data[at] = value + noise * ((((at * 7919) % 101) - 50) / 50)));
  return { data, width, height };
}

const ADA = lines('Ada Obi  ID 41732958  balance $52.30 real account history bonus');
const KOFI = lines('Kofi Men ID 90264173  balance $118.75 real account history bonus');
const BAR: Block = [0.1, 2.18, 0.1, 0.02];

const getPositions = (hex: string) =>
  Array.from(hex).flatMap((digit, index) =>
    [8, 4, 2, 1].flatMap((bit, at) => ((parseInt(digit, 16) & bit) === 0 ? [] : [index * 4 + at])),
  );

/** The number of positions at which the two definitely differ. */
function countDifferences(one: Fingerprint | null, other: Fingerprint | null): number {
  if (!one || !other || one.rows !== other.rows) return Infinity;
  const missing = (sure: string, possible: string) => {
    const allowed = new Set(getPositions(possible));
    return getPositions(sure).filter((place) => !allowed.has(place)).length;
  };
  return missing(one.sure, other.possible) + missing(other.sure, one.possible);
}

const ada = computeFingerprint(drawPage([...ADA, BAR], 540, 1200));

describe('screenshot fingerprint', () => {
  it('matches after downscaling, re-encoding, or cropping the status bar', () => {
    expect(getPositions(ada?.sure ?? '').length).toBeGreaterThan(60);
    const again = {
      smaller: drawPage([...ADA, BAR], 378, 840),
      saved: drawPage([...ADA, BAR], 540, 1200, 8),
      cut: drawPage(ADA, 540, 1156),
      all: drawPage(ADA, 378, 809, 8),
    };
    const differ = Object.entries(again).map(([how, one]) => [
      how,
      countDifferences(ada, computeFingerprint(one)),
    ]);
    expect(Object.fromEntries(differ)).toEqual({ smaller: 0, saved: 0, cut: 0, all: 0 });
  });

  it('differs for another account on the same page', () => {
    expect(
      countDifferences(ada, computeFingerprint(drawPage([...KOFI, BAR], 540, 1200))),
    ).toBeGreaterThan(10);
  });

  it('is null if the image is too small or too wide', () => {
    expect(computeFingerprint(drawPage([], 63, 300))).toBeNull();
    expect(computeFingerprint(drawPage([], 1000, 90))).toBeNull();
  });

  it('is valid for the server at any size', () => {
    const side = fc.integer({ min: 160, max: 500 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const fingerprint = computeFingerprint(drawPage(ADA, width, height));
        if (fingerprint) expect(fingerprintSchema.safeParse(fingerprint).success).toBe(true);
        else expect(width / height).toBeGreaterThan(3);
      }),
      { numRuns: 25 },
    );
  });
});
