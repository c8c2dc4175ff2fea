import type { Page } from '@playwright/test';
import { DOCUMENT_PATHS, PATHS } from '@quantalgo/contracts/core/paths';
import { describeRecordPlainly, summariseRecord } from '@quantalgo/contracts/signals/sentence';
import type { LiveName } from '../src/screens/landing/live/elements';
import { openDeployment } from './support/deployment';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { waitForPaint } from './support/painted';
import { fetchPerformance } from './support/record';
import { findUnstyledClasses } from './support/styles';
import { addresses, liveSuite } from './support/suite';

test.beforeAll(liveSuite);

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
const RECORD = 'The record';

const getRecord = (page: Page) => page.getByRole('region', { name: RECORD });
const firstEntry = (page: Page) => getRecord(page).locator("[data-live='first-entry']");
/** Ends with a time once the live record is shown: the document's own has a date. */
const note = (page: Page) => getRecord(page).locator("[data-live='record-note']");
const settledCard = (page: Page) => page.locator("[data-live='signal']");
const sticky = (page: Page) => page.locator("[data-live='sticky']");
/** The digits of the countdown at the top, `07:41:59`. */
const digits = async (page: Page) =>
  (await page.locator("[data-live='countdown'] > [aria-hidden]").first().innerText()).replace(
    / /g,
    '',
  );

/** Running animations, without CSS transitions. */
const countAnimations = (page: Page): Promise<number> =>
  page.evaluate(
    () => document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length,
  );

async function openLanding(page: Page): Promise<void> {
  await page.goto(PATHS.landing);
  // The first request starts the function's process.
  await expect(note(page)).toContainText('WAT', { timeout: 40_000 });
}

const FEW_RESULTS = {
  moved: 100,
  signals: 100,
  won: 52,
  wins: 52,
  hasRate: true,
  needed: 55.6,
  payout: 0.8,
} as const;

/** What changes with the time and the record. */
const LONGEST_TEXTS = {
  'time-left': '7 hours 59 minutes left',
  'record-verdict': describeRecordPlainly({ ...FEW_RESULTS, advice: 'too-few' }),
  'signal-words':
    'EUR/USD CALL, entry 10:50 WAT at 1.08199, last close 1.08188: too late to enter, would have won at level 2.',
  'signal-level': 'at level 2',
} satisfies Partial<Record<LiveName, string>>;

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('is at most 4,600 pixels and 550 words long', async ({ page }) => {
    await openLanding(page);
    const { height, words } = await page.evaluate((texts) => {
      for (const [name, text] of Object.entries(texts))
        for (const element of document.querySelectorAll(`[data-live='${name}']`))
          element.textContent = text;
      return {
        height: document.documentElement.scrollHeight,
        words: document.body.innerText.split(/\s+/).filter((word) => word !== '').length,
      };
    }, LONGEST_TEXTS);
    expect(height).toBeLessThanOrEqual(4600);
    expect(words).toBeLessThanOrEqual(550);
  });

  test('shows everything but the countdown while the server doesn’t respond', async ({
    page,
    quiet,
  }) => {
    quiet.allow(...NO_SERVER);
    await page.route(/\/(countdown|api\/record)$/, () => undefined);
    await page.goto(PATHS.landing);
    await expect(firstEntry(page)).toHaveText(/^\d\d$/);
    await expect(note(page)).toContainText(/\d{4}$/);
    for (const countdown of await page.locator("[data-live='countdown']").all())
      await expect(countdown).toHaveCSS('opacity', '0');
  });

  test('fits headline, countdown, record and call to action on the first screen', async ({
    page,
  }) => {
    await openLanding(page);
    const first = [
      page.getByText('Free Access Ends In').first(),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('main').getByRole('link', { name: 'Get free access' }).first(),
      getRecord(page),
    ];
    for (const part of first) await expect(part).toBeInViewport({ ratio: 1 });
  });

  test('shows the sticky call to action once the page’s own is out of view', async ({ page }) => {
    await openLanding(page);
    await expect(sticky(page)).toBeHidden();
    await page.locator('#pricing').scrollIntoViewIfNeeded();
    await expect(sticky(page).getByRole('link', { name: 'Get free access' })).toBeInViewport();
    await page.getByRole('link', { name: 'Join the community' }).scrollIntoViewIfNeeded();
    await expect(sticky(page).getByRole('link', { name: 'Get free access' })).toBeInViewport();
  });

  test('opens a section from the menu, which closes on selection and on Escape', async ({
    page,
  }) => {
    await openLanding(page);
    const menu = page.getByLabel('Sections of this page');
    await menu.click();
    const pricing = page.getByRole('link', { name: 'Pricing' });
    await pricing.click();
    await expect(page.locator('#pricing-title')).toBeInViewport();
    await expect(pricing).toBeHidden();
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(pricing).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(pricing).toBeHidden();
    await expect(menu).toBeFocused();
  });
});

