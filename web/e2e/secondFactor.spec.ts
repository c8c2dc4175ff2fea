import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { liveSuite, newMember, services, STAFF } from './support/suite';

test.beforeAll(liveSuite);

const STEP_MS = 30_000;

/** The code that an authenticator shows, `ahead` steps later. */
const generateCode = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + ahead * STEP_MS,
  });

/** Sets when the user's sessions confirmed the second factor, and drops the suite's exemption from it. */
async function setConfirmedAt(uid: string, at: Date | null): Promise<void> {
  const { docs } = await services.database.collection('sessions').where('uid', '==', uid).get();
  const update = { secondFactorAt: at, factorExempt: false };
  await Promise.all(docs.map(({ ref }) => ref.update(update)));
}

const authenticator = (page: Page) => page.getByLabel('Code from your authenticator');

test('staff set up a second factor and confirm it at login and before sensitive actions', async ({
  page,
  quiet,
}) => {
  quiet.allow(/status of 40[03]/);
  const staff = await newMember(STAFF);
  const member = await newMember({ ...STAFF, staff: false });
  await enter(page, staff, PATHS.settings);
  await setConfirmedAt(staff.uid, null);

  await page.goto(PATHS.staffCodes);
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.getByLabel('Your password', { exact: true }).fill('Trader2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await page.getByRole('main').locator('code').innerText()).trim();
  await authenticator(page).pressSequentially(generateCode(secret));
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(8);
  const [recovery = ''] = await list.getByRole('listitem').allInnerTexts();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('quantalgo-recovery-codes.txt');
  await page.getByRole('button', { name: 'I’ve stored them' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard codes' })).toBeVisible();

  // After a new login, the password alone opens no console screen.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await enter(page, staff, PATHS.staffCodes);
  await expect(page.getByRole('heading', { name: 'Your second factor' })).toBeVisible();
  await expectAccessible(page);
  await authenticator(page).pressSequentially('111111');
  await expect(page.getByText(/^This code is wrong/)).toBeVisible();
  await expect(authenticator(page)).toBeFocused();
  await page.keyboard.type(generateCode(secret, 1));
  await expect(page.getByRole('heading', { name: 'Dashboard codes' })).toBeVisible();

  // After 15 minutes a code is required again, in a dialog over the filled form.
  await page.goto(`${PATHS.staffCodes}?user=${member.uid}`);
  const form = page.getByRole('region', { name: 'Issue a code' });
  await form.getByText('Essential', { exact: true }).click();
  await setConfirmedAt(staff.uid, new Date(Date.now() - 16 * 60_000));
  await page.getByRole('button', { name: 'Issue the code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I don’t have my authenticator' }).click();
  await dialog.getByLabel('Recovery code').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Shown only once.', { exact: false })).toBeVisible();
  await expect(page.getByText('It sets the tier to Essential', { exact: false })).toBeVisible();
  await expect(dialog).toBeHidden();
});
