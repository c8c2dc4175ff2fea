import { defineConfig } from 'vitest/config';

/** Tests that need emulators are given minutes for each step: functions start with their first call, and some sign up hundreds. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 120_000 };

/** They wait for the emulators more than they compute, and have projects and accounts of their own. */
const WITH_EMULATORS = { ...PATIENT, maxWorkers: 4 };

/** What holds all accounts of a suite to a promise, while nothing else signs anybody up: after the others. */
const ALONE = ['tools/test/server/fuzz.test.ts'];

/** Files that leave nothing behind share their worker, which saves most of the time that they would take. */
const SHARED_WORKER = { pool: 'threads', isolate: false } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contracts,functions}/test/**/*.test.ts'],
          exclude: ['functions/test/server/**'],
          testTimeout: 20_000,
          ...SHARED_WORKER,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['tools/test/**/*.test.ts'],
          exclude: ['tools/test/{soak,server,chaos,release}/**', 'tools/test/fuzz/fuzz.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...SHARED_WORKER,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/test/**/*.test.ts'],
          setupFiles: ['web/test/setup.ts'],
          ...SHARED_WORKER,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['web/test/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['web/test/screens.setup.ts'],
          testTimeout: 20_000,
          ...SHARED_WORKER,
        },
      },
      {
        test: {
          name: 'server',
          include: ['{functions,tools}/test/server/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
          sequence: { groupOrder: 1 },
          ...WITH_EMULATORS,
        },
      },
      {
        test: {
          name: 'chaos',
          include: ['tools/test/chaos/chaos.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'release',
          include: ['tools/test/release/release.test.ts'],
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'soak',
          include: ['tools/test/soak/soak.test.ts'],
          testTimeout: 7_200_000,
          hookTimeout: 1_200_000,
        },
      },
      {
        test: {
          name: 'fuzz',
          include: ['tools/test/fuzz/fuzz.test.ts'],
          testTimeout: 3_600_000,
        },
      },
      { test: { name: 'alone', include: ALONE, sequence: { groupOrder: 2 }, ...PATIENT } },
      {
        test: {
          name: 'rules',
          include: ['rules/**/*.test.ts'],
          sequence: { groupOrder: 1 },
          ...WITH_EMULATORS,
        },
      },
    ],
  },
});
