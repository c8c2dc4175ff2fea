import { defineConfig } from 'vitest/config';

/** Tests that need emulators are given a minute for each step: the first call of a function starts its process. */
const WITH_EMULATORS = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contracts,functions,tools}/test/**/*.test.ts'],
          exclude: ['{functions,tools}/test/server/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/test/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['web/test/setup.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['{functions,tools}/test/server/**/*.test.ts'],
          ...WITH_EMULATORS,
        },
      },
      { test: { name: 'rules', include: ['rules/**/*.test.ts'], ...WITH_EMULATORS } },
    ],
  },
});
