import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** WCAG 2.2 up to level AA, and what is good practice beyond it. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');

/** The builder's own axe, minified: each page reads it anew, in half the time. */
const axeSource = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with each accessibility rule that the page breaks, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  // Looking into other frames would take a page of its own each time, and axe once more.
  expect(page.frames()).toHaveLength(1);
  const axe = new AxeBuilder({ page, axeSource })
    // Reading style sheets anew serves no rule of these.
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .withTags(RULES)
    .setLegacyMode();
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) })),
  ).toEqual([]);
}
