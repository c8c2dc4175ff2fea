import { defineConfig, devices } from '@playwright/test';
import { z } from 'zod/mini';

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Set by `npm test`, which starts the suite that the journeys run on. */
const env = z
  .object({
    SITE_URL: z._default(z.url(), 'http://127.0.0.1:5050'),
    CHROME_PATH: z.optional(z.string()),
  })
  .parse(process.env);

export default defineConfig({
  testDir: 'web/e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: env.SITE_URL,
    trace: 'retain-on-failure',
    launchOptions: {
      args: CHROMIUM_FLAGS,
      ...(env.CHROME_PATH !== undefined && { executablePath: env.CHROME_PATH }),
    },
  },
});