for (const path of DOCUMENT_PATHS)
  test(`${path} uses only classes that have styles`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findUnstyledClasses(page)).toEqual([]);
  });

test('shows the record’s figures, marked as a demonstration', async ({ page, request }) => {
  await openLanding(page);
  const performance = await fetchPerformance(request);
  const { wonSignals, lostSignals } = performance;
  await expect(firstEntry(page)).toHaveText(
    String(Math.round(summariseRecord(performance).won ?? 0)),
  );
  await expect(getRecord(page)).toContainText('Sample history.');
  await expect(getRecord(page)).toContainText('Demonstration');
  await page.getByText('Our six claims').click();
  await expect(page.locator("#claims [data-live='within-four-levels']")).toHaveText(
    `${((100 * wonSignals) / (wonSignals + lostSignals)).toFixed(1)}%`,
  );
});

test('replays the last settled signal and describes its chart in text', async ({ page }) => {
  await openLanding(page);
  const card = settledCard(page);
  await expect(card.getByText(/^(Won|Lost|Break-even)$/).filter({ visible: true })).toHaveCount(1);
  await expect(card.getByText(/^enter \d\d:\d\d$/)).toBeVisible();
  expect(await card.locator('svg g').count()).toBeGreaterThan(12);
  await expect(card.locator('p.sr-only')).toContainText(/(CALL|PUT), entry \d\d:\d\d WAT/);
  await card.getByRole('button', { name: 'Replay' }).click();
  await expect.poll(() => countAnimations(page)).toBeGreaterThan(0);
  await expect.poll(() => countAnimations(page)).toBe(0);
});

test('replays without animation when reduced motion is preferred', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLanding(page);
  await settledCard(page).getByRole('button', { name: 'Replay' }).click();
  expect(await countAnimations(page)).toBe(0);
});

/** Records the page's layout shifts from its first frame on. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifted: string[] = [];
    const getText = (source: unknown) =>
      typeof source === 'object' && source && 'node' in source && source.node instanceof Node
        ? (source.node.textContent ?? '')
        : '?';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'sources' in entry && Array.isArray(entry.sources))
          shifted.push(`${String(entry.value)}: ${entry.sources.map(getText).join(', ')}`);
      document.documentElement.dataset['shifted'] = shifted.join(' | ');
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Checks that the whole page has loaded without a layout shift. */
async function expectNoShift(page: Page): Promise<void> {
  await expect(settledCard(page).getByRole('button', { name: 'Replay' })).toBeVisible();
  await waitForPaint(page);
  expect(await page.evaluate(() => document.documentElement.dataset['shifted'] ?? '')).toBe('');
}

for (const [name, viewport] of Object.entries({ 'a phone': PHONE, 'a desktop': DESK }))
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('has no layout shift while it loads and fills in', async ({ page }) => {
      await recordShifts(page);
      await openLanding(page);
      await expectNoShift(page);
    });

    test('has no layout shift while its document streams in', async ({ page }) => {
      const deployment = await openDeployment(addresses.site);
      deployment.serve('pieces');
      await recordShifts(page);
      await page.goto(`${deployment.url}${PATHS.landing}`);
      await expectNoShift(page);
      await deployment.close();
    });
  });

