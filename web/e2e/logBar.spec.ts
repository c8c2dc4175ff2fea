import { readFileSync } from 'node:fs';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { everythingKept } from './support/device';
import { signAnew } from './support/foreignKey';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { ESSENTIAL, liveSuite } from './support/suite';

test.beforeAll(liveSuite);
test.setTimeout(120_000);

test('a record signed with another key shows a red bar on every page, with both checkpoints to save', async ({
  page,
}) => {
  await enter(page, ESSENTIAL, PATHS.dashboard);
  await expect.poll(() => everythingKept(page)).toContain('"note":"quantalgo/ledger/');
  await signAnew(page);
  const bar = page.getByRole('alert').filter({ hasText: 'signed with a different key' });
  await expect(async () => {
    await page.reload();
    await expect(bar).toBeVisible({ timeout: 15_000 });
  }).toPass();
  await page.unroute('**/ledger/checkpoint');

  const saving = page.waitForEvent('download');
  await bar.getByRole('link', { name: 'Save both checkpoints' }).click();
  const text = readFileSync(await (await saving).path(), 'utf8');
  expect(text).toContain('Fault: other-key');
  expect(text.match(/^Seen /gm)).toHaveLength(2);

  const { landing, verify, contacts, signals, linkTrader } = PATHS;
  for (const path of [landing, verify, contacts, linkTrader, signals]) {
    await page.goto(path);
    await expect(bar).toBeVisible();
  }
  const logOut = page.getByRole('button', { name: 'Log out' });
  await expect(logOut).toBeInViewport({ ratio: 1 });
  await logOut.click();
  await expect(page).toHaveURL(PATHS.landing);
  for (const path of [PATHS.login, PATHS.signUp, PATHS.forgotPassword]) {
    await page.goto(path);
    await expect(bar).toBeVisible();
  }
});
