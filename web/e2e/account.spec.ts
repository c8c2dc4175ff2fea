import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { accountArchiveSchema } from '@quantalgo/contracts/privacy/archive';
import { setupDocumentSchema } from '@quantalgo/contracts/submissions/submission';
import { PASSWORD } from '@quantalgo/tools/suite/accounts';
import { expectAccessible } from './support/axe';
import { readyForOffline } from './support/device';
import { mailTo } from './support/inbox';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { enter, logIn } from './support/login';
import { expectLive, freshness, historyLines } from './support/room';
import {
  addresses,
  ESSENTIAL,
  GUEST,
  newMember,
  publisher,
  seededSuite,
  services,
  STARTER,
} from './support/suite';
import { expectChosenKept, screenshot } from './support/traderProof';

test.beforeAll(seededSuite);

const NEW_PASSWORD = 'Trader2027';

const readSetups = async (uid: string) => {
  const setups = await services.database.collection('setups').where('uid', '==', uid).get();
  return setups.docs.map((document) => setupDocumentSchema.parse(document.data()));
};

test(
  'an account setup is completed in three steps, queued offline, and sent with its proof',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await newMember(GUEST);
    await enter(page, member, PATHS.accountSetup);
    await readyForOffline(page);
    const go = page.getByRole('button', { name: 'Continue' });
    await expect(go).toHaveAttribute('aria-disabled', 'true');
    await page.getByLabel('Broker account ID').fill('PO-9001');
    await go.click();
    await expect(page.getByPlaceholder('Minimum $30')).toBeVisible();
    await page.getByLabel(/^Auto copy trading/).check();
    await page.getByPlaceholder('Minimum $500').fill('499');
    await go.click();
    await expect(page.getByText('The minimum deposit for auto copy trading is $500')).toBeVisible();
    await page.getByLabel('Deposit amount').fill('$500');
    await go.click();
    const submit = page.getByRole('button', { name: 'Submit for verification' });
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await page.getByLabel('Deposit proof').setInputFiles(await screenshot(page));
    await expect(page.getByAltText('Preview of account.png')).toBeVisible();
    await expectAccessible(page);
    await expectChosenKept(page);

    await page.goBack();
    await expect(page.getByLabel('Deposit amount')).toHaveValue('$500');
    await page.goForward();
    await page.reload();
    await expect(page.getByAltText('Preview of account.png')).toBeVisible();
    await context.setOffline(true);
    await submit.click();
    await expect(page.getByText('Your account setup is waiting to be sent')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Your account setup is being checked')).toBeVisible();
    await expect
      .poll(async () => readSetups(member.uid))
      .toMatchObject([
        { brokerAccount: 'PO-9001', depositAmount: 500, accessPath: 'auto', state: 'waiting' },
      ]);
  },
);

test(
  'a change made offline shows at once and is saved when back online',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await newMember(GUEST);
    await enter(page, member, PATHS.settings);
    await readyForOffline(page);
    await context.setOffline(true);
    await page.getByRole('switch', { name: 'Offers and news' }).check();
    await page.getByLabel('Full name').fill('Ada Obi');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText(/^Your changes are saved on this device/)).toBeVisible();
    await expect(
      page.getByText('You are offline. Downloading your data needs a connection.'),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Offers and news' })).toBeChecked();
    await context.setOffline(false);
    const record = services.database.doc(`users/${member.uid}`);
    await expect
      .poll(async () => (await record.get()).data())
      .toMatchObject({ fullName: 'Ada Obi', notifications: { marketing: true } });
    await expect(page.getByText('Welcome back, Ada')).toBeVisible();
  },
);

test(
  'when two devices change the name, the last to arrive wins and the other is still offered',
  WITH_WORKER,
  async ({ page, context, browser, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await newMember(GUEST);
    const elsewhere = await browser.newContext({ baseURL: addresses.site });
    const other = await elsewhere.newPage();
    const rename = async (on: Page, name: string) => {
      await on.getByLabel('Full name').fill(name);
      await on.getByRole('button', { name: 'Save name' }).click();
    };
    await enter(page, member, PATHS.settings);
    await enter(other, member, PATHS.settings);
    await readyForOffline(page);
    await context.setOffline(true);
    await rename(page, 'From The Train');
    await expect(page.getByText(/^Your changes are saved on this device/)).toBeVisible();
    await rename(other, 'From The Desk');
    const record = services.database.doc(`users/${member.uid}`);
    await expect
      .poll(async () => (await record.get()).data())
      .toMatchObject({ fullName: 'From The Desk' });
    await context.setOffline(false);
    for (const device of [page, other]) {
      await expect(device.getByText('Full name: From The Desk')).toBeVisible();
      await expect(device.getByLabel('Full name')).toHaveValue('From The Train');
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore these settings' }).click();
    await expect(page.getByLabel('Full name')).toHaveValue('From The Desk');
    for (const device of [page, other])
      await expect(device.getByText(/^Two devices changed/)).toBeHidden();
    await elsewhere.close();
  },
);

/** Records in the session storage of later pages if any frame shows a time in WAT. */
const watchForWat = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      const text = (document.querySelector('body')?.textContent ?? '').slice(0, 200_000);
      if (/\d ?WAT/.test(text)) sessionStorage.setItem('told in', 'WAT');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });

