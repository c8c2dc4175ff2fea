import { describe, expect, it } from 'vitest';
import { figuresOf, shortfalls } from '../../src/bench/lighthouse';
import { isKept } from '../../src/bench/section';

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
  figuresOf(path, reports, [report(0.96), report(0.98), report(1)])
    .filter((figure) => !isKept(figure))
    .map(({ name }) => name);

describe('Lighthouse’s scores', () => {
  it('must be whole in every run, and the performance no less than the blank page’s', () => {
    for (const path of ['/', '/login']) {
      expect(missed(path, [report(0.98), report(0.99), report(0.5)])).toEqual([]);
      expect(missed(path, [report(0.97), report(0.97), report(1)])).toEqual([
        `performance of ${path}`,
      ]);
    }
    expect(missed('/', [report(1), report(1, 0.9), report(1)])).toEqual(['SEO of /']);
  });

  it('are explained by the audits that cost something', () => {
    expect(shortfalls(report(1, 0.66))).toEqual(['audit: Page is blocked from indexing']);
    expect(shortfalls(report(1))).toEqual([]);
  });
});
