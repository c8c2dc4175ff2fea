import { readFileSync } from 'node:fs';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { runScheduled } from '@quantalgo/tools/suite/scheduler';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { everythingKept, readyForOffline } from './support/device';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { rewriteLedger, storedCheckpoint, storedLedger, tamper } from './support/storedLedger';
import { findUnstyledClasses } from './support/styles';
import { addresses, seededSuite, services } from './support/suite';
import { verifyCommand } from './support/verifyCommand';

test.beforeAll(seededSuite);
test.afterAll(seededSuite);
test.setTimeout(120_000);

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 2 });

async function verify(page: Page): Promise<void> {
  await page.goto(PATHS.verify);
  await page.getByRole('button', { name: 'Verify on this device' }).click();
}

/** Clears the HTTP cache, leaving only the site’s own storage. */
async function emptyHttpCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

test('anyone can verify the record, save it and verify the file with the command', async ({
  page,
}, testInfo) => {
  await runScheduled(addresses.triggers, 'stampHead', Date.now());
  const stamped = (await services.database.collection('stamps').get()).size;
  const entries = await storedLedger();
  await page.goto(PATHS.landing);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Verify the record' }).click();
  await expect(page).toHaveURL(PATHS.verify);
  await page.getByRole('button', { name: 'Verify on this device' }).click();

  // The first call of a function starts its process.
  await expect(heading(page, 'Verified')).toBeFocused({ timeout: 40_000 });
  await expect(page.getByText('Demonstration', { exact: true })).toBeVisible();
  await expect(page.getByText(`All ${entries.length} entries are intact`)).toBeVisible();
  await expect(fact(page, 'Figures on the site')).toHaveText(/^The same, for \d+ settled signals$/);
  await expect(fact(page, 'Its hash')).toHaveText(entries.at(-1)?.hash ?? '');
  if (stamped > 0) await expect(fact(page, 'Time-stamps')).toContainText('1 day matches');
  await expectAccessible(page);
  expect(await findUnstyledClasses(page)).toEqual([]);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON' }).click(),
  ]);
  const saved = testInfo.outputPath('ledger.json');
  await file.saveAs(saved);
  const ofFile = await verifyCommand(saved);
  expect(ofFile.said).toMatch(/^Verified \(Demonstration/);
  expect(ofFile.said).toContain(`entries      ${entries.length}`);
  const ofSite = await verifyCommand(addresses.site);
  expect(ofSite.said).toMatch(/Verified \(Demonstration[^]*win rate +\d/);
  expect(ofSite.said).toContain(`time-stamps  ${stamped} fit`);
  expect(ofSite.code).toBe(0);

  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const rows = readFileSync(await table.path(), 'utf8').split('\r\n');
  expect(rows).toHaveLength(entries.length + 2);
});

test(
  'a downloaded ledger is verified again offline',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await verify(page);
    await expect(heading(page, 'Verified')).toBeVisible();
    await readyForOffline(page);
    await context.setOffline(true);
    // For some seconds it would still answer for the site.
    await emptyHttpCache(page);
    await verify(page);
    await expect(page.getByText('The ledger can’t be reached right now.')).toBeVisible();
    await expect(fact(page, 'Figures on the site')).toHaveText(/Not compared/);
  },
);

test(
  'the page reports an unreachable ledger offline and verifies it once online',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await page.goto(PATHS.verify);
    await readyForOffline(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Verify on this device' }).click();
    await expect(heading(page, 'The ledger can’t be reached')).toBeFocused();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page, 'Verified')).toBeVisible();
  },
);

test('page and command name a changed entry', async ({ page }) => {
  await verify(page);
  await expect(heading(page, 'Verified')).toBeVisible();
  const restore = await tamper(7);
  await page.getByRole('button', { name: 'Download everything again' }).click();
  await expect(heading(page, 'Broken at entry #7')).toBeFocused();
  const { code, said } = await verifyCommand(addresses.site);
  expect(said).toContain('Broken at #7: ');
  expect(code).toBe(1);
  await restore();
});

test('a device that saw an older head reports a rewritten chain', async ({
  page,
}) => {
  const { root, size } = await storedCheckpoint();
  await page.goto(PATHS.landing);
  await expect.poll(() => everythingKept(page)).toContain(root);
  await rewriteLedger();
  expect((await verifyCommand(addresses.site)).code).toBe(0);
  await verify(page);
  await expect(heading(page, 'Rewritten since you last saw it')).toBeVisible();
  await expect(page.getByText(`${size} entries with the root ${root.slice(0, 4)}`)).toBeVisible();
  await expectAccessible(page);
  const { said } = await verifyCommand(addresses.site, '--root', `${size}:${root}`);
  expect(said).toContain('Rewritten: you noted');
});
