import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test } from './support/journey';
import { logIn } from './support/login';
import { GUEST, newMember } from './support/suite';

/** Shares a picture to the app as the system does for another app: it posts a form to the app's address for that. */
const share = (page: Page, name: string) =>
  page.evaluate(async (file) => {
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
      action: '/share-target',
      enctype: 'multipart/form-data',
    });
    form.append(input);
    document.body.append(form);
    form.submit();
  }, name);

const preview = (page: Page, name: string) => page.getByAltText(`Preview of ${name}`);

test('a screenshot that another app shares is in the proof’s form, after a login and offline', async ({
  page,
  context,
  quiet,
}) => {
  quiet.allow(...NO_SERVER);
  const member = await newMember(GUEST);
  await page.goto(PATHS.login);
  await readyForOffline(page);
  await share(page, 'first.png');
  await expect(page).toHaveURL(PATHS.login);
  await logIn(page, member.email);
  await expect(page).toHaveURL(PATHS.linkTrader);
  await expect(preview(page, 'first.png')).toBeVisible();

  await readyForOffline(page);
  await context.setOffline(true);
  await share(page, 'second.png');
  await expect(preview(page, 'second.png')).toBeVisible();
  await expect(page).toHaveURL(PATHS.linkTrader);
});
