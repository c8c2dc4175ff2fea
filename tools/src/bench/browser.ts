/// <reference lib="dom" />
import { chromium, type Browser, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { CHROMIUM_FLAGS, requireChromium } from '../../emulators/install';
import { createLineProgress } from '../suite/command';
import { getSeededAccount, PASSWORD } from '../suite/accounts';
import { getSuiteAddresses } from '../suite/environment';
import { withDedicatedSuite } from '../suite/suite';
import { type Offset, type Ports, getPorts } from '../suite/ports';
import { openServices } from '../suite/services';
import { followTraffic } from '../system/pageTraffic';

export const PHONE = { width: 390, height: 844 };
/** A member who receives all signals. */
export const MEMBER = getSeededAccount('essential@quantalgo.test');

export interface DedicatedSuite {
  readonly offset: Offset;
  readonly ports: Ports;
  readonly site: string;
  readonly auth: Auth;
  readonly database: Firestore;
}

export const withSuite = <T>(
  signal: AbortSignal,
  work: (suite: DedicatedSuite) => Promise<T>,
  options?: Parameters<typeof withDedicatedSuite>[2],
): Promise<T> =>
  withDedicatedSuite(
    signal,
    async (offset) => {
      const ports = getPorts(offset);
      const { close, ...services } = openServices(ports, 'bench');
      try {
        return await work({ offset, ports, site: getSuiteAddresses(ports).site, ...services });
      } finally {
        await close();
      }
    },
    options,
  );

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = await requireChromium(createLineProgress('  browser: '));
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export const withPhone = <T>(
  signal: AbortSignal,
  work: (page: Page, suite: DedicatedSuite) => Promise<T>,
): Promise<T> =>
  withBrowser((browser) =>
    withSuite(signal, async (suite) => work(await browser.newPage({ viewport: PHONE }), suite)),
  );

export async function logIn(
  page: Page,
  site: string,
  path: string = PATHS.signals,
  email: string = MEMBER.email,
): Promise<void> {
  await page.goto(`${site}${path}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Waits for the announcement (to screen readers) that the room's stream is verified. */
export const expectLive = (page: Page): Promise<void> =>
  page
    .getByRole('banner')
    .getByRole('status')
    .filter({ hasText: 'Live' })
    .waitFor({ state: 'attached', timeout: 60_000 });

/** Waits until the service worker has cached everything that members' screens need offline. */
export async function waitUntilOfflineReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { serviceWorker } = navigator;
        serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (JSON.stringify(data).includes('"status":"ready"')) resolve();
        });
        serviceWorker.startMessages();
        serviceWorker.controller?.postMessage({ type: 'tell-kit' });
      }),
  );
}

/**
 * Navigates from an empty tab, like a tap on the icon, so that no document has to be unloaded
 * first.
 */
export async function reopenPage(page: Page): Promise<void> {
  const address = page.url();
  await page.bringToFront();
  await page.goto('about:blank');
  await page.goto(address);
}

export interface FirestoreTraffic {
  readonly targets: () => readonly string[];
  readonly documents: () => number;
  readonly restart: () => void;
  readonly stop: () => Promise<void>;
}

/** Captures a document's name and its update time, which identifies its version. */
const DOCUMENT_VERSION =
  /"documentChange":\{"document":\{"name":"([^"]+)".*?"updateTime":"([^"]+)"/gs;

const listVersions = (text: string): string[] =>
  [...text.matchAll(DOCUMENT_VERSION)].map(([, name = '', at = '']) => `${name} ${at}`);

/**
 * Counts each document version once, as it is billed, because the emulator resends all documents of
 * a query with each change.
 */
export async function trackFirestore(page: Page, ports: Ports): Promise<FirestoreTraffic> {
  const address = getSuiteAddresses(ports).firestore;
  let targets: string[] = [];
  const baseline = new Set<string>();
  const isWanted = (url: string) => url.startsWith(address);
  const onRequest = (_: string, url: string, body: string) => {
    if (isWanted(url)) targets.push(...body.split('"addTarget":').slice(1));
  };
  const traffic = await followTraffic(page, { isWanted, onRequest });
  const versions = () => listVersions(traffic.received());
  return {
    targets: () => targets,
    documents: () => new Set(versions().filter((version) => !baseline.has(version))).size,
    restart: () => {
      for (const version of versions()) baseline.add(version);
      targets = [];
      traffic.forget();
    },
    stop: traffic.stop,
  };
}
