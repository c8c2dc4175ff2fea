import { expect, type Browser } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { watchErrors } from './journey';
import { logIn } from './login';
import { STAFF } from './suite';

/** Answers a ticket by keyboard as staff do, in a browser context of their own. */
export async function answerAsStaff(
  browser: Browser,
  ticketId: string,
  message: string,
): Promise<void> {
  const context = await browser.newContext();
  const quiet = watchErrors(context);
  const page = await context.newPage();
  await page.goto(`${PATHS.staffTickets}?ticket=${ticketId}`);
  await logIn(page, STAFF.email);
  await page.getByLabel('Your answer').fill(message);
  await page.getByLabel('Your answer').press('Control+Enter');
  await expect(page.getByText(/^Answered “.*”\.$/)).toBeVisible();
  quiet.verify();
  await context.close();
}
