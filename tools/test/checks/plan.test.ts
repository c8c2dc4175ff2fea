import { describe, expect, it } from 'vitest';
import {
  needsSecondSuite,
  needsSite,
  needsSuite,
  parseTestPlan,
} from '../../src/checks/suiteTests';

describe('what npm test runs', () => {
  it('is everything, in order, without words', () => {
    const plan = parseTestPlan([]);
    expect(plan).toEqual({ parts: ['check', 'server', 'rules', 'e2e'], partial: false, extra: [] });
    expect([needsSuite(plan), needsSite(plan), needsSecondSuite(plan)]).toEqual([true, true, true]);
  });

  it('is one part with words for its runner', () => {
    const plan = parseTestPlan(['--only', 'server', '-t', 'login']);
    expect(plan).toEqual({ parts: ['server'], partial: true, extra: ['-t', 'login'] });
    expect([needsSuite(plan), needsSite(plan)]).toEqual([true, false]);
    expect(needsSuite(parseTestPlan(['--only', 'unit']))).toBe(false);
  });

  it('has all journeys run on two suites, and those that are named on one', () => {
    expect(needsSecondSuite(parseTestPlan(['--only', 'e2e']))).toBe(true);
    expect(needsSecondSuite(parseTestPlan(['--only', 'e2e', 'login']))).toBe(false);
    expect(needsSecondSuite(parseTestPlan(['--only', 'server']))).toBe(false);
  });

  it.each([[['--only']], [['--only', 'nothing']], [['server']]])('refuses %j', (args) => {
    expect(() => parseTestPlan(args)).toThrow('npm test -- --only check|unit|server|rules|e2e');
  });
});
