import { type Path, PATHS } from '@quantalgo/contracts/core/paths';
import type { Account } from '@quantalgo/tools/suite/accounts';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test, watchErrors, WITH_WORKER } from './support/journey';
import { enter } from './support/login';
import { ESSENTIAL, newMember, seededSuite, services, STAFF, STARTER } from './support/suite';

test.beforeAll(seededSuite);

/** Another member's browser with the room open. */
async function beside(browser: Browser, member: Account, path: Path = PATHS.community) {
  const context = await browser.newContext();
  const quiet = watchErrors(context);
  const page = await context.newPage();
  await enter(page, member, path);
  const close = async () => {
    quiet.verify();
    await context.close();
  };
  return { page, context, close, quiet };
}

const postWith = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

async function post(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Write a message');
  await field.fill(text);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(field).toHaveValue('');
}

test('a post and its reply reach the other member at once', async ({ browser, page }) => {
  const other = await beside(browser, ESSENTIAL);
  await enter(page, STARTER, PATHS.community);
  await expectAccessible(page);
  await post(page, 'How do you stop after a loss?');
  await expect(postWith(other.page, 'How do you stop')).toBeVisible({ timeout: 5000 });
  await postWith(other.page, 'How do you stop').getByRole('button', { name: 'Reply' }).click();
  const answer = other.page.getByLabel('Your reply');
  await answer.fill('I close the app');
  await answer.press('Tab');
  await other.page.keyboard.press('Enter');
  await expect(postWith(page, 'I close the app')).toContainText('Chidi E.');
  await other.close();
});

test(
  'posts written offline arrive once, in order',
  WITH_WORKER,
  async ({ browser, page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await enter(page, STARTER, PATHS.community);
    await readyForOffline(page);
    const other = await beside(browser, ESSENTIAL);
    await context.setOffline(true);
    const texts = ['First of the train', 'Second of the train', 'Third of the train'];
    for (const text of texts) await post(page, text);
    await page.reload();
    for (const text of texts) await expect(postWith(page, text)).toContainText('Sending…');
    await context.setOffline(false);
    const train = postWith(other.page, 'of the train').getByText('of the train');
    await expect(train).toHaveText(texts.toReversed(), { timeout: 30_000 });
    const written = await services.database
      .collection('posts')
      .where('uid', '==', STARTER.uid)
      .get();
    const stored = written.docs.map((one) => String(one.get('text')));
    expect(stored.filter((text) => text.endsWith('of the train'))).toHaveLength(texts.length);
    await other.close();
  },
);

test('a new member’s link is held for staff, and a banned member is told when they post', async ({
  browser,
  page,
  quiet,
}) => {
  // The refusal of the banned member's call.
  quiet.allow(/403/);
  const stranger = await newMember(STARTER);
  const other = await beside(browser, ESSENTIAL);
  await enter(page, stranger, PATHS.community);
  await post(page, 'See https://win.example');
  await expect(postWith(page, 'win.example')).toContainText('Only you can see this');
  await expect(postWith(other.page, 'win.example')).toHaveCount(0);

  const staff = await beside(browser, STAFF, PATHS.staffPosts);
  const waiting = staff.page.getByRole('listitem').filter({ hasText: 'win.example' });
  await expect(waiting).toContainText('Link from a new member, held');
  await expectAccessible(staff.page);
  const field = page.getByLabel('Write a message');
  await field.fill('And another');
  await waiting.getByRole('button', { name: 'Ban' }).click();
  await expect(waiting.getByRole('button', { name: 'Lift the ban' })).toBeVisible();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText(/no longer post. Reason: Advertising/)).toBeVisible();
  await waiting.getByRole('button', { name: 'Reject' }).click();
  await expect(waiting).toHaveCount(0);
  await staff.close();
  await other.close();
});
