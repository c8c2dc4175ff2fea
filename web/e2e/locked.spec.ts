import type { Page } from '@playwright/test';
import { canUseFeature } from '@quantalgo/contracts/access/access';
import { SCREEN_TABLE } from '../src/app/screenTable';
import { giveAccess } from './support/access';
import { readStoredSignals } from './support/device';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { locateCard, locateHistory } from './support/room';
import { ESSENTIAL, GUEST, liveSuite, newMember, publisher } from './support/suite';
import { recordWire } from './support/wire';

const LOCKED = { tier: 'guest', dashboardUnlocked: false, staff: false } as const;

test.beforeAll(liveSuite);

/** A signal as Firestore names it on the wire. */
const SIGNAL_DOCUMENT = /documents\/signals\//;

async function expectTeaser(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Unlock with funded account' })).toBeVisible();
  await expect(page.getByText('Sample', { exact: true }).first()).toBeVisible();
}

test('a member receives signals over the wire', async ({ page }) => {
  const wire = await recordWire(page);
  await enter(page, ESSENTIAL);
  await expect(locateHistory(page).first()).toBeVisible();
  const { signal } = await (await publisher).publish();
  await expect(locateCard(page, signal)).toBeVisible();
  expect(wire.received()).toMatch(SIGNAL_DOCUMENT);
  expect(wire.received()).toContain(`documents/signals/${signal.id}`);
  expect(wire.sent.join('\n')).toContain('"collectionId":"signals"');
});

test('a guest sees the teaser and receives no signals over the wire', async ({ page }) => {
  const wire = await recordWire(page);
  await enter(page, GUEST);
  await expectTeaser(page);
  await expect.poll(wire.received).toContain(`documents/users/${GUEST.uid}`);
  const { signal } = await (await publisher).publish();
  await page.goto('/dashboard');
  await expect(page.getByText('Unlock to prevent loss of access to dashboard')).toBeVisible();
  await expect.poll(wire.received).toContain(`documents/users/${GUEST.uid}`);
  expect(wire.received()).not.toMatch(SIGNAL_DOCUMENT);
  expect(wire.received()).not.toContain(signal.id);
  const sent = wire.sent.join('\n');
  expect(sent).not.toContain('/api/signals');
  expect(sent).not.toContain('"collectionId":"signals"');
  expect(await readStoredSignals(page, GUEST.uid)).toEqual([]);
});

test('every teaser shows the activation prompt when scrolled on a desktop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enter(page, GUEST);
  for (const { path } of SCREEN_TABLE.filter(({ feature }) => !canUseFeature(feature, LOCKED))) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Set up my account' })).toBeVisible();
    await page.mouse.wheel(0, 2000);
    await expect(
      page.getByRole('heading', { name: 'ELITE CONTENT - ACTIVATION REQUIRED' }),
    ).toBeVisible();
  }
});

test('access changes unlock, widen, narrow and lock the page without a new login', async ({
  page,
}) => {
  const member = await newMember(GUEST);
  const { uid } = member;
  await enter(page, member);
  await expectTeaser(page);

  const audiences = async () =>
    [...new Set((await readStoredSignals(page, uid)).map(({ audience }) => audience))].sort();
  await giveAccess(uid, 'starter');
  await expect(locateHistory(page).first()).toBeVisible();
  await expect(page.getByText('Starter Node')).toBeVisible();
  await expect.poll(audiences).toEqual(['basic']);

  await giveAccess(uid, 'essential');
  await expect(page.getByText('Essential Node')).toBeVisible();
  await expect.poll(audiences).toEqual(['basic', 'order-flow']);

  await giveAccess(uid, 'starter');
  await expect.poll(audiences).toEqual(['basic']);

  await giveAccess(uid, 'guest');
  await expectTeaser(page);
  await expect.poll(audiences).toEqual([]);
});
