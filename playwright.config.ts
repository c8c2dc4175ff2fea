import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_FLAGS } from './tools/emulators/install';
import { getSuiteAddresses } from './tools/src/suite/environment';
import { getPorts, getWorkerOffset } from './tools/src/suite/ports';

/** Set by `npm test`, which starts the suites that the journeys run on. */
const suite = process.env['PORT_OFFSET'] ?? '0';
const hasSecond = process.env['SECOND_PORT_OFFSET'] !== undefined;
const chromium = process.env['HEADLESS_PATH'] ?? process.env['CHROME_PATH'];

/** Many small tests that share nothing but who is logged in. */
const FROM_A_TABLE = { fullyParallel: true } as const;

export default defineConfig({
  testDir: 'web/e2e',
  projects: [
    // A journey that passed only when tried again is named as shaky.
    { name: 'journeys', testIgnore: ['**/pages/**', '**/chaos/**'], retries: 2 },
    { name: 'chaos', testIgnore: '**/pages/**', grep: /@fault/ },
    { name: 'pages', testMatch: '**/pages/everything.spec.ts', ...FROM_A_TABLE },
    { name: 'counts', testMatch: '**/pages/counts.spec.ts' },
    { name: 'pictures', testMatch: '**/pages/pictures.spec.ts', ...FROM_A_TABLE },
    { name: 'states', testMatch: '**/pages/states.spec.ts' },
    { name: 'published', testMatch: '**/pages/published.spec.ts' },
  ],
  outputDir: `test-results/${suite}`,
  // What is awaited comes within a second or two; busy machines and the first call of a function take longer.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: hasSecond ? 2 : 1,
  retries: 0,
  forbidOnly: true,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: getSuiteAddresses(getPorts(getWorkerOffset())).site,
    launchOptions: {
      args: CHROMIUM_FLAGS,
      ...(chromium !== undefined && { executablePath: chromium }),
    },
  },
});
