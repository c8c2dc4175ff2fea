/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { PASSWORD } from '../../src/suite/accounts';
import type { Ports } from '../../src/suite/ports';
import { withGoogle } from '../release/google';
import type { FastClock } from '../release/outside';
import type { Stage } from '../release/stage';
import { followListening } from './listening';
import type { Member } from './members';

const LOGIN_TIMEOUT_MS = 180_000;
const idsSchema = z.array(z.string());

/** Ids of the signals stored on the page's device. The callback runs in the page. */
const readStoredIds = async (page: Page, uid: string): Promise<string[]> => {
  const ids: unknown = await page.evaluate(
    (owner) =>
      new Promise<unknown>((resolve, reject) => {
        void indexedDB.databases().then((all) => {
          const name = all.find((one) => one.name?.endsWith(owner))?.name;
          if (name === undefined) return resolve([]);
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(new Error('The database does not open'));
          opening.onsuccess = () => {
            const request = opening.result
              .transaction('signals')
              .objectStore('signals')
              .getAllKeys();
            request.onsuccess = () => {
              resolve(request.result);
              opening.result.close();
            };
          };
        });
      }),
    uid,
  );
  return idsSchema.parse(ids);
};

interface Scene {
  readonly ports: Ports;
  readonly stage: Stage;
  readonly clock: FastClock;
}

/** Intervals of at least this length run by the day's clock. */
const LONG_MS = 10_000;

/**
 * Makes a page check its clock as often as that clock says. At longer intervals it would assume
 * that its device slept, and reconnect.
 */
const buildIntervalScript = ({ speed }: FastClock) => `{
  const own = setInterval.bind(window);
  window.setInterval = (work, ms, ...given) =>
    own(work, ms >= ${LONG_MS} ? ms / ${speed} : ms, ...given);
}`;

async function openPage(browser: Browser, { ports, stage, clock }: Scene, { email }: Member) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(clock.code() + buildIntervalScript(clock));
  const listening = await followListening(context, ports);
  const page = await context.newPage();
  await page.goto(`${stage.site}${PATHS.signals}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  const waitOptions = { state: 'hidden', timeout: LOGIN_TIMEOUT_MS } as const;
  await page.getByRole('button', { name: 'Log in' }).waitFor(waitOptions);
  const setOnline = async (isOnline: boolean) => {
    await context.setOffline(!isOnline);
    await listening.setOnline(isOnline);
  };
  return { page, setOnline, isStreaming: listening.isStreaming };
}

type OpenPage = Awaited<ReturnType<typeof openPage>>;

export interface Browsers {
  readonly setOnline: (isOnline: boolean) => Promise<unknown>;
  readonly withoutStream: () => readonly Member[];
  readonly stored: () => Promise<{ readonly member: Member; readonly ids: readonly string[] }[]>;
  readonly close: () => Promise<void>;
}

export function openBrowsers(scene: Scene, members: readonly Member[]): Promise<Browsers> {
  let close = (): void => undefined;
  const closing = new Promise<void>((resolve) => {
    close = resolve;
  });
  return new Promise((resolve, reject) => {
    const session = withGoogle(scene.ports, async (browser) => {
      const pages: (OpenPage & { member: Member })[] = [];
      for (const member of members)
        pages.push({ member, ...(await openPage(browser, scene, member)) });
      resolve({
        setOnline: (isOnline) => Promise.all(pages.map(({ setOnline }) => setOnline(isOnline))),
        withoutStream: () =>
          pages.flatMap(({ member, isStreaming }) => (isStreaming() ? [] : member)),
        stored: () =>
          Promise.all(
            pages.map(async ({ member, page }) => ({
              member,
              ids: await readStoredIds(page, member.uid),
            })),
          ),
        close: () => {
          close();
          return session;
        },
      });
      await closing;
    });
    session.catch(reject);
  });
}
