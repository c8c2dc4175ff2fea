import type { Locator, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { enter } from './support/login';
import { locateCard, enterLiveRoom, expectLive } from './support/room';
import { addresses, liveSuite, publisher } from './support/suite';

test.beforeAll(liveSuite);

async function savePairPayout(page: Page, pair: string, percent: number): Promise<void> {
  await page.goto(`${PATHS.settings}#payout`);
  const field = page.getByLabel('Pairs with a different payout');
  await field.fill(`${pair} ${percent}`);
  const save = page.getByRole('button', { name: 'Save payout' });
  await save.click();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
}

async function expectPayout(card: Locator, percent: number, needed: string): Promise<void> {
  await expect(card.getByText(`breaks even at ${needed}%`).first()).toBeVisible();
  await expect(card.getByText(new RegExp(`your ${percent}% payout`)).first()).toBeVisible();
}

test(
  'a pair’s payout sets its signals’ break-even, offline and on the member’s other devices',
  WITH_WORKER,
  async ({ page, context, browser, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await enterLiveRoom(page);
    const { signal } = await (await publisher).publish();
    await expectPayout(locateCard(page, signal), 80, '55.6');
    await savePairPayout(page, signal.pair, 92);
    await page.goto(PATHS.signals);
    await expectPayout(locateCard(page, signal), 92, '52.1');

    const other = await (await browser.newContext({ baseURL: addresses.site })).newPage();
    await enter(other, member);
    await expectPayout(locateCard(other, signal), 92, '52.1');

    await readyForOffline(page);
    await context.setOffline(true);
    await page.reload();
    await expectPayout(locateCard(page, signal), 92, '52.1');
    await savePairPayout(page, signal.pair, 70);
    await page.goto(PATHS.signals);
    await expectPayout(locateCard(page, signal), 70, '58.8');

    await context.setOffline(false);
    await expectLive(page);
    await expect(async () => {
      await other.reload();
      await expectPayout(locateCard(other, signal), 70, '58.8');
    }).toPass();
    await other.context().close();
  },
);
