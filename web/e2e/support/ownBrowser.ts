import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, test, type BrowserContext, type Page } from '@playwright/test';
import type { Account } from '@quantalgo/tools/suite/accounts';
import { watchErrors } from './journey';
import { endListeningOf } from './listening';
import { addresses } from './suite';

/** Runs `work` with a profile folder that outlives the browser. */
export async function withProfile(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  try {
    await work(folder);
  } finally {
    // A closed browser's processes still write for a moment; leftovers stay in the temporary folder.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

/** Full Chromium, not the headless shell: it keeps its profile and shows notifications. */
const WHOLE = process.env['CHROME_PATH'];

/** Opens full Chromium with this profile and the configuration's launch options. */
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

/** Runs `work` in a full browser with this profile. Fails on unexpected errors. */
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

/** Whether the browser has written the session to disk, which it does some seconds late. */
export function isSessionOnDisk(folder: string, { uid }: Account): boolean {
  const store = join(folder, 'Default', 'Local Storage', 'leveldb');
  try {
    return readdirSync(store).some((name) => readFileSync(join(store, name)).includes(uid));
  } catch {
    // The browser has just replaced one of the files.
    return false;
  }
}

/** Kills the browser without cleanup, as a phone does when it needs memory. */
export async function kill(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const gone = new Promise((resolve) => context.once('close', resolve));
  session.send('Browser.crash').catch(() => undefined);
  await gone;
}
