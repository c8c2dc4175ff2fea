import { existsSync, globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  CORE_JOURNEYS,
  CORE_SERVER_TESTS,
  type Scope,
  selectJourneys,
  selectServerTests,
} from '../../src/checks/scope';
import {
  needsSecondSuite,
  needsSite,
  needsSuite,
  parseTestPlan,
} from '../../src/checks/suiteTests';
import { inRoot } from '../../src/system/root';

describe('what npm test runs', () => {
  it('is the core, in order, without words', () => {
    const plan = parseTestPlan([]);
    expect(plan.parts).toEqual(['check', 'server', 'rules', 'e2e']);
    expect(plan.scope).toBe('core');
    expect([needsSuite(plan), needsSite(plan), needsSecondSuite(plan)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('leaves nothing out between core and rest', () => {
    expect(parseTestPlan(['--rest']).parts).toEqual(['server', 'e2e']);
    const select = (selected: (scope: Scope) => string[]) =>
      [...selected('core'), ...selected('rest')].toSorted();
    const find = (pattern: string) => globSync(pattern, { cwd: inRoot() }).toSorted();
    expect(select(selectJourneys)).toEqual(find('web/e2e/*.spec.ts'));
    expect(select(selectServerTests)).toEqual(find('{functions,tools}/test/server/**/*.test.ts'));
  });

  it('names tests that are there', () => {
    const paths = [...CORE_JOURNEYS, ...CORE_SERVER_TESTS];
    expect(paths.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
    expect(CORE_JOURNEYS.length).toBeGreaterThan(0);
  });

  it('is one part with words for its runner', () => {
    const plan = parseTestPlan(['--only', 'server', '-t', 'login']);
    expect(plan).toEqual({ parts: ['server'], scope: 'all', extra: ['-t', 'login'] });
    expect([needsSuite(plan), needsSite(plan)]).toEqual([true, false]);
    expect(needsSuite(parseTestPlan(['--only', 'unit']))).toBe(false);
  });

  it('has all journeys run on two suites, and those that are named on one', () => {
    expect(needsSecondSuite(parseTestPlan(['--only', 'e2e']))).toBe(true);
    expect(needsSecondSuite(parseTestPlan(['--only', 'e2e', 'login']))).toBe(false);
    expect(needsSecondSuite(parseTestPlan(['--only', 'server']))).toBe(false);
  });

  it.each([[['--only']], [['--only', 'nothing']], [['server']], [['--rest', 'more']]])(
    'refuses %j',
    (args) => {
      expect(() => parseTestPlan(args)).toThrow('--only check|unit|server|rules|e2e');
    },
  );
});
