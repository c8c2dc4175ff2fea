import { expect, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { mailedCode } from './inbox';

const NEW_PASSWORD = 'Trader2026';

export const newAddress = (): string => `ada.${crypto.randomUUID()}@example.com`;

/** Signs up from the welcome step to the code step. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto(PATHS.signUp);
  await page.getByRole('link', { name: 'Get started' }).click();
  await page.getByLabel('Full name').fill('Ada O’Neil 🦉');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Country').selectOption('Nigeria');
  await page.getByLabel('Phone').fill('+234 801 234 5678');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Send my code' }).click();
  await expect(page.getByLabel('Confirmation code')).toBeVisible();
}

/** Enters the emailed code and waits for the trader ID step. */
export async function confirm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Confirmation code').pressSequentially(await mailedCode(email));
  await expect(
    page.getByText('Account confirmed successfully! Redirecting to trader ID setup...'),
  ).toBeVisible();
  await expect(page).toHaveURL(PATHS.linkTrader);
}
