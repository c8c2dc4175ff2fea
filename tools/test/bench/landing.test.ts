import { describe, expect, it } from 'vitest';
import { toLoadFigures, toScoreFigures, listShortfalls, type Load } from '../../src/bench/landing';
import { isWithinLimit, type Figure } from '../../src/bench/section';

const findMissed = (figures: readonly Figure[]) =>
  figures.filter((figure) => !isWithinLimit(figure)).map(({ name }) => name);

describe('toLoadFigures', () => {
  const blank = { script: 80_000, fcp: 1000, lcp: 1000, tbt: 0, cls: 0 };
  const login = { script: 120_000, fcp: 700, lcp: 1500, tbt: 90, cls: 0 };
  const missed = (landing: Load, beside: Load = blank) =>
    findMissed(
      toLoadFigures(
        new Map([
          ['/blank/', [beside]],
          ['/', [landing]],
          ['/login', [login]],
        ]),
      ),
    );

  it('accepts as much script as a blank page, 10% slower paints and 50 ms of blocking', () => {
    expect(missed({ script: 80_000, fcp: 1100, lcp: 1100, tbt: 50, cls: 0 })).toEqual([]);
  });

  it('rejects anything above those limits', () => {
    expect(missed({ script: 80_001, fcp: 1101, lcp: 1101, tbt: 51, cls: 0.0001 })).toEqual([
      'JavaScript of /',
      'FCP of /',
      'LCP of /',
      'TBT of /',
      'CLS of /',
    ]);
  });

  it('allows 20% more blocking if the blank page blocks too', () => {
    const busy = { ...blank, tbt: 100 };
    expect(missed({ ...blank, tbt: 120 }, busy)).toEqual([]);
    expect(missed({ ...blank, tbt: 121 }, busy)).toEqual(['TBT of /']);
  });

  it('rejects a layout shift in any load', () => {
    const still = [blank, blank];
    const loads = new Map([
      ['/blank/', still],
      ['/', [blank, { ...blank, cls: 0.01 }]],
      ['/login', still],
    ]);
    expect(findMissed(toLoadFigures(loads))).toEqual(['CLS of /']);
  });
});

describe('Lighthouse scores', () => {
  const category = (score: number) => ({ score, auditRefs: [{ id: 'audit', weight: 1 }] });
  const report = (performance: number, seo = 1) => ({
    categories: {
      performance: category(performance),
      accessibility: { score: 1, auditRefs: [] },
      'best-practices': { score: 1, auditRefs: [{ id: 'hint', weight: 0 }] },
      seo: category(seo),
    },
    audits: {
      audit: { title: 'Page is blocked from indexing', score: seo },
      hint: { title: 'Only a hint', score: 0 },
    },
  });
  const missed = (path: string, reports: ReturnType<typeof report>[]) =>
    findMissed(toScoreFigures(path, reports, [report(0.96), report(0.98), report(1)]));

  it('must be perfect in every run, with a median performance no lower than the blank page’s', () => {
    for (const path of ['/', '/login']) {
      expect(missed(path, [report(0.98), report(0.99), report(0.5)])).toEqual([]);
      expect(missed(path, [report(0.97), report(0.97), report(1)])).toEqual([
        `performance of ${path}`,
      ]);
    }
    expect(missed('/', [report(1), report(1, 0.9), report(1)])).toEqual(['SEO of /']);
  });

  it('are explained by weighted audits that lost points', () => {
    expect(listShortfalls(report(1, 0.66))).toEqual(['audit: Page is blocked from indexing']);
    expect(listShortfalls(report(1))).toEqual([]);
  });
});
