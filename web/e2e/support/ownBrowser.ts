import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, test, type BrowserContext, type Page } from '@playwright/test';
import type { Account } from '@quantalgo/tools/suite/accounts';
import { watchErrors } from './journey';
import { endListeningOf } from './listening';
import { addresses } from './suite';

/** Does `work` with a folder for a browser's profile, which outlives the browser. */
export async function withProfile(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  try {
    await work(folder);
  } finally {
    // Its processes write on for a moment after the browser was closed; what is left then goes with the machine's folder.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

/** The whole Chromium that members have: its profile outlives it, and it shows notifications. */
const WHOLE = process.env['CHROME_PATH'];

/** A whole browser with this profile, else started as the configuration starts its own. */
export async function openBrowser(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...test.info().project.use.launchOptions,
    ...(WHOLE !== undefined && { executablePath: WHOLE }),
    serviceWorkers: 'allow',
    baseURL: addresses.site,
  });
  endListeningOf(context);
  return context;
}

/** Does `work` in a whole browser with this profile, and closes it. It must log no other errors than those expected. */
export async function inBrowserOf(
  folder: string,
  work: (context: BrowserContext, page: Page) => Promise<void>,
  ...expected: readonly RegExp[]
): Promise<void> {
  const context = await openBrowser(folder);
  const quiet = watchErrors(context);
  quiet.allow(...expected);
  await work(context, context.pages()[0] ?? (await context.newPage()));
  await context.close();
  quiet.verify();
}

/** Whether the browser has written to the disk who is signed in, which it does some seconds late. */
export function isSessionOnDisk(folder: string, { uid }: Account): boolean {
  const store = join(folder, 'Default', 'Local Storage', 'leveldb');
  try {
    return readdirSync(store).some((name) => readFileSync(join(store, name)).includes(uid));
  } catch {
    // The browser has just put another file in the place of one.
    return false;
  }
}

/** Ends the browser as a phone does that needs its memory: at once, with nothing tidied up. */
export async function kill(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const gone = new Promise((resolve) => context.once('close', resolve));
  session.send('Browser.crash').catch(() => undefined);
  await gone;
}
