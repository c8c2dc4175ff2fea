import { expect, it } from 'vitest';
import { computeRulesCoverage } from '../../src/checks/suiteTests';

const RULES = 'allow read: if a && b;';
const at = (from: number, to: number) => ({ line: 1, currentOffset: from, endOffset: to });
const hits = [{ count: 3 }];

const report = (values: { count: number }[]) => ({
  rules: { files: [{ content: RULES }] },
  report: [
    {
      sourcePosition: at(15, 20),
      values: hits,
      children: [
        { sourcePosition: at(15, 15), values: hits },
        { sourcePosition: at(20, 20), values },
      ],
    },
  ],
});

it('lists each rules expression that no test evaluated', () => {
  expect(computeRulesCoverage([report([])])).toEqual({ all: 3, missed: ['line 1: b'] });
});

it('counts an expression as covered if any test file evaluated it', () => {
  expect(computeRulesCoverage([report([]), report(hits)])).toEqual({ all: 3, missed: [] });
});
