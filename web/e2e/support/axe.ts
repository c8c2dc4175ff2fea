import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** WCAG 2.2 up to level AA, and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');

/** The minified axe, because each page parses it again in half the time. */
const axeSource = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails if the page breaks an accessibility rule. */
export async function expectAccessible(page: Page): Promise<void> {
  // Checking other frames would need another page and another run of axe for each.
  expect(page.frames()).toHaveLength(1);
  const axe = new AxeBuilder({ page, axeSource })
    // None of these rules needs the style sheets to be fetched again.
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .withTags(RULES)
    .setLegacyMode();
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) })),
  ).toEqual([]);
}
