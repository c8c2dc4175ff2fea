import { describe, expect, it } from 'vitest';
import { needsSecond, needsSite, needsSuite, planOf } from '../../src/checks/suiteTests';

describe('what npm test runs', () => {
  it('is everything, in order, without words', () => {
    const plan = planOf([]);
    expect(plan).toEqual({ parts: ['check', 'server', 'rules', 'e2e'], partial: false, extra: [] });
    expect([needsSuite(plan), needsSite(plan), needsSecond(plan)]).toEqual([true, true, true]);
  });

  it('is one part with words for its runner', () => {
    const plan = planOf(['--only', 'server', '-t', 'login']);
    expect(plan).toEqual({ parts: ['server'], partial: true, extra: ['-t', 'login'] });
    expect([needsSuite(plan), needsSite(plan)]).toEqual([true, false]);
    expect(needsSuite(planOf(['--only', 'unit']))).toBe(false);
  });

  it('has all journeys run on two suites, and those that are named on one', () => {
    expect(needsSecond(planOf(['--only', 'e2e']))).toBe(true);
    expect(needsSecond(planOf(['--only', 'e2e', 'login']))).toBe(false);
    expect(needsSecond(planOf(['--only', 'server']))).toBe(false);
  });

  it.each([[['--only']], [['--only', 'nothing']], [['server']]])('refuses %j', (args) => {
    expect(() => planOf(args)).toThrow('npm test -- --only check|unit|server|rules|e2e');
  });
});
