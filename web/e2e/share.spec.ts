import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectAccessible } from './support/axe';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { enter, logIn } from './support/login';
import { addresses, GUEST, newMember } from './support/suite';

/** Shares a picture to the app as the system does for another app: it posts a form to the app's address for that. */
const share = (page: Page, name: string, site = '') =>
  page.evaluate(
    async ({ name: file, site: to }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 300 });
      canvas.getContext('2d')?.fillRect(10, 10, 200, 200);
      const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done));
      const files = new DataTransfer();
      files.items.add(new File([picture ?? ''], file, { type: 'image/png' }));
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'image' });
      input.files = files.files;
      const form = document.createElement('form');
      Object.assign(form, {
        method: 'post',
        action: `${to}/share-target`,
        enctype: 'multipart/form-data',
      });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { name, site },
  );

/** The prompt to use a shared picture. */
const getPrompt = (page: Page, name: string) =>
  page.getByRole('status').filter({ hasText: `You shared ${name} from another app` });

const take = (page: Page, name: string) =>
  getPrompt(page, name).getByRole('button', { name: 'Use it', exact: true }).click();

const preview = (page: Page, name: string) => page.getByAltText(`Preview of ${name}`);

test(
  'a screenshot shared from another app reaches the proof form, after a login and offline',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await newMember(GUEST);
    await page.goto(PATHS.login);
    await readyForOffline(page);
    await share(page, 'first.png');
    await expect(page).toHaveURL(PATHS.login);
    await logIn(page, member.email);
    await expect(page).toHaveURL(PATHS.linkTrader);
    await expect(getPrompt(page, 'first.png')).toBeInViewport();
    await expect(preview(page, 'first.png')).toBeHidden();
    await expectAccessible(page);
    await take(page, 'first.png');
    await expect(preview(page, 'first.png')).toBeVisible();

    await readyForOffline(page);
    await context.setOffline(true);
    await share(page, 'refused.png');
    await expect(preview(page, 'first.png')).toBeVisible();
    await getPrompt(page, 'refused.png').getByRole('button', { name: 'Don’t use it' }).click();
    await share(page, 'second.png');
    await take(page, 'second.png');
    await expect(getPrompt(page, 'refused.png')).toBeHidden();
    await expect(preview(page, 'second.png')).toBeVisible();
    await expect(page).toHaveURL(PATHS.linkTrader);
  },
);

test('a page of another site can’t share a file to the form', WITH_WORKER, async ({ page, quiet }) => {
  quiet.allow(/foreign\.test/);
  const member = await newMember(GUEST);
  await enter(page, member, PATHS.linkTrader);
  await readyForOffline(page);
  await page.route('http://foreign.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Foreign</title>' }),
  );
  await page.goto('http://foreign.test/');
  await share(page, 'attacker.png', addresses.site);
  await expect(page).toHaveURL((url) => url.pathname === PATHS.linkTrader);
  await expect(page.getByLabel('Trader ID')).toBeVisible();
  await expect(getPrompt(page, 'attacker.png')).toBeHidden();
});
