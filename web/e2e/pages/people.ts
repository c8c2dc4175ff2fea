import type { Browser, BrowserContext } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { test as base } from '../support/listening';
import { logIn } from '../support/login';
import { addresses, ESSENTIAL, GUEST, STAFF, STARTER } from '../support/suite';
import type { Role } from './places';

/** The seeded account of each role that logs in. */
export const ACCOUNT_OF = { guest: GUEST, starter: STARTER, essential: ESSENTIAL, staff: STAFF };

async function openBrowserFor(browser: Browser, role: Role): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: addresses.site, serviceWorkers: 'block' });
  if (role === 'visitor') return context;
  const page = await context.newPage();
  await page.goto(PATHS.dashboard);
  await logIn(page, ACCOUNT_OF[role].email);
  await page.waitForURL(`**${PATHS.dashboard}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.close();
  return context;
}

/** A test with one browser context per role, logged in once. */
export const test = base.extend<object, { browserFor: (role: Role) => Promise<BrowserContext> }>({
  browserFor: [
    async ({ browser }, use) => {
      const open = new Map<Role, Promise<BrowserContext>>();
      const browserFor = (role: Role) => {
        const opened = open.get(role) ?? openBrowserFor(browser, role);
        open.set(role, opened);
        return opened;
      };
      await use(browserFor);
      for (const context of open.values()) await (await context).close();
    },
    { scope: 'worker' },
  ],
});
