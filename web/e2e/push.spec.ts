import { PATHS, signalPath, slotStartOfId } from '@quantalgo/contracts';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { inBrowserOf, withProfile } from './support/ownBrowser';
import { clickNotification, notificationsOn, pushBrowser } from './support/push';
import { newMember, publishedIds, seededSuite, services, STARTER } from './support/suite';

test.beforeAll(seededSuite);

const devicesOf = async (uid: string) =>
  (await services.database.collection('pushSubscriptions').where('uid', '==', uid).get()).size;

test('a member turns notifications on, sees how fast they come, and a click leads the open window to the signal', () =>
  withProfile((folder) =>
    inBrowserOf(folder, async (context, page) => {
      const browser = await pushBrowser(context, page);
      const member = await newMember(STARTER);
      await enter(page, member, PATHS.settings);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.getByRole('button', { name: 'Turn on notifications' }).click();
      await page.getByRole('button', { name: 'Send me a test' }).click();

      await expect.poll(() => browser.service.received.length, { timeout: 30_000 }).toBe(1);
      await browser.deliver(browser.service.received[0]?.payload);
      await expect(page.getByText(/^Shown \d+\.\d s after you asked for it/)).toBeVisible();
      expect(await notificationsOn(page)).toEqual([
        'Notifications reach this device: This is the test that you asked for.',
      ]);

      const [slot = ''] = await publishedIds(['basic']);
      await browser.deliver({
        ...browser.service.received[0]?.payload,
        ...{ id: slot, event: 'signal', title: 'EUR/USD CALL', body: 'Enter now', receipt: null },
        ...{ to: signalPath(slot), until: slotStartOfId(slot) },
      });
      const late = 'EUR/USD CALL · expired';
      await expect
        .poll(() => notificationsOn(page))
        .toContain(`${late}: Expired: don’t enter. The result is in your history.`);
      await clickNotification(context, late);
      await expect(page).toHaveURL(signalPath(slot));

      await page.goBack();
      await page.getByRole('button', { name: 'Turn off', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
      expect(await devicesOf(member.uid)).toBe(0);
      await browser.close();
    }),
  ));
