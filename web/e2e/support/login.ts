import { expect, type Page } from '@playwright/test';
import { PATHS, type Path } from '@quantalgo/contracts/core/paths';
import { PASSWORD, type Account } from '@quantalgo/tools/suite/accounts';

/** Fills in the login form and sends it. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** The first login of a run starts its function, which is slow on a busy machine. */
const LOGIN = { timeout: 60_000 };

/** Opens a dashboard screen through the login. */
export async function enter(
  page: Page,
  { email }: Pick<Account, 'email'>,
  path: Path = PATHS.signals,
): Promise<void> {
  await page.goto(path);
  await logIn(page, email);
  await expect(page).toHaveURL(path, LOGIN);
}
