import { readdirSync } from 'node:fs';
import { inRoot } from '../system/root';

/** `core` is what `npm test` runs in ten minutes on two cores; `rest` is what that leaves out. */
export type Scope = 'core' | 'rest' | 'all';

/** Money, access and the record. */
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
  'auth/passwords',
  'auth/signOut',
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

/** One way through the product for each kind of person, online and offline. */
export const CORE_JOURNEYS: readonly string[] = [
  'web/e2e/onboarding.spec.ts',
  'web/e2e/proof.spec.ts',
  'web/e2e/rooms.spec.ts',
  'web/e2e/starter.spec.ts',
  'web/e2e/verify.spec.ts',
];

/** Arguments for Vitest. */
export function selectServerTests(scope: Scope): string[] {
  if (scope === 'all') return [];
  return CORE_SERVER_TESTS.flatMap((path) => (scope === 'core' ? [path] : ['--exclude', path]));
}

/** Arguments for Playwright. */
export function selectJourneys(scope: Scope): string[] {
  if (scope === 'all') return [];
  if (scope === 'core') return [...CORE_JOURNEYS];
  return readdirSync(inRoot('web', 'e2e'))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `web/e2e/${name}`)
    .filter((path) => !CORE_JOURNEYS.includes(path));
}
