import { PATHS } from '@quantalgo/contracts/core/paths';
import { PASSWORD } from '@quantalgo/tools/suite/accounts';
import { mailTo } from './support/inbox';
import { expect, test, watchErrors } from './support/journey';
import { enter, logIn } from './support/login';
import { seededSuite, STARTER } from './support/suite';

test.beforeAll(seededSuite);

const SET_NEW = /^Set a new .* password$/;
const CHANGED = 'Trader2027';

test('a password reset by mail sets a new password and ends the old session', async ({
  page,
  browser,
  quiet,
}) => {
  test.setTimeout(120_000);
  quiet.allow(/status of 40[01]/);
  const other = await browser.newContext();
  const elsewhere = watchErrors(other);
  elsewhere.allow(/status of 40[01]/, /Missing or insufficient permissions/);
  const old = await other.newPage();
  await enter(old, STARTER, PATHS.dashboard);

  await page.goto(PATHS.login);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(PATHS.forgotPassword);
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(STARTER.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();

  const { text } = await mailTo(STARTER.email, SET_NEW);
  const token = /token=([a-z0-9]+)/i.exec(text)?.[1] ?? '';
  const link = `${PATHS.resetPassword}?token=${token}`;
  await page.goto(link);
  await expect(page.getByText(STARTER.email)).toBeVisible();
  expect(page.url()).not.toContain(token);
  await page.reload();
  await page.getByLabel('New Password', { exact: true }).fill(CHANGED);
  await page.getByLabel('Confirm New Password').fill(CHANGED);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible();
  await expect(page).toHaveURL(PATHS.login);
  await logIn(page, STARTER.email, CHANGED);
  await expect(page).toHaveURL(PATHS.dashboard);

  await expect(old).toHaveURL(PATHS.login);
  await expect(old.getByText('Your session has ended. Please log in again.')).toBeVisible();
  elsewhere.verify();
  await other.close();
  await mailTo(STARTER.email, /password was changed$/);

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired reset token');
  await page.getByRole('link', { name: 'Request New Link' }).click();
  await expect(page).toHaveURL(PATHS.forgotPassword);
});

test('a transfer code moves the session into the installed app, once', async ({
  page,
  browser,
  quiet,
}) => {
  quiet.allow(/status of 400/);
  await seededSuite();
  await enter(page, STARTER, PATHS.settings);
  await page.getByRole('link', { name: 'Continue in the app' }).click();
  // The settings have fields of this name too.
  await expect(page.getByRole('heading', { name: 'Continue in the app' })).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Show a code' }).click();
  const code = await page.locator('code').innerText();

  const installed = await browser.newContext();
  const app = await installed.newPage();
  await app.goto(PATHS.dashboard);
  await app.getByRole('link', { name: 'Use a transfer code' }).click();
  await app.getByLabel('Transfer code').pressSequentially(code);
  await expect(app).toHaveURL(PATHS.dashboard);
  await expect(app.getByText(/^Welcome back, /)).toBeVisible();
  await installed.close();

  const late = await browser.newContext();
  const again = await late.newPage();
  await again.goto(PATHS.transfer);
  await again.getByLabel('Transfer code').pressSequentially(code);
  await expect(again.getByRole('alert')).toHaveText('Invalid or expired transfer code');
  await late.close();
});
