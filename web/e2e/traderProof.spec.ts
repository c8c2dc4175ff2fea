import { PATHS } from '@quantalgo/contracts/core/paths';
import { NOT_AN_IMAGE, TOO_MANY_PIXELS } from '@quantalgo/contracts/submissions/submission';
import { expectAccessible } from './support/axe';
import { everythingKept, readyForOffline } from './support/device';
import { faultRow } from './support/faultRow';
import { blackPng, pngHeader } from './support/hugePng';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { readProofs, seededSuite, services } from './support/suite';
import {
  choose,
  expectChosenKept,
  fillIn,
  newGuest,
  proofCard,
  screenshot,
  submit,
} from './support/traderProof';

test.beforeAll(seededSuite);

const SUBMITTED = /^Trader ID verification submitted successfully!/;

test(
  'the dashboard shows why a proof was rejected, also offline, until another is approved',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const { email } = await newGuest(page);
    const { buffer, ...file } = await screenshot(page);
    // A valid picture with HTML appended, which only the server detects.
    const polyglot = { ...file, buffer: Buffer.concat([buffer, Buffer.from('<script>alert(1)')]) };
    await fillIn(page, 'PO-5001', polyglot);
    await submit(page);
    await expect(page.getByText(SUBMITTED)).toBeVisible();
    await expect(page).toHaveURL(PATHS.dashboard);
    const card = proofCard(page);
    await expect(card).toContainText('Your proof was not accepted');
    await expect(card).toContainText(NOT_AN_IMAGE);
    await expectAccessible(page);

    await readyForOffline(page);
    await context.setOffline(true);
    await page.reload();
    await expect(card).toContainText(NOT_AN_IMAGE);
    await context.setOffline(false);

    await card.getByRole('link', { name: 'Send another' }).click();
    await fillIn(page, 'PO-5001');
    await submit(page);
    await expect(page).toHaveURL(PATHS.dashboard);
    await expect(card).toContainText('Proof in review since');
    await expect
      .poll(async () => (await readProofs(email)).map(({ state }) => state).sort())
      .toEqual(['rejected', 'waiting']);
    const waiting = services.database.collection('proofs').where('state', '==', 'waiting');
    const own = (await waiting.get()).docs.find(
      (document) => document.get('traderId') === 'PO-5001',
    );
    await own?.ref.update({ state: 'approved', approvedAs: 'starter' });
    await expect(card).toContainText('Your proof is approved');
  },
);

test(
  'an unsent proof survives a reload and is deleted when skipped',
  WITH_WORKER,
  async ({ page }) => {
    await newGuest(page);
    await fillIn(page, 'PO-5002');
    await expectChosenKept(page);
    await page.reload();
    await expect(page.getByAltText('Preview of account.png')).toBeVisible();
    await expect(page.getByLabel('Trader ID')).toHaveValue('PO-5002');
    await page.getByRole('link', { name: 'Skip for Now' }).click();
    await expect(page).toHaveURL(PATHS.dashboard);
    await page.getByRole('link', { name: 'I already have an account' }).click();
    await expect(page.getByLabel('Trader ID')).toHaveValue('');
    await expect(page.getByText('Choose a screenshot')).toBeVisible();
    await expect.poll(() => everythingKept(page)).not.toContain('account.png');
  },
);

test('a 30,000 × 30,000 pixel picture is rejected with an error, and the form still works', async ({
  page,
}) => {
  await newGuest(page);
  await page.getByLabel('Trader ID').fill('PO-5003');
  const file = { name: 'account.png', mimeType: 'image/png' };
  for (const buffer of [pngHeader(30_000), blackPng(30_000)]) {
    await choose(page, { ...file, buffer });
    await expect(page.getByText(TOO_MANY_PIXELS)).toBeVisible();
    await choose(page, { ...file, buffer: Buffer.from('<!doctype html><p>no picture') });
    await expect(page.getByText(NOT_AN_IMAGE)).toBeVisible();
  }
  await expect(page.getByAltText('Preview of account.png')).toHaveCount(0);
  await choose(page, await screenshot(page));
  await expect(page.getByAltText('Preview of account.png')).toBeVisible();
});

test(
  'logging out lists unsent work and asks before deleting it',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const { uid, email } = await newGuest(page);
    await readyForOffline(page);
    await context.setOffline(true);
    await fillIn(page, 'PO-5004');
    await submit(page);
    await expect(page.getByText(/^Saved on this device\. You are offline/)).toBeVisible();
    await page.getByRole('link', { name: 'Continue to dashboard' }).click();
    await expect(proofCard(page)).toContainText('Your proof is waiting to be sent');

    const dialog = page.getByRole('dialog', { name: 'Log out' });
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(dialog).toContainText('Your proof and screenshot for trader ID PO-5004');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(dialog).toBeHidden();
    await expect(proofCard(page)).toBeVisible();

    await page.getByRole('button', { name: 'Log out' }).click();
    await dialog.getByRole('button', { name: 'Log out and delete' }).click();
    await expect(page).toHaveURL(PATHS.landing);
    const stored = await everythingKept(page);
    expect(stored).not.toContain(uid);
    expect(stored).not.toContain('PO-5004');
    expect(await readProofs(email)).toEqual([]);
  },
);

const TABS = faultRow(
  'Two more tabs',
  'A proof with its picture was pending offline, then three tabs came back online at once',
  'One request, one proof on the server, and every tab shows it',
);
test(
  'three tabs that come back online at once send a proof once',
  TABS,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const { email } = await newGuest(page);
    await readyForOffline(page);
    const submitted: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/proofs')
        submitted.push(request.url());
    });
    await context.setOffline(true);
    await fillIn(page, 'PO-5005');
    await submit(page);
    await expect(page.getByText(/^Saved on this device\. You are offline/)).toBeVisible();
    const others = [await context.newPage(), await context.newPage()];
    for (const other of others) {
      await other.goto(PATHS.dashboard);
      await expect(proofCard(other)).toContainText('Your proof is waiting to be sent');
    }
    await context.setOffline(false);
    await expect(page.getByText(SUBMITTED)).toBeVisible();
    for (const other of others)
      await expect(proofCard(other)).toContainText('Proof in review since');
    expect(await readProofs(email)).toMatchObject([{ traderId: 'PO-5005' }]);
    expect(submitted).toHaveLength(1);
  },
);

const KEEPS_NOTHING = faultRow(
  'IndexedDB missing, something to send',
  'A proof was submitted offline, then the network came back',
  'The page asks to be kept open, and the proof arrives once',
);
test(
  'a browser without storage asks to keep the page open and still sends the proof',
  KEEPS_NOTHING,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await page.addInitScript(() =>
      Object.defineProperty(window, 'indexedDB', { value: undefined }),
    );
    const { email } = await newGuest(page);
    await expect(page.getByLabel('Trader ID')).toBeVisible();
    await fillIn(page, 'PO-5006');
    await context.setOffline(true);
    await submit(page);
    await expect(
      page.getByText(/This browser can’t save anything, so keep this page open\.$/),
    ).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(SUBMITTED)).toBeVisible();
    expect(await readProofs(email)).toMatchObject([{ traderId: 'PO-5006' }]);
  },
);
