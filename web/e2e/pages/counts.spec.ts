import { expect } from '@playwright/test';
import {
  COUNTED_SCREENS,
  countOn,
  MAX_LAYOUT_SHIFT,
  PHONE,
  readLayoutShift,
  recordLayoutShift,
} from './counts';
import { test } from './people';
import { PLACES } from './places';
import { addresses } from '../support/suite';
import { expectSettled } from './visit';

for (const { path, role, first, two, words, height } of COUNTED_SCREENS)
  test(`${path} shows a ${role} at most ${first} figures on one screen, ${two} on two`, async ({
    browserFor,
  }) => {
    const page = await (await browserFor(role)).newPage();
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await recordLayoutShift(page);
    await page.goto(path);
    await expectSettled(page);
    const counts = await countOn(page);
    const shift = await readLayoutShift(page);
    process.stdout.write(
      `${path} ${role}: ${counts.first.length} and ${counts.two.length} figures, ${counts.words} words, ${counts.height} px, shift ${shift.toFixed(3)}; ${counts.two.join(' ')}\n`,
    );
    expect.soft(counts.first.length).toBeLessThanOrEqual(first);
    expect.soft(counts.two.length).toBeLessThanOrEqual(two);
    expect.soft(counts.words).toBeLessThanOrEqual(words ?? Infinity);
    expect.soft(counts.height).toBeLessThanOrEqual(height ?? Infinity);
    expect.soft(shift).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    expect.soft(counts.smallTargets).toEqual([]);
    await page.close();
  });

/** What only a device that was here before has in its local storage. */
const STORED_KEYS = /^quantalgo\.(contact|clock|screen)/;

/** Late answers arrive after a screen looks complete. */
const LATE_MS = 1500;

for (const role of ['guest', 'starter', 'essential', 'staff'] as const)
  for (const { path, access } of PLACES)
    if (access === (role === 'staff' ? 'staff' : 'member'))
      test(`${path} doesn’t move on a ${role}’s first visit`, async ({ browser, browserFor }) => {
        const storageState = await (await browserFor(role)).storageState();
        for (const origin of storageState.origins)
          origin.localStorage = origin.localStorage.filter(({ name }) => !STORED_KEYS.test(name));
        const context = await browser.newContext({
          baseURL: addresses.site,
          serviceWorkers: 'block',
          storageState,
          viewport: PHONE,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await recordLayoutShift(page);
        await page.goto(path);
        await expectSettled(page);
        await page.waitForTimeout(LATE_MS);
        const shift = await readLayoutShift(page);
        process.stdout.write(`${path} ${role}: shift ${shift.toFixed(3)}\n`);
        expect(shift).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
        await context.close();
      });
