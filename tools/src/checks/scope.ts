import { globSync } from 'node:fs';
import { inRoot } from '../system/root';

/** `npm test` runs `core` in ten minutes on two cores. `rest` is everything else. */
export type Scope = 'core' | 'rest' | 'all';

/** Tests of money, access and the record. */
export const CORE_SERVER_TESTS: readonly string[] = [
  'access/access',
  'access/dashboardCodes',
  'access/readAccess',
  'access/reconcile',
  'account/calls',
  'auth/accessClaims',
  'auth/auth',
  'auth/calls',
  'auth/confirmationCode',
  'auth/devices',
  'auth/enumeration',
  'auth/logout',
  'auth/passwords',
  'auth/signUp',
  'auth/transfer',
  'http/idempotency',
  'privacy/archive',
  'privacy/deletion',
  'record/calibrations',
  'record/checkpointStamps',
  'record/confirm',
  'record/correct',
  'record/log',
  'record/publish',
  'record/servedLog',
  'record/servedRecord',
  'record/settle',
  'signals/signals',
  'signals/signal',
  'submissions/decidedProofs',
  'submissions/decidedSetups',
  'submissions/overdueInspections',
  'submissions/pendingProofs',
  'submissions/setups',
].map((name) => `functions/test/server/${name}.test.ts`);

/** One journey for each kind of person, online and offline. */
export const CORE_JOURNEYS: readonly string[] = [
  'web/e2e/onboarding.spec.ts',
  'web/e2e/proof.spec.ts',
  'web/e2e/rooms.spec.ts',
  'web/e2e/starter.spec.ts',
  'web/e2e/verify.spec.ts',
];

const listRest = (pattern: string, core: readonly string[]): string[] =>
  globSync(pattern, { cwd: inRoot() })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !core.includes(path));

/** Paths for Vitest. An empty list selects all tests. */
export function selectServerTests(scope: Scope): string[] {
  if (scope === 'all') return [];
  return scope === 'core'
    ? [...CORE_SERVER_TESTS]
    : listRest('{functions,tools}/test/server/**/*.test.ts', CORE_SERVER_TESTS);
}

/** Paths for Playwright. An empty list selects all tests. */
export function selectJourneys(scope: Scope): string[] {
  if (scope === 'all') return [];
  return scope === 'core' ? [...CORE_JOURNEYS] : listRest('web/e2e/*.spec.ts', CORE_JOURNEYS);
}
