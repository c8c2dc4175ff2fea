import { appendFile, writeFile } from 'node:fs/promises';
import { expect, test } from './support/journey';
import { AVIF, CMYK_JPEG, drawHistory, HEIC } from './support/files';
import { readProofs, seededSuite, storedProof } from './support/suite';
import { choose, newGuest, submit } from './support/traderProof';

test.beforeAll(seededSuite);

const SUBMITTED = /^Trader ID verification submitted successfully!/;

/** Reads a JPEG's size from its start-of-frame segment. */
function jpegSize(bytes: Buffer): { width: number; height: number } {
  let at = 2;
  while (![0xc0, 0xc1, 0xc2].includes(bytes[at + 1] ?? 0)) at += 2 + bytes.readUInt16BE(at + 2);
  return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
}

test('a long screenshot without an extension or type is stored at its full size', async ({
  page,
}) => {
  const { email } = await newGuest(page);
  await page.getByLabel('Trader ID').fill('PO-5101');
  const buffer = await drawHistory(page, { width: 1080, height: 11_000, type: 'image/jpeg' });
  await expect(page.getByLabel('Screenshot')).not.toHaveAttribute('accept');
  await choose(page, { name: '1000023456', mimeType: 'application/octet-stream', buffer });
  await expect(page.getByAltText('Preview of 1000023456')).toBeVisible();
  await submit(page);
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  await expect
    .poll(async () => (await readProofs(email)).map(({ state }) => state))
    .toEqual(['waiting']);
  expect(jpegSize(await storedProof(email))).toEqual({ width: 1080, height: 11_000 });
});

test('a file is sent even if it changes on disk after it was chosen', async ({ page }, info) => {
  const { email } = await newGuest(page);
  await page.getByLabel('Trader ID').fill('PO-5102');
  const path = info.outputPath('moved.jpg');
  await writeFile(path, await drawHistory(page, { width: 600, height: 900, type: 'image/jpeg' }));
  await page.getByLabel('Screenshot').setInputFiles(path);
  await expect(page.getByAltText('Preview of moved.jpg')).toBeVisible();
  await appendFile(path, 'x');
  await submit(page);
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  await expect
    .poll(async () => (await readProofs(email)).map(({ state }) => state))
    .toEqual(['waiting']);
});

test('files are accepted by content, not type, and unreadable ones get a specific error', async ({
  page,
}) => {
  const { email } = await newGuest(page);
  await page.getByLabel('Trader ID').fill('PO-5103');
  const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
  const preview = page.getByAltText(/^Preview of/);
  await choose(page, named('photo.png', HEIC));
  await expect(
    page.getByText(
      'This is a HEIC photo, which this browser can’t open. Take a screenshot of it, or save it as a JPG.',
    ),
  ).toBeVisible();
  await choose(page, named('zero.png', Buffer.alloc(0)));
  await expect(page.getByText('This file is empty.')).toBeVisible();
  await expect(preview).toHaveCount(0);
  await choose(page, named('avif.png', AVIF));
  await expect(preview).toHaveAccessibleName('Preview of avif.png');
  const webp = await drawHistory(page, { width: 300, height: 300, type: 'image/webp' });
  await choose(page, named('webp.png', webp));
  await expect(preview).toHaveAccessibleName('Preview of webp.png');
  await choose(page, named('print.png', CMYK_JPEG));
  await expect(preview).toHaveAccessibleName('Preview of print.png');
  await submit(page);
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  await expect
    .poll(async () => (await readProofs(email)).map(({ state }) => state))
    .toEqual(['waiting']);
});
