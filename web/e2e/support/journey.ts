import { expect, type BrowserContext, type Page } from '@playwright/test';
import { FAULT } from './faultRow';
import { test as base } from './listening';

export { expect };

/** Fails a test on console errors that it doesn't expect. */
export interface Quiet {
  /** Expected errors, such as a refused login or a lost connection. */
  allow: (...expected: RegExp[]) => void;
  /** Fails if any other error was logged or thrown. */
  verify: () => void;
}

/** Errors that the browser and Firebase log without a server or network. */
export const NO_SERVER = [
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|CONNECTION_REFUSED)/,
  /Could not reach Cloud Firestore backend/,
  // Firebase then probes the network with a Google image, which the site's policy blocks.
  /cleardot\.gif/,
];

/** A client that ends a stream which has ended on the server is refused. */
const ENDED_STREAM = /status of 400 .*\/Listen\/channel\?.*TYPE=terminate/;

export function watchErrors(context: BrowserContext): Quiet {
  const errors: string[] = [];
  const allowed = [ENDED_STREAM];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  return {
    allow: (...expected) => allowed.push(...expected),
    verify: () =>
      expect(errors.filter((text) => !allowed.some((one) => one.test(text)))).toEqual([]),
  };
}

/** The app itself. Until it is complete, a snapshot with the same text covers it. */
export const locateApp = (page: Page) => page.locator('#root');

/** Allowed time (ms) on a busy machine for anything promised within a second. */
export const ABOUT_A_SECOND_MS = 3000;

/** For tests that need the service worker: offline, push or another build. */
export const WITH_WORKER = { tag: '@worker' } as const;

/**
 * A test that also fails on unexpected console errors and exceptions. Storing the whole site takes a third of a test's
 * time, so only fault tests and those marked {@link WITH_WORKER} have the service worker.
 */
export const test = base.extend<{ quiet: Quiet }>({
  serviceWorkers: async ({ browserName: _ }, use, { tags }) => {
    const isWanted = tags.includes(WITH_WORKER.tag) || tags.includes(FAULT);
    await use(isWanted ? 'allow' : 'block');
  },
  quiet: [
    async ({ context }, use) => {
      const quiet = watchErrors(context);
      await use(quiet);
      quiet.verify();
    },
    { auto: true },
  ],
});
