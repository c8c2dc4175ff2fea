import { expect, it } from 'vitest';
import { computeRulesCoverage } from '../../src/checks/suiteTests';

const RULES = 'allow read: if a && b;';
const at = (from: number, to: number) => ({ line: 1, currentOffset: from, endOffset: to });
const seen = [{ count: 3 }];

const report = (values: { count: number }[]) => ({
  rules: { files: [{ content: RULES }] },
  report: [
    {
      sourcePosition: at(15, 20),
      values: seen,
      children: [
        { sourcePosition: at(15, 15), values: seen },
        { sourcePosition: at(20, 20), values },
      ],
    },
  ],
});

it('names each expression of the rules that no test evaluated', () => {
  expect(computeRulesCoverage([report([])])).toEqual({ all: 3, missed: ['line 1: b'] });
});

it('counts an expression that any of the test files evaluated', () => {
  expect(computeRulesCoverage([report([]), report(seen)])).toEqual({ all: 3, missed: [] });
});
