/// <reference lib="dom" />
import { chromium, type Browser, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { CHROMIUM_FLAGS, requireChromium } from '../../emulators/install';
import { linesWith } from '../suite/command';
import { accountOf, PASSWORD } from '../suite/accounts';
import { addressesOf } from '../suite/environment';
import { onOwnSuite } from '../suite/suite';
import { type Offset, type Ports, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { followTraffic } from '../system/pageTraffic';

export const PHONE = { width: 390, height: 844 };
/** A member who receives all signals. */
export const MEMBER = accountOf('essential@quantalgo.test');

/** A freshly seeded suite, accessed with the server's privileges. */
export interface OwnSuite {
  readonly offset: Offset;
  readonly ports: Ports;
  readonly site: string;
  readonly auth: Auth;
  readonly database: Firestore;
}

/** Runs `work` on a dedicated suite. */
export const onSuite = <T>(
  stopped: AbortSignal,
  work: (suite: OwnSuite) => Promise<T>,
  wanted?: Parameters<typeof onOwnSuite>[2],
): Promise<T> =>
  onOwnSuite(
    stopped,
    async (offset) => {
      const ports = portsAt(offset);
      const { close, ...services } = openServices(ports, 'bench');
      try {
        return await work({ offset, ports, site: addressesOf(ports).site, ...services });
      } finally {
        await close();
      }
    },
    wanted,
  );

/** Runs `work` with a dedicated browser. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = await requireChromium(linesWith('  browser: '));
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Runs `work` with a phone-sized page, on a dedicated suite. */
export const onPhone = <T>(
  stopped: AbortSignal,
  work: (page: Page, suite: OwnSuite) => Promise<T>,
): Promise<T> =>
  withBrowser((browser) =>
    onSuite(stopped, async (suite) => work(await browser.newPage({ viewport: PHONE }), suite)),
  );

/** Opens a screen and logs a member in there. */
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

/** Waits until the room's stream is proven, as announced to screen readers. */
export const expectLive = (page: Page): Promise<void> =>
  page
    .getByRole('banner')
    .getByRole('status')
    .filter({ hasText: 'Live' })
    .waitFor({ state: 'attached', timeout: 60_000 });

/** Waits until the service worker has stored everything that a member's screens need to open without a network. */
export async function readyForOffline(page: Page): Promise<void> {
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

/** Opens the page's address in an empty tab, as a tap on the icon does: no document before it has to be taken down. */
export async function openAnew(page: Page): Promise<void> {
  const address = page.url();
  await page.bringToFront();
  await page.goto('about:blank');
  await page.goto(address);
}

/** A page's traffic with Firestore. */
export interface FirestoreTraffic {
  /** Queries and documents requested or listened to, as named in the requests. */
  readonly targets: () => readonly string[];
  /** Number of document versions delivered. */
  readonly documents: () => number;
  /** Resets the counts. */
  readonly restart: () => void;
  /** Stops recording; required before the page is reloaded offline. */
  readonly stop: () => Promise<void>;
}

/** A document's name and its update time, which tells its versions apart. */
const VERSION = /"documentChange":\{"document":\{"name":"([^"]+)".*?"updateTime":"([^"]+)"/gs;

const versionsIn = (text: string): string[] =>
  [...text.matchAll(VERSION)].map(([, name = '', at = '']) => `${name} ${at}`);

/**
 * Records the traffic between a page and the suite's Firestore from now on. The emulator resends all documents of a
 * query with each change; a version counts once, as it is billed.
 */
export async function followFirestore(page: Page, ports: Ports): Promise<FirestoreTraffic> {
  const address = addressesOf(ports).firestore;
  let asked: string[] = [];
  const before = new Set<string>();
  const isWanted = (url: string) => url.startsWith(address);
  const onRequest = (_: string, url: string, sent: string) => {
    if (isWanted(url)) asked.push(...sent.split('"addTarget":').slice(1));
  };
  const traffic = await followTraffic(page, { isWanted, onRequest });
  const versions = () => versionsIn(traffic.received());
  return {
    targets: () => asked,
    documents: () => new Set(versions().filter((version) => !before.has(version))).size,
    restart: () => {
      for (const version of versions()) before.add(version);
      asked = [];
      traffic.forget();
    },
    stop: traffic.stop,
  };
}
