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

describe('npm test plan', () => {
  it('runs the core parts in order without arguments', () => {
    const plan = parseTestPlan([]);
    expect(plan.parts).toEqual(['check', 'server', 'rules', 'e2e']);
    expect(plan.scope).toBe('core');
    expect([needsSuite(plan), needsSite(plan), needsSecondSuite(plan)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('covers every test between core and rest', () => {
    expect(parseTestPlan(['--rest']).parts).toEqual(['server', 'e2e']);
    const select = (selected: (scope: Scope) => string[]) =>
      [...selected('core'), ...selected('rest')].toSorted();
    const find = (pattern: string) => globSync(pattern, { cwd: inRoot() }).toSorted();
    expect(select(selectJourneys)).toEqual(find('web/e2e/*.spec.ts'));
    expect(select(selectServerTests)).toEqual(find('{functions,tools}/test/server/**/*.test.ts'));
  });

  it('names only existing tests', () => {
    const paths = [...CORE_JOURNEYS, ...CORE_SERVER_TESTS];
    expect(paths.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
    expect(CORE_JOURNEYS.length).toBeGreaterThan(0);
  });

  it('runs one part and passes extra arguments to its runner', () => {
    const plan = parseTestPlan(['--only', 'server', '-t', 'login']);
    expect(plan).toEqual({ parts: ['server'], scope: 'all', extra: ['-t', 'login'] });
    expect([needsSuite(plan), needsSite(plan)]).toEqual([true, false]);
    expect(needsSuite(parseTestPlan(['--only', 'unit']))).toBe(false);
  });

  it('uses two suites for all journeys, and one for named journeys', () => {
    expect(needsSecondSuite(parseTestPlan(['--only', 'e2e']))).toBe(true);
    expect(needsSecondSuite(parseTestPlan(['--only', 'e2e', 'login']))).toBe(false);
    expect(needsSecondSuite(parseTestPlan(['--only', 'server']))).toBe(false);
  });

  it.each([[['--only']], [['--only', 'nothing']], [['server']], [['--rest', 'more']]])(
    'rejects %j',
    (args) => {
      expect(() => parseTestPlan(args)).toThrow('--only check|unit|server|rules|e2e');
    },
  );
});
