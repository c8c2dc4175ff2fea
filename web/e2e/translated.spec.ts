import type { Page } from '@playwright/test';
import { lessonPath, PATHS, signalPath, weekPath } from '@quantalgo/contracts/core/paths';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatIsoWeek } from '@quantalgo/contracts/journal/weeks';
import { INNER_TABLE, PAGE_TABLE, SCREEN_TABLE, STAFF_TABLE } from '../src/app/screenTable';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { locateCard, expectLive } from './support/room';
import {
  ESSENTIAL,
  GUEST,
  liveSuite,
  publishedIds,
  publisher,
  services,
  STAFF,
} from './support/suite';
import { meddle, translate, readWords } from './support/translator';

test.beforeEach(liveSuite);

/** Navigates within the document, as a link of the app does. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Waits until the screen has loaded completely and hasn't crashed. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /stopped/ })).toHaveCount(0);
}

/** Simulates a lost and restored connection, which most screens announce in a line. */
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
  test(`every screen works under a translator for ${role}`, async ({ page, context }) => {
    test.slow();
    await enter(page, account, PATHS.dashboard);
    await page.close();
    const translated = await context.newPage();
    await translate(translated);
    await translated.goto(PATHS.dashboard);
    const paths = [...(await screenPaths()), ...more];
    await tour(translated, [...paths, PATHS.signals, PATHS.dashboard]);
  });

test('every public page works under a translator', async ({ page }) => {
  await translate(page);
  for (const { path } of PAGE_TABLE) {
    await page.goto(path);
    await expectWhole(page);
    await blink(page);
    await expectWhole(page);
  }
});

const APP = '#root';

const SYNC_TIMEOUT_MS = 20_000;

/** Waits until both pages show the same words below `selector`. */
const expectSame = (plain: Page, other: Page, selector = APP): Promise<void> =>
  expect(async () => {
    const [expected, actual] = await Promise.all([
      readWords(plain, selector),
      readWords(other, selector),
    ]);
    expect(actual).toBe(expected);
  }).toPass({ timeout: SYNC_TIMEOUT_MS, intervals: [250] });

/** Publishes and settles signals, and compares `changed` with `plain` after each. */
async function expectSameOverSlots(plain: Page, changed: Page): Promise<void> {
  const { publish, settle } = await publisher;
  await goTo(plain, PATHS.signals);
  await goTo(changed, PATHS.signals);
  await expectLive(plain);
  await expectLive(changed);
  for (let slot = 0; slot < 3; slot += 1) {
    const { signal } = await publish();
    await expect(locateCard(plain, signal)).toBeVisible();
    await settle();
    await expectSame(plain, changed);
  }
  await goTo(plain, PATHS.dashboard);
  await goTo(changed, PATHS.dashboard);
  await expectSame(plain, changed);
  const home = await readWords(plain, APP);
  await publish();
  await expect.poll(() => readWords(plain, APP)).not.toBe(home);
  await expectSame(plain, changed);
}

for (const [what, change] of [
  ['a translator', translate],
  ['injected elements and attributes', meddle],
] as const)
  test(`signals stay the same over several slots under ${what}`, async ({ page, context }) => {
    test.slow();
    await enter(page, ESSENTIAL, PATHS.signals);
    const changed = await context.newPage();
    await change(changed);
    await changed.goto(PATHS.signals);
    await expectSameOverSlots(page, changed);
  });

/** Settles until a signal that could be entered is settled. The landing page skips no-gos. */
async function settleEntered(): Promise<void> {
  const { publish, settle } = await publisher;
  for (;;) {
    const signals = (await settle()).map((id) => services.database.doc(`signals/${id}`));
    const settled = signals.length > 0 ? await services.database.getAll(...signals) : [];
    if (settled.some((signal) => signal.get('entered') !== false)) return;
    await publish();
  }
}

/** The first request starts the function’s process. */
const RECORD_TIMEOUT_MS = 40_000;

test('the landing page stays the same under a translator while signals settle', async ({
  page,
  context,
}) => {
  const translated = await context.newPage();
  await translate(translated);
  const pages = [page, translated];
  // With a route, the browser doesn’t use its cache, so both pages show the current record.
  await context.route('**/api/record', (route) => route.continue());
  for (const one of pages) {
    await one.goto(PATHS.landing);
    // The document’s own record has a date instead of a time.
    await expect
      .poll(() => readWords(one, "[data-live='record-note']"), { timeout: RECORD_TIMEOUT_MS })
      .toContain('WAT');
  }
  const card = "[data-live='signal']";
  await expect.poll(() => readWords(page, card)).toMatch(/(CALL|PUT)/);
  await expectSame(page, translated, 'body');
  const before = await readWords(page, card);
  await settleEntered();
  await expect
    .poll(
      async () => {
        for (const one of pages)
          await one.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return readWords(page, card);
      },
      { timeout: RECORD_TIMEOUT_MS },
    )
    .not.toBe(before);
  await expectSame(page, translated, 'body');
});