test(
  'a time zone chosen offline applies to every screen from its first frame and syncs later',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await newMember(ESSENTIAL);
    await enter(page, member);
    await expectLive(page);
    const before = await historyLines(page);
    await page.goto(PATHS.settings);
    await readyForOffline(page);
    await context.setOffline(true);
    const zones = page.getByRole('group', { name: 'Times are shown in' });
    await expect(zones.getByRole('radio', { name: 'Lagos (WAT)' })).toBeChecked();
    await zones.getByRole('radio', { name: 'UTC' }).check();
    await expect(page.getByText(/^Your changes are saved on this device/)).toBeVisible();
    await expectAccessible(page);

    await watchForWat(page);
    await page.goto(PATHS.signals);
    await expect(freshness(page, /^Offline, as of .*\d\d:\d\d UTC$/)).toBeAttached();
    const after = await historyLines(page);
    const getHour = (lines: readonly string[]) => Number(/\d\d(?=:\d\d)/.exec(lines[0] ?? '')?.[0]);
    expect((getHour(after) + 1) % 24).toBe(getHour(before));
    await page.reload();
    await expect(freshness(page, /^Offline, as of .*\d\d:\d\d UTC$/)).toBeAttached();
    await expect.poll(() => historyLines(page)).toEqual(after);
    await page.goto(PATHS.signalHistory);
    await expect(page.getByLabel('Day (UTC)')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('told in'))).toBeNull();

    await context.setOffline(false);
    const record = services.database.doc(`users/${member.uid}`);
    await expect.poll(async () => (await record.get()).data()).toMatchObject({ zone: 'utc' });
    await page.goto(PATHS.settings);
    await expect(zones.getByRole('radio', { name: 'UTC' })).toBeChecked();
    await expect(page.getByText(/^Your changes are/)).toBeHidden();
  },
);

test('changing the password keeps this session and ends the others', async ({
  page,
  browser,
  quiet,
}) => {
  quiet.allow(/status of 400/);
  const member = await newMember(GUEST);
  const elsewhere = await browser.newContext({ baseURL: addresses.site });
  const other = await elsewhere.newPage();
  await enter(other, member, PATHS.settings);
  await enter(page, member, PATHS.settings);
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  const form = page.getByRole('region', { name: 'Password' });
  const fill = async (current: string) => {
    await form.getByLabel('Current password', { exact: true }).fill(current);
    await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await form.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await fill('Wrong2026');
  await expect(form.getByText('Your current password is incorrect')).toBeVisible();
  await fill(PASSWORD);
  await expect(form.getByText(/^Your password has been changed/)).toBeVisible();
  await page.reload();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(PATHS.login);
  await logIn(other, member.email, NEW_PASSWORD);
  await expect(other).toHaveURL(PATHS.settings);
  await elsewhere.close();
});

test('a new email takes effect once its confirmation code is entered', async ({ page }) => {
  const member = await newMember(GUEST);
  const email = `new-${member.email}`;
  await enter(page, member, PATHS.settings);
  const section = page.getByRole('region', { name: 'Email' });
  await section.getByRole('button', { name: 'Change email' }).click();
  await section.getByLabel('Email', { exact: true }).fill(email);
  await section.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await section.getByRole('button', { name: 'Send code' }).click();
  const { subject } = await mailTo(email, /code for your new/);
  const code = subject.split(' ')[0] ?? '';
  await section.getByLabel('Confirmation code').pressSequentially(code);
  await expect(section.getByText(/^Your email has been changed/)).toBeVisible();
  await expect(section.getByText(email)).toBeVisible();
});

test('the member’s data is downloaded as one archive with a dated name', async ({ page }) => {
  // The archive has only signals published after the account was created.
  const { signal } = await (await publisher).publish();
  await enter(page, ESSENTIAL, PATHS.settings);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^quantalgo-data-\d{4}-\d\d-\d\d\.zip$/);
  const text = readFileSync(await file.path(), 'utf8');
  const [json = ''] = /\{\n[^]*?\n\}\n/.exec(text) ?? [];
  const archive = accountArchiveSchema.parse(JSON.parse(json));
  expect(archive.user.email).toBe(ESSENTIAL.email);
  expect(archive.signals.map((one) => one.signal.id)).toContain(signal.id);
  expect(text).toContain('signals.csv');
});

test('a reload keeps the chosen theme and the linked section', async ({ page }) => {
  await enter(page, STARTER, PATHS.settings);
  await page.getByText('Light', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.goto(`${PATHS.settings}#notifications`);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const notifications = page.getByRole('region', { name: 'Notifications', exact: true });
  await expect(notifications).toBeInViewport();
  await expectAccessible(page);
});
