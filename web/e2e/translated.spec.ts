import type { Page } from '@playwright/test';
import { lessonPath, PATHS, signalPath, weekPath } from '@quantalgo/contracts/core/paths';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatIsoWeek } from '@quantalgo/contracts/journal/weeks';
import { INNER_TABLE, PAGE_TABLE, SCREEN_TABLE, STAFF_TABLE } from '../src/app/screenTable';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { cardOf, expectLive } from './support/room';
import { ESSENTIAL, GUEST, liveSuite, publishedIds, publisher, STAFF } from './support/suite';
import { meddle, translate, wordsOf } from './support/translator';

test.beforeEach(liveSuite);

/** Goes to a path without a new document, as a link of the app does. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Waits until the screen shows all that it is going to show, and hasn't stopped. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /stopped/ })).toHaveCount(0);
}

/** Tells the page that the connection is lost, and that it is back: most screens say so in a line of their own. */
async function blink(page: Page): Promise<void> {
  for (const name of ['offline', 'online'])
    await page.evaluate(async (event) => {
      Object.defineProperty(navigator, 'onLine', {
        configurable: true,
        get: () => event === 'online',
      });
      dispatchEvent(new Event(event));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }, name);
}

/** Every screen of the dashboard, with a signal, a week and a lesson for those that need one. */
async function screenPaths(): Promise<string[]> {
  const [id = ''] = await publishedIds();
  const inner = INNER_TABLE.map(({ path }) => path).filter((path) => !path.includes(':'));
  const named = [
    signalPath(id),
    weekPath(formatIsoWeek(Date.now(), WAT)),
    lessonPath('one-trade-two-endings'),
  ];
  return [...SCREEN_TABLE.map(({ path }) => path), ...inner, ...named];
}

/** Opens the screens one after the other in one document. */
async function tour(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await goTo(page, path);
    await expectWhole(page);
    await blink(page);
    await expectWhole(page);
  }
}

const STAFF_PATHS = STAFF_TABLE.map(({ path }) => path);

for (const [role, account, more] of [
  ['a guest', GUEST, []],
  ['an essential member', ESSENTIAL, []],
  ['staff', STAFF, STAFF_PATHS],
] as const)
  test(`every screen of ${role} works under a translator`, async ({ page, context }) => {
    test.slow();
    await enter(page, account, PATHS.dashboard);
    await page.close();
    const translated = await context.newPage();
    await translate(translated);
    await translated.goto(PATHS.dashboard);
    const paths = [...(await screenPaths()), ...more];
    await tour(translated, [...paths, PATHS.signals, PATHS.dashboard]);
  });

test('every visitor page works under a translator', async ({ page }) => {
  await translate(page);
  for (const { path } of PAGE_TABLE) {
    await page.goto(path);
    await expectWhole(page);
    await blink(page);
    await expectWhole(page);
  }
});

/** Everything that the app shows, in words. */
const APP = '#root';

/** Two pages show the same words within this time (ms). */
const SAME_WITHIN_MS = 20_000;

/** Waits until both pages show the same words below `selector`. */
const expectSame = (plain: Page, other: Page, selector = APP): Promise<void> =>
  expect(async () => {
    const [expected, actual] = await Promise.all([
      wordsOf(plain, selector),
      wordsOf(other, selector),
    ]);
    expect(actual).toBe(expected);
  }).toPass({ timeout: SAME_WITHIN_MS, intervals: [250] });

/** Publishes and settles signals, and holds what `changed` shows against `plain` after each. */
async function expectSameOverSlots(plain: Page, changed: Page): Promise<void> {
  const { publish, settle } = await publisher;
  await goTo(plain, PATHS.signals);
  await goTo(changed, PATHS.signals);
  await expectLive(plain);
  await expectLive(changed);
  for (let slot = 0; slot < 3; slot += 1) {
    const { signal } = await publish();
    await expect(cardOf(plain, signal)).toBeVisible();
    await settle();
    await expectSame(plain, changed);
  }
  await goTo(plain, PATHS.dashboard);
  await goTo(changed, PATHS.dashboard);
  await expectSame(plain, changed);
  const home = await wordsOf(plain, APP);
  await publish();
  await expect.poll(() => wordsOf(plain, APP)).not.toBe(home);
  await expectSame(plain, changed);
}

for (const [what, change] of [
  ['a translator', translate],
  ['elements and attributes of other software', meddle],
] as const)
  test(`signals stay the same under ${what} across slots`, async ({ page, context }) => {
    test.slow();
    await enter(page, ESSENTIAL, PATHS.signals);
    const changed = await context.newPage();
    await change(changed);
    await changed.goto(PATHS.signals);
    await expectSameOverSlots(page, changed);
  });

test('the landing page stays the same under a translator when a signal is settled', async ({
  page,
  context,
}) => {
  const { publish, settle } = await publisher;
  const translated = await context.newPage();
  await translate(translated);
  const pages = [page, translated];
  for (const one of pages) await one.goto(PATHS.landing);
  const card = "[data-live='signal']";
  await expect.poll(() => wordsOf(page, card)).toMatch(/(CALL|PUT)/);
  await expectSame(page, translated, 'body');
  const before = await wordsOf(page, card);
  while ((await settle()).length === 0) await publish();
  await expect
    .poll(async () => {
      for (const one of pages)
        await one.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return wordsOf(page, card);
    })
    .not.toBe(before);
  await expectSame(page, translated, 'body');
});
