import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { readStoredSignals } from './support/device';
import { ABOUT_A_SECOND_MS, expect, test, watchErrors } from './support/journey';
import { enter } from './support/login';
import { locateHistory } from './support/room';
import { confirm, newAddress, register } from './support/signUp';
import { addresses, liveSuite, readProofs, services, STAFF } from './support/suite';
import { fillIn, newGuest, submit } from './support/traderProof';

test.beforeAll(liveSuite);

/** Waits until the page shows both the badge and the room or its teaser. @returns when (epoch ms) */
const waitForBadge = (page: Page, badge: string, isOpen: boolean): Promise<number> =>
  page
    .waitForFunction(
      ([words, open]) =>
        document.querySelector('header')?.textContent.includes(words) === true &&
        (document.querySelector('main [inert]') === null) === open &&
        Date.now(),
      [badge, isOpen] as const,
      { polling: 'raf', timeout: 30_000 },
    )
    .then(async (at) => Number(await at.jsonValue()));

/** Performs a staff action and measures how long (ms) the member's page takes to follow. */
async function measureUpdate(
  page: Page,
  badge: string,
  isOpen: boolean,
  action: () => Promise<void>,
) {
  const followedAt = waitForBadge(page, badge, isOpen);
  const from = Date.now();
  await action();
  return (await followedAt) - from;
}

/** Copies the page's ID token. */
const readToken = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const tokens = localStorage.getItem('quantalgo.tokens') ?? '';
    const [token = ''] = /"idToken":"([^"]+)"/.exec(tokens)?.slice(1) ?? [];
    return token;
  });

const signalsWith = async (token: string): Promise<number> =>
  (
    await fetch(new URL('/api/signals', addresses.site), {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

async function findUid(email: string): Promise<string> {
  const members = await services.database.collection('users').where('email', '==', email).get();
  return members.docs[0]?.id ?? 'nobody';
}

test('approving, revoking and restoring access updates the member’s open page within a second', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const email = newAddress();
  await register(page, email);
  await confirm(page, email);
  await fillIn(page, `PO-${email.slice(4, 12)}`);
  await submit(page);
  await expect(page).toHaveURL(PATHS.dashboard);
  await page.goto(PATHS.signals);
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();

  const stateOfProof = async () => (await readProofs(email))[0]?.state;
  await expect.poll(stateOfProof, { timeout: 30_000 }).toBe('waiting');

  const office = await browser.newContext({ baseURL: addresses.site });
  const quiet = watchErrors(office);
  const desk = await office.newPage();
  await enter(desk, STAFF, PATHS.staffQueue);
  await expect(desk.getByRole('list', { name: 'Pending proofs' })).toBeVisible({ timeout: 30_000 });
  const compared = desk.waitForResponse((response) => response.url().endsWith('/fingerprint'));
  await desk.keyboard.press('n');
  await expect(desk.getByRole('heading', { name: /^Ada O/ })).toBeVisible();
  await expect(desk.getByRole('img', { name: /^Proof for trader ID PO-/ })).toBeVisible();
  expect((await compared).status()).toBe(200);

  await desk.keyboard.press('s');
  await expect(desk.getByRole('button', { name: /^Press again to approve/ })).toBeVisible();
  await desk.keyboard.press('s');
  await expect(desk.getByText(/^Ada O.* is Starter$/).first()).toBeVisible();
  // The decision can be undone until the page is left.
  const opened = await measureUpdate(page, 'Active', true, () =>
    desk.getByRole('link', { name: 'Users', exact: true }).click(),
  );
  await expect(
    page.getByText('Your dashboard is unlocked with Starter access.', { exact: false }),
  ).toBeVisible();
  await expect(locateHistory(page).first()).toBeVisible();
  const uid = await findUid(email);
  await expect.poll(async () => (await readStoredSignals(page, uid)).length).toBeGreaterThan(0);
  await expect.poll(async () => signalsWith(await readToken(page))).toBe(200);
  const old = await readToken(page);

  await desk.goto(`${PATHS.staffUsers}#search=${encodeURIComponent(email)}`);
  const access = desk.getByRole('group', { name: /^Access for Ada O/ });
  const closed = await measureUpdate(page, 'Pending', false, () =>
    access.getByRole('button', { name: 'Revoke' }).click(),
  );
  await expect(desk.getByText('is now Guest, locked.')).toBeVisible();
  expect(await signalsWith(old)).toBe(403);
  await expect(page.getByText(/^Our team has revoked your access\./)).toBeVisible();
  await expect.poll(() => readStoredSignals(page, uid)).toEqual([]);

  const again = await measureUpdate(page, 'Active', true, () =>
    desk.getByRole('button', { name: 'Undo' }).click(),
  );
  const times = `opened in ${opened} ms, closed in ${closed} ms, opened again in ${again} ms`;
  test.info().annotations.push({ type: 'measured', description: times });
  console.warn(times);
  // A machine under load is slow now and then; a slow product would be slow every time.
  expect(Math.min(opened, closed, again)).toBeLessThan(ABOUT_A_SECOND_MS);
  expect(Math.max(opened, closed, again)).toBeLessThan(10_000);
  quiet.verify();
  await office.close();
});

test('an open staff queue shows a new proof within five seconds and keeps focus', async ({
  page,
  browser,
}) => {
  const office = await browser.newContext({ baseURL: addresses.site });
  const quiet = watchErrors(office);
  const desk = await office.newPage();
  await enter(desk, STAFF, PATHS.staffQueue);
  const queue = desk.getByRole('list', { name: 'Pending proofs' });
  await expect(queue).toBeAttached({ timeout: 30_000 });
  const button = desk.getByRole('button', { name: 'Import the broker’s list' });
  await button.focus();

  await newGuest(page);
  const traderId = `PO-${crypto.randomUUID().slice(0, 8)}`;
  await fillIn(page, traderId);
  const accepted = page.waitForResponse(
    (response) => response.url().endsWith('/api/proofs') && response.ok(),
  );
  await submit(page);
  await accepted;
  const from = Date.now();
  const row = queue.getByRole('button', { name: traderId });
  await expect(row).toBeVisible({ timeout: 10_000 });
  const took = Date.now() - from;
  test.info().annotations.push({ type: 'measured', description: `shown after ${took} ms` });
  console.warn(`A new proof was shown after ${took} ms`);
  expect(took).toBeLessThan(5000);
  await expect(button).toBeFocused();
  await expect(row).toHaveAttribute('aria-disabled', 'false', { timeout: 30_000 });
  quiet.verify();
  await office.close();
});