test('requests only its own origin, and the countdown once a second while visible', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await openLanding(page);
  const polls = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/countdown'))
        .map(({ startTime }) => startTime),
    );
  await expect.poll(async () => (await polls()).length).toBeGreaterThan(4);
  const starts = await polls();
  const seconds = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / 1000;
  expect(starts.length).toBeLessThanOrEqual(seconds + 2);
  expect(requests.filter((url) => new URL(url).origin !== addresses.site)).toEqual([]);
});

test('lets a CDN cache the countdown for one second', async ({ request }) => {
  const headers = (await request.get('/countdown')).headers();
  expect(headers['cache-control']).toBe('public, max-age=1');
});

test('prefetches sign-up when the pointer rests on its link', async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  await session.send('Preload.enable');
  const ahead: string[] = [];
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') ahead.push(prefetchUrl);
  });
  await openLanding(page);
  expect(ahead).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Get free access' }).first().hover();
  await expect.poll(() => ahead).toEqual([`${addresses.site}${PATHS.signUp}`]);
});

test('makes no requests during ten hidden minutes', async ({ page }) => {
  await page.clock.install();
  await openLanding(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.clock.runFor('10:00');
  expect(requests).toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => requests.length).toBeGreaterThan(0);
});

test('counts down from 8 hours if the countdown request fails', async ({ page, quiet }) => {
  quiet.allow(...NO_SERVER);
  await page.route('**/countdown', (route) => route.abort());
  await page.goto(PATHS.landing);
  await expect.poll(() => digits(page)).toMatch(/^07:59:\d\d$/);
  await expect(page.getByRole('timer').first()).toContainText('8 hours left');
});

/** A visitor who only reads gets no service worker within this time. */
const READING_MS = 6000;

test(
  'installs the worker once the visitor turns to the app, then opens every document offline',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await openLanding(page);
    const worker = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
    await page.waitForTimeout(READING_MS);
    expect(await worker()).toBe(false);
    await page.getByRole('link', { name: 'Log in' }).first().focus();
    await expect.poll(worker).toBe(true);
    await readyForOffline(page);
    await context.setOffline(true);
    for (const path of DOCUMENT_PATHS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
        new RegExp(`[^/]${path}$`),
      );
    }
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows all content, with the record from build time', async ({ page }) => {
    await page.goto(PATHS.landing);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator("[data-live='countdown']").first()).toHaveCSS('opacity', '1');
    await expect(firstEntry(page)).toHaveText(/^\d\d$/);
    await expect(note(page)).toContainText(/, \d+ \w+ \d{4}$/);
    await expect(settledCard(page).getByText(/^ended \d\d:\d\d$/)).toBeVisible();
    await page.getByRole('link', { name: 'Official contacts' }).click();
    await expect(page.getByRole('link', { name: '@quantalgo_support' })).toBeVisible();
  });
});

test.describe('inside a messaging app', () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test('offers to copy the link for a real browser', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      for (const name of ['Notification', 'PushManager', 'onbeforeinstallprompt']) {
        Reflect.deleteProperty(globalThis, name);
        Reflect.deleteProperty(Window.prototype, name);
      }
    });
    await page.goto(`${PATHS.landing}?from=chat`);
    const notice = page.getByRole('region', { name: 'Open this page in your browser' });
    await notice.getByRole('button', { name: 'Copy link' }).click();
    await expect(notice.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${addresses.site}/`);
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
  });
});

test('distinguishes our handles from an impostor’s', async ({ page }) => {
  await page.goto(PATHS.contacts);
  const check = async (handle: string) => {
    await page.getByLabel('Handle or link').fill(handle);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    return page.getByRole('status');
  };
  await expect(await check('https://t.me/QuantAlgo_Support')).toHaveText(
    '@quantalgo_support is ours.',
  );
  await expect(await check('@quantalgo_supp0rt')).toContainText('is not ours. Don’t answer');
  await expect(await check('https://t.me/+kQ1aB2_cD3')).toContainText('come only from our bot');
});
