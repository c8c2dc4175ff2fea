import { PATHS, type Path } from '@quantalgo/contracts/core/paths';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test, WITH_WORKER } from './support/journey';
import { waitForPaint } from './support/painted';
import { enter } from './support/login';
import { enterLiveRoom, expectLive, historyLines } from './support/room';
import { ESSENTIAL, liveSuite, STARTER } from './support/suite';

test.beforeEach(liveSuite);

const frameSchema = z.object({
  text: z.string(),
  inert: z.boolean(),
  shift: z.number(),
});

/** Makes later pages record what was drawn before the app ran, and the layout shift since. */
const recordFirstFrame = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let shift = 0;
    const addUp = (entries: PerformanceEntryList) => {
      for (const entry of entries)
        if ('value' in entry && typeof entry.value === 'number') shift += entry.value;
    };
    const shifts = new PerformanceObserver((list) => addUp(list.getEntries()));
    shifts.observe({ type: 'layout-shift', buffered: true });
    let seen: object | null = null;
    const observer = new MutationObserver(() => {
      const kept = document.getElementById('kept');
      if (!kept) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        seen = { text: kept.innerText, inert: kept.inert };
      });
    });
    observer.observe(document, { childList: true, subtree: true });
    Object.defineProperty(window, 'firstFrame', {
      get: () => {
        addUp(shifts.takeRecords());
        return { ...seen, shift };
      },
    });
  });

async function firstFrame(page: Page) {
  await waitForPaint(page);
  return frameSchema.parse(await page.evaluate('window.firstFrame'));
}

const keptScreens = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).flatMap((key) => /^quantalgo\.screen (.*)$/.exec(key)?.[1] ?? []),
  );

const SCREENS: readonly (readonly [Path, RegExp])[] = [
  [PATHS.dashboard, /Control Center[^]*Right so far/],
  [PATHS.signals, /Signal Stream[^]*History/],
  [PATHS.performance, /Performance Matrix[^]*By pair/],
];

for (const [path, content] of SCREENS)
  test(
    `${path} shows its last seen content before the app runs`,
    WITH_WORKER,
    async ({ page, context, quiet }) => {
      quiet.allow(...NO_SERVER);
      await enter(page, ESSENTIAL, path);
      await expectLive(page);
      await readyForOffline(page);
      await expect.poll(() => keptScreens(page)).toContain(path);
      await recordFirstFrame(page);
      await context.setOffline(true);
      await page.reload();
      const app = page.locator('body:not(:has(#kept)) #root main');
      await expect(app).toContainText(content);
      const { text, inert, shift } = await firstFrame(page);
      expect(text).toMatch(content);
      expect(text).toMatch(/Seen (just now|\d+ min ago)/);
      expect(text).not.toMatch(/LIVE|Live \d|Enter (at|now) \d/);
      expect(inert).toBe(true);
      expect(shift).toBeLessThan(0.01);
    },
  );

test(
  'the next member never sees a screen stored for the previous one',
  WITH_WORKER,
  async ({ page }) => {
    await enter(page, ESSENTIAL, PATHS.dashboard);
    await expectLive(page);
    await readyForOffline(page);
    await page.reload();
    await expectLive(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(PATHS.landing);
    expect(await page.evaluate(() => Object.keys(localStorage).join(' '))).not.toContain('screen');
    await recordFirstFrame(page);
    await enter(page, STARTER, PATHS.dashboard);
    await expectLive(page);
    expect(await page.evaluate(() => document.getElementById('kept'))).toBeNull();
  },
);

test('a dashboard without a stored screen shows its loading message at once', async ({ page }) => {
  await enter(page, ESSENTIAL, PATHS.dashboard);
  await expectLive(page);
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('quantalgo.screen')) localStorage.removeItem(key);
  });
  let scripts = 0;
  await page.route('**/assets/app-*.js', async (route) => {
    scripts += 1;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText('Initializing Elite Dashboard', { exact: true })).toBeVisible({
    timeout: 2000,
  });
  await expectLive(page);
  expect(scripts).toBe(1);
  await page.goto(PATHS.forgotPassword);
  await expect(page.getByText('Initializing Elite Dashboard', { exact: true })).toBeHidden();
});

/** Makes later pages count React's commits. */
const countCommits = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const nothing = () => undefined;
    let commits = 0;
    Object.defineProperty(window, 'commits', { get: () => commits });
    Object.defineProperty(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      value: {
        supportsFiber: true,
        inject: () => 1,
        checkDCE: nothing,
        onCommitFiberRoot: () => (commits += 1),
        onCommitFiberUnmount: nothing,
        onPostCommitFiberRoot: nothing,
      },
    });
  });

/** A signal that arrives while renders are counted is drawn, too. */
const COUNTED_S = 10;

const MAX_EXTRA_RENDERS = 4;

test('the open room renders about once a second', async ({ page }) => {
  test.slow();
  await countCommits(page);
  await enterLiveRoom(page);
  await historyLines(page);
  await page.waitForTimeout(5000);
  const commits = async () => z.number().parse(await page.evaluate('window.commits'));
  const before = await commits();
  expect(before).toBeGreaterThan(0);
  await page.waitForTimeout(COUNTED_S * 1000);
  expect((await commits()) - before).toBeLessThanOrEqual(COUNTED_S + MAX_EXTRA_RENDERS);
});

test('the on-top window survives navigation and closes at logout', async ({ page, context }) => {
  await enterLiveRoom(page);
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Keep on top' }).click();
  const top = await opening;
  await expect(top.getByText(/^(Not (above|below)|No signal to enter)/)).toBeVisible();
  const countdown = top.locator('[data-tone]').filter({ hasText: /\d+:\d\d/ });
  await expect(countdown).toBeVisible();
  // It stays open on another screen.
  await page.getByRole('link', { name: 'Control Center' }).first().click();
  await expect(page).toHaveURL(PATHS.dashboard);
  await expect(countdown).toBeVisible();
  const closing = top.waitForEvent('close');
  await page.getByRole('button', { name: 'Log out' }).click();
  await closing;
  await expect(page).toHaveURL(PATHS.landing);
});

test('the screen is kept awake only while the room is open', async ({ page }) => {
  await page.addInitScript(() => {
    let held = 0;
    Object.defineProperty(window, 'held', { get: () => held });
    const request = () => {
      held += 1;
      let released = false;
      return Promise.resolve({
        get released() {
          return released;
        },
        release: () => {
          if (!released) held -= 1;
          released = true;
          return Promise.resolve();
        },
      });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  await enterLiveRoom(page);
  const held = () => page.evaluate('window.held');
  await page.getByRole('switch', { name: 'Keep the screen on' }).check();
  await expect.poll(held).toBe(1);
  await page.getByRole('link', { name: 'Control Center' }).first().click();
  await expect.poll(held).toBe(0);
  await page.goBack();
  await expect.poll(held).toBe(1);
});
