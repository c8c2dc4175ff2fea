/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { PASSWORD } from '../../src/suite/accounts';
import type { Ports } from '../../src/suite/ports';
import { withGoogle } from '../rehearsal/google';
import type { FastClock } from '../rehearsal/outside';
import type { Stage } from '../rehearsal/stage';
import { followListening } from './listening';
import type { Member } from './members';

const LOGGED_IN_WITHIN_MS = 180_000;
const idsSchema = z.array(z.string());

/** What a page's member has of signals on this device, by their slots. The function runs in the page. */
const storedIn = async (page: Page, uid: string): Promise<string[]> => {
  const ids: unknown = await page.evaluate(
    (owner) =>
      new Promise<unknown>((resolve, reject) => {
        void indexedDB.databases().then((all) => {
          const name = all.find((one) => one.name?.endsWith(owner))?.name;
          if (name === undefined) return resolve([]);
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(new Error('The database does not open'));
          opening.onsuccess = () => {
            const asked = opening.result.transaction('signals').objectStore('signals').getAllKeys();
            asked.onsuccess = () => {
              resolve(asked.result);
              opening.result.close();
            };
          };
        });
      }),
    uid,
  );
  return idsSchema.parse(ids);
};

/** Where the site is, and by which clock it goes. */
interface Place {
  readonly ports: Ports;
  readonly stage: Stage;
  readonly clock: FastClock;
}

/** An interval (ms) of this length or longer goes by the day's clock. */
const LONG_MS = 10_000;

/**
 * Code by which a page looks at its clock as often as that clock says: at longer intervals it would take each for a sleep
 * of its device, and connect anew.
 */
const awake = ({ speed }: FastClock) => `{
  const own = setInterval.bind(window);
  window.setInterval = (work, ms, ...given) =>
    own(work, ms >= ${LONG_MS} ? ms / ${speed} : ms, ...given);
}`;

/** Somebody's browser, logged in and in the Signal Room, by the day's clock. */
async function openPage(browser: Browser, { ports, stage, clock }: Place, { email }: Member) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(clock.code() + awake(clock));
  const listening = await followListening(context, ports);
  const page = await context.newPage();
  await page.goto(`${stage.site}${PATHS.signals}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  const isIn = { state: 'hidden', timeout: LOGGED_IN_WITHIN_MS } as const;
  await page.getByRole('button', { name: 'Log in' }).waitFor(isIn);
  const setOnline = async (isOnline: boolean) => {
    await context.setOffline(!isOnline);
    await listening.setOnline(isOnline);
  };
  return { page, setOnline, isStreaming: listening.isStreaming };
}

type OpenPage = Awaited<ReturnType<typeof openPage>>;

/** What the browsers of a day are asked for. */
export interface Browsers {
  readonly setOnline: (isOnline: boolean) => Promise<unknown>;
  /** Members whose browser listens to nothing: it asks for lists from time to time, or is lost. */
  readonly withoutStream: () => readonly Member[];
  /** Of each member, the signals that their browser has stored. */
  readonly stored: () => Promise<{ readonly member: Member; readonly ids: readonly string[] }[]>;
  readonly close: () => Promise<void>;
}

/** Opens a real browser for each of these members, beside the device that they have. */
export function openBrowsers(place: Place, members: readonly Member[]): Promise<Browsers> {
  let close = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    close = resolve;
  });
  return new Promise((resolve, reject) => {
    const opened = withGoogle(place.ports, async (browser) => {
      const pages: (OpenPage & { member: Member })[] = [];
      for (const member of members)
        pages.push({ member, ...(await openPage(browser, place, member)) });
      resolve({
        setOnline: (isOnline) => Promise.all(pages.map(({ setOnline }) => setOnline(isOnline))),
        withoutStream: () =>
          pages.flatMap(({ member, isStreaming }) => (isStreaming() ? [] : member)),
        stored: () =>
          Promise.all(
            pages.map(async ({ member, page }) => ({
              member,
              ids: await storedIn(page, member.uid),
            })),
          ),
        close: () => {
          close();
          return opened;
        },
      });
      await over;
    });
    opened.catch(reject);
  });
}
