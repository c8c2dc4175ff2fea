import { expect, type BrowserContext, type Page } from '@playwright/test';
import { FAULT } from './faultRow';
import { test as base } from './listening';

export { expect };

/** What the console of a context must stay free of, and what a journey knows to be said there. */
export interface Quiet {
  /** Errors that belong to the journey: a refused login, a network that was cut. */
  allow: (...expected: RegExp[]) => void;
  /** Fails when any other error was logged or thrown. */
  verify: () => void;
}

/** What browser and Firebase log while server or network are gone. */
export const NO_SERVER = [
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|CONNECTION_REFUSED)/,
  /Could not reach Cloud Firestore backend/,
  // Firebase then asks a picture of a search engine whether there is a network; the site's policy forbids that.
  /cleardot\.gif/,
];

export function watchErrors(context: BrowserContext): Quiet {
  const errors: string[] = [];
  const allowed: RegExp[] = [];
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
export const appOf = (page: Page) => page.locator('#root');

/** Allowed time (ms) on a busy machine for anything promised within a second. */
export const ABOUT_A_SECOND_MS = 3000;

/** For a journey that needs the service worker: it goes offline, is notified, or meets another build. */
export const WITH_WORKER = { tag: '@worker' } as const;

/**
 * A test that also fails on any error in the console, or thrown, that it does not expect. The service worker stores the
 * whole site in each new browser, which is a third of a journey's work: rows of the fault matrix and those marked
 * {@link WITH_WORKER} have it.
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
