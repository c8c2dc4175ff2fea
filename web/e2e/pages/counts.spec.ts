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
