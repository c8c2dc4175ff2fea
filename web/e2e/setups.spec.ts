import { randomUUID } from 'node:crypto';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { BUCKET } from '@quantalgo/tools/suite/ports';
import { buildWaitingSetup } from '../../functions/test/storedSubmissions';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { createPdf } from './support/pdf';
import { addresses, GUEST, newMember, seededSuite, services, STAFF } from './support/suite';

test.beforeAll(seededSuite);

/** Stores a pending account setup with this file as its proof. */
async function storePendingSetup(account: string, bytes: Buffer): Promise<void> {
  const { uid } = await newMember(GUEST);
  const id = randomUUID();
  const file = `setupProofs/${uid}/${id}`;
  const url = `${addresses.storage}/v0/b/${BUCKET}/o?name=${encodeURIComponent(file)}`;
  const type = 'application/pdf';
  const edge = randomUUID();
  const metadata = JSON.stringify({ name: file, contentType: type });
  const head = `--${edge}\r\ncontent-type: application/json\r\n\r\n${metadata}\r\n--${edge}\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--`)]);
  // As the server, which stores the files that passed inspection.
  const headers = {
    authorization: 'Bearer owner',
    'content-type': `multipart/related; boundary=${edge}`,
    'x-goog-upload-protocol': 'multipart',
  };
  const stored = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  expect(stored.status).toBe(200);
  const setup = buildWaitingSetup({ id, uid, at: Date.now() }, account);
  await services.database.doc(`setups/${id}`).set(setup);
}

test('staff see a PDF as page images, and an error if it can’t be drawn', async ({ page }) => {
  await storePendingSetup('PO-7001', createPdf(['Deposit of $500', 'Second page']));
  await storePendingSetup('PO-7002', Buffer.from('%PDF-1.7\nnothing of a document\n%%EOF'));
  await enter(page, STAFF, PATHS.staffSetups);
  const waiting = page.getByRole('list', { name: 'Pending account setups' });
  await waiting.getByRole('button', { name: /PO-7001/ }).click();
  const first = page.getByRole('img', { name: /, page 1$/ });
  await expect(first).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  const getSize = (image: HTMLElement | SVGElement) =>
    image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : [];
  expect(await first.evaluate(getSize)).toEqual([1414, 2000]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('img', { name: /, page 2$/ })).toBeVisible();
  const next = page.getByRole('button', { name: 'Next page' });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(page.locator('a[download], a[href^="blob:"], iframe, embed, object')).toHaveCount(0);
  await page.getByRole('button', { name: /^Back to the queue/ }).click();
  await waiting.getByRole('button', { name: /PO-7002/ }).click();
  await expect(page.getByText(/^This page of the PDF could not be shown/)).toBeVisible();
});
