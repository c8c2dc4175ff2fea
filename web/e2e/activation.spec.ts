import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectAccessible } from './support/axe';
import { giveAccess } from './support/access';
import { expect, test, WITH_WORKER } from './support/journey';
import { enter } from './support/login';
import { confirm, newAddress, register } from './support/signUp';
import { storeProof } from './support/storedProof';
import { GUEST, newMember, readProofs, seededSuite, services } from './support/suite';
import { fillIn, proofCard, submit } from './support/traderProof';
import type { Account } from '@quantalgo/tools/suite/accounts';

test.beforeAll(seededSuite);

const PHONE = { width: 390, height: 844 };

const checklist = (page: Page) => page.getByRole('region', { name: 'Activate your account' });

/** The home screen has no call to action: the member has nothing to do. */
const expectNoAction = (page: Page) =>
  expect(page.getByRole('main').locator('a.bg-action, button.bg-action')).toHaveCount(0);

test(
  'a phone user gets from sign-up to an unlocked dashboard despite an interrupted upload',
  WITH_WORKER,
  async ({ page, quiet }) => {
    test.setTimeout(240_000);
    quiet.allow(/Failed to load resource/);
    await page.setViewportSize(PHONE);
    const email = newAddress();
    await register(page, email);
    await confirm(page, email);
    await page.route('**/v0/b/**', (route) => route.abort());
    await fillIn(page, 'PO-6001');
    await submit(page);
    await page.getByRole('link', { name: 'Continue to dashboard' }).click();
    await expect(page.getByText(/^Proof is (waiting for a connection|being sent)$/)).toBeVisible();
    await expect(page.getByText('Paused while your submission is being sent')).toBeVisible();
    await page.unroute('**/v0/b/**');
    await expect(page.getByText('Proof sent', { exact: true })).toBeVisible({ timeout: 90_000 });
    await expect(proofCard(page)).toContainText('Proof in review since');
    await expect(proofCard(page)).toContainText('tomorrow');
    await expect(page.getByText('Paused while we check your submission')).toBeVisible();
    await expectNoAction(page);
    await expectAccessible(page);

    const [proof] = await readProofs(email);
    expect(proof).toMatchObject({ traderId: 'PO-6001' });
    const members = services.database.collection('users').where('email', '==', email);
    const [member] = (await members.get()).docs;
    await giveAccess(member?.id ?? '', 'starter');
    await expect(page.getByRole('heading', { name: 'Control Center' })).toBeVisible();
  },
);

const reportDeposit = ({ uid }: Account, deposited: number) =>
  services.database.doc(`users/${uid}`).update({
    broker: { traderId: 'PO-6002', registeredAt: null, depositedAt: null, deposited },
  });

const STATES = [
  {
    name: 'nothing sent',
    prepare: () => Promise.resolve(),
    home: 'Open broker account',
    link: 'Submit for verification',
  },
  {
    name: 'account reported by the broker',
    prepare: (member: Account) => reportDeposit(member, 0),
    home: 'I’ve funded my account',
    link: 'confirmed your account PO-6002',
  },
  {
    name: 'funded account',
    prepare: (member: Account) => reportDeposit(member, 120),
    home: 'Send the proof',
    link: 'confirmed your account PO-6002',
  },
  {
    name: 'proof in review',
    prepare: ({ uid }: Account) => storeProof(uid, Date.now()),
    home: 'Proof in review since',
    link: 'Proof in review since',
  },
  {
    name: 'rejected proof',
    prepare: ({ uid }: Account) =>
      storeProof(uid, Date.now(), { state: 'rejected', reason: 'The balance is not in it' }),
    home: 'The balance is not in it.',
    link: 'The balance is not in it',
  },
] as const;

for (const { name, prepare, home, link } of STATES)
  test(`every screen shows a returning guest the next step: ${name}`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    const member = await newMember(GUEST);
    await prepare(member);
    await enter(page, member, PATHS.dashboard);
    await expect(checklist(page)).toContainText(home);
    await expectAccessible(page);
    for (const path of [PATHS.upgrade, PATHS.accountSetup]) {
      await page.goto(path);
      await expect(page.getByRole('region', { name: 'Your activation' })).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto(PATHS.dashboard);
    await expect(checklist(page)).toContainText(home);
    await page.goto(PATHS.linkTrader);
    await expect(page.getByRole('main')).toContainText(link);
    await expectAccessible(page);
  });
