import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../src/bench/landing';
import { isKept } from '../../src/bench/section';

const blank = { script: 80_000, fcp: 1000, lcp: 1000, tbt: 0, cls: 0 };
const login = { script: 120_000, fcp: 700, lcp: 1500, tbt: 90, cls: 0 };
const missed = (landing: typeof blank, beside = blank) =>
  figuresOf({ blank: beside, landing, login })
    .filter((figure) => !isKept(figure))
    .map(({ name }) => name);

describe('the landing page beside a blank one', () => {
  it('may take as much script, a tenth longer to paint, and 50 ms of blocking', () => {
    expect(missed({ script: 80_000, fcp: 1100, lcp: 1100, tbt: 50, cls: 0 })).toEqual([]);
  });

  it('may take no more', () => {
    expect(missed({ script: 80_001, fcp: 1101, lcp: 1101, tbt: 51, cls: 0.0001 })).toEqual([
      'JavaScript of /',
      'FCP of /',
      'LCP of /',
      'TBT of /',
      'CLS of /',
    ]);
  });

  it('may block a fifth longer where the blank page blocks too', () => {
    const busy = { ...blank, tbt: 100 };
    expect(missed({ ...blank, tbt: 120 }, busy)).toEqual([]);
    expect(missed({ ...blank, tbt: 121 }, busy)).toEqual(['TBT of /']);
  });
});
