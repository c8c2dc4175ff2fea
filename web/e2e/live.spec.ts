import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, NO_SERVER, test } from './support/journey';
import { enter } from './support/login';
import { cardOf, expectLive, freshness, historyOf } from './support/room';
import {
  addresses,
  commandEnvironment,
  ESSENTIAL,
  ledgerNumber,
  liveSuite,
  publisher,
  seededSuite,
} from './support/suite';

const run = promisify(execFile);

test.beforeAll(liveSuite);

test('a new signal takes the top, and the one before it can still be entered', async ({ page }) => {
  const { publish } = await publisher;
  await enter(page, ESSENTIAL);
  await expectLive(page);
  const { signal: first } = await publish();
  await expect(cardOf(page, first)).toBeVisible();
  const { signal: second } = await publish();
  await expect(cardOf(page, second)).toBeVisible();
  await expect(cardOf(page, first)).toHaveCount(0);
  await expect(
    page.getByRole('list', { name: 'To be entered now' }).getByRole('listitem'),
  ).not.toHaveCount(0);
});

test('a settled signal moves into the history, with its figures', async ({ page }) => {
  const { publish, settle } = await publisher;
  await enter(page, ESSENTIAL);
  await expectLive(page);
  const total = page.getByText(/^\d+ settled on simulated prices/);
  const before = Number.parseInt(await total.innerText());
  let settled = 0;
  for (let slot = 0; slot < 6; slot += 1) {
    await publish();
    settled += (await settle()).length;
  }
  expect(settled).toBeGreaterThan(0);
  await expect(total).toHaveText(new RegExp(`^${before + settled} settled`));
});

test('where the stream cannot open, the list is asked for instead', async ({ page, quiet }) => {
  quiet.allow(...NO_SERVER);
  await page.route(`${addresses.firestore}/**`, (route) => route.abort());
  await enter(page, ESSENTIAL);
  await expect(historyOf(page).first()).toBeVisible({ timeout: 25_000 });
  const { signal } = await (await publisher).publish();
  await expect(cardOf(page, signal)).toBeVisible();
  await expect(freshness(page, /^Updated/)).toBeAttached();
});

test('npm run signal shows on an open page', async ({ page }) => {
  await seededSuite();
  await enter(page, ESSENTIAL);
  await expect(historyOf(page).first()).toBeVisible();
  const { stdout } = await run('npm', ['run', '--silent', 'signal'], { env: commandEnvironment });
  const [, id = '', pair = '', direction = ''] =
    /^Published (\w+) (\S+) (CALL|PUT), enter at \d\d:\d\d WAT$/m.exec(stdout) ?? [stdout];
  const card = cardOf(page, { ledgerSeq: await ledgerNumber(id) });
  await expect(card).toBeVisible();
  await expect(card.getByRole('heading', { name: pair })).toBeVisible();
  await expect(card.getByText(direction)).toBeVisible();
  await expect(card.getByText(/here in \d+\.\d s/)).toBeVisible();
});
