import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { enter, logIn } from './support/login';
import { expect, NO_SERVER, test } from './support/journey';
import { ESSENTIAL, GUEST, STAFF, STARTER } from './support/suite';

/** The paths of the login's scripts that render the app. */
async function findAppScripts(page: Page): Promise<string[]> {
  const html = await (await page.request.get(PATHS.login)).text();
  const paths = [...new Set(html.match(/\/assets\/[\w-]+\.js/g))];
  const scripts = await Promise.all(
    paths.map(async (path) => ({ path, code: await (await page.request.get(path)).text() })),
  );
  return scripts.filter(({ code }) => code.includes('createRoot')).map(({ path }) => path);
}

/** Keeps the app from running in this page until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = await findAppScripts(page);
  expect(held).not.toEqual([]);
  await page.route(
    ({ pathname }) => held.includes(pathname),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

const PEOPLE = [
  { person: GUEST, tier: 'Guest Tier', badge: 'Pending' },
  { person: STARTER, tier: 'Starter Node', badge: 'Active' },
  { person: ESSENTIAL, tier: 'Essential Node', badge: 'Active' },
  { person: STAFF, tier: 'Essential Node', badge: 'Active' },
];

for (const { person, tier, badge } of PEOPLE) {
  test(`${person.email} logs in and is welcomed as ${tier}`, async ({ page }) => {
    await enter(page, person, PATHS.dashboard);
    const header = page.getByRole('banner');
    await expect(header.getByText(/^Welcome back, /)).toBeVisible();
    await expect(header.getByText(badge, { exact: true })).toBeVisible();
    const sidebar = page.getByRole('complementary');
    await expect(sidebar.getByText(person.fullName)).toBeVisible();
    await expect(sidebar.getByText(tier)).toBeVisible();
  });
}

test('a visitor who opens a screen returns to it after the login', async ({ page }) => {
  await page.goto(PATHS.signals);
  await expect(page).toHaveURL(PATHS.login);
  await logIn(page, STARTER.email);
  await expect(page).toHaveURL(PATHS.signals);
  await expect(page.getByRole('heading', { name: 'Signal Stream' })).toBeVisible();
});

test('a logged-in member skips the login', async ({ page }) => {
  await enter(page, STARTER, PATHS.dashboard);
  await page.goto(PATHS.login);
  await expect(page).toHaveURL(PATHS.dashboard);
});

test('a wrong password shows an error and keeps the email', async ({ page, quiet }) => {
  quiet.allow(/status of 401/);
  await page.goto(PATHS.login);
  await logIn(page, STARTER.email, 'Trader2025');
  await expect(page.getByRole('alert')).toHaveText(/incorrect/);
  await expect(page.getByLabel('Email')).toHaveValue(STARTER.email);
  await logIn(page, STARTER.email);
  await expect(page).toHaveURL(PATHS.dashboard);
});

test('an unknown email and a wrong password show the same error', async ({
  page,
  quiet,
}) => {
  quiet.allow(/status of 401/);
  const refusal = async (email: string, password: string) => {
    await page.goto(PATHS.login);
    await logIn(page, email, password);
    return page.getByRole('alert').innerText();
  };
  const unknown = await refusal('nobody@quantalgo.test', 'Trader2026');
  expect(unknown).toBe(await refusal(STARTER.email, 'Trader2025'));
});

test('empty fields are reported before anything is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.goto(PATHS.login);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  expect(sent).not.toContain('/auth/login');
});

test('a double click sends one login', async ({ page }) => {
  let logins = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) logins += 1;
  });
  await page.goto(PATHS.login);
  await page.getByLabel('Email').fill(STARTER.email);
  await page.getByLabel('Password', { exact: true }).fill('Trader2026');
  await page.getByRole('button', { name: 'Log in' }).dblclick();
  await expect(page).toHaveURL(PATHS.dashboard);
  expect(logins).toBe(1);
});

test('a server that doesn’t respond shows a different error than a wrong password', async ({ page, quiet }) => {
  quiet.allow(...NO_SERVER);
  await page.goto(PATHS.login);
  await page.route('**/auth/login', (route) => route.abort());
  await logIn(page, STARTER.email);
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.');
  await page.unroute('**/auth/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(PATHS.dashboard);
});

test.describe('before the app runs', () => {
  test('a login that was filled in and submitted goes through', async ({ page }) => {
    const release = await holdApp(page);
    await page.goto(PATHS.login, { waitUntil: 'commit' });
    await logIn(page, STARTER.email);
    expect(new URL(page.url()).search).toBe('');
    release();
    await expect(page).toHaveURL(PATHS.dashboard);
  });

  test('input is kept until the app runs', async ({ page }) => {
    const release = await holdApp(page);
    await page.goto(PATHS.login, { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(STARTER.email);
    release();
    await page.getByLabel('Password', { exact: true }).fill('Trader2026');
    await expect(async () => {
      await page.getByRole('button', { name: 'Show password' }).click();
      await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible({
        timeout: 3000,
      });
    }).toPass();
    await expect(page.getByLabel('Email')).toHaveValue(STARTER.email);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(PATHS.dashboard);
  });

  test('no one sees another page than their own', async ({ page }) => {
    await holdApp(page);
    await page.goto(`${PATHS.signUp}?step=details`, { waitUntil: 'commit' });
    const mark = page.locator('#root svg');
    await expect(mark).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await page.evaluate(() => localStorage.setItem('quantalgo.user', '{}'));
    await page.goto(PATHS.login, { waitUntil: 'commit' });
    await expect(mark).toBeVisible();
    await expect(page.getByLabel('Email')).toBeHidden();
  });

  test('the prerendered page is hydrated without a layout shift', async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const { entryType } of list.getEntries()) performance.mark(entryType);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const release = await holdApp(page);
    for (const path of [PATHS.login, PATHS.signUp]) {
      await page.goto(path, { waitUntil: 'commit' });
      const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
      // The font that comes while the page is drawn is no work of the app.
      await page.evaluate(async () => {
        await document.fonts.ready;
        performance.clearMarks('layout-shift');
      });
      release();
      await page.waitForFunction(() => document.getElementById('root') === null);
      await page.getByRole('link', { name: 'Log in' }).or(page.getByLabel('Email')).focus();
      expect(await heading.evaluate(({ isConnected }) => isConnected), path).toBe(true);
      expect(
        await page.evaluate(() => performance.getEntriesByName('layout-shift').length),
        path,
      ).toBe(0);
    }
  });
});
