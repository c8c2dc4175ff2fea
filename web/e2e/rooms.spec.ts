import { buildBrokerLink } from '@quantalgo/contracts/broker/link';
import { DEMONSTRATION_BRAND as BRAND } from '@quantalgo/contracts/core/brand';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SCREEN_TABLE } from '../src/app/screenTable';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { enter } from './support/login';
import { ESSENTIAL, GUEST, seededSuite } from './support/suite';

test.beforeAll(seededSuite);

test('choosing a tier opens the broker in a tab without access to this one', async ({
  page,
  context,
}) => {
  const broker = new URL(BRAND.broker.signUp);
  await context.route(`${broker.origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Broker</title>' }),
  );
  await enter(page, GUEST, PATHS.upgrade);
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Upgrade to Essential' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  const tab = await opened;
  await expect(tab).toHaveURL(buildBrokerLink(BRAND.broker, GUEST.admissionCode));
  expect(await tab.evaluate(() => window.opener === null)).toBe(true);
  await expect(page.getByRole('button', { name: 'Upgrade to Essential' })).toBeVisible();
});

test('a sample card is copied and a message sent with the keyboard alone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, ESSENTIAL, PATHS.essentialRoom);
  await page.getByRole('button', { name: 'Copy Signal EUR/USD' }).press('Enter');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^SAMPLE, not a signal to trade/);

  await page.getByRole('textbox', { name: 'Message' }).fill('Good evening');
  await page.keyboard.press('Enter');
  const newest = page
    .getByRole('list', { name: /Messages/ })
    .getByRole('listitem')
    .first();
  await expect(newest).toContainText('You');
  await expect(newest).toContainText('Good evening');
});

test(
  'screens that need no server data open completely offline',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await enter(page, ESSENTIAL, PATHS.upgrade);
    await readyForOffline(page);
    await context.setOffline(true);
    for (const { path, title } of SCREEN_TABLE.filter(({ offline }) => offline === 'whole')) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
  },
);
