import { expect, type BrowserContext, type Page } from '@playwright/test';
import { canUseFeature } from '@quantalgo/contracts/access/access';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SCREEN_TABLE, type ScreenRow } from '../../src/app/screenTable';
import { expectAccessible } from '../support/axe';
import type { Case } from './cases';
import { watchFaults } from './faults';
import { ACCOUNT_OF } from './people';
import { getArrivalPath, titleAt } from './places';

const HEIGHTS = { 390: 844, 1280: 800 };
/** Text that screens show while they load. */
const WAITING =
  /^(.*can’t be loaded right now\.|Loading.*|Connecting|Verifying .*|Initializing .*)$/;

/** Waits until the page has loaded completely. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByText(WAITING).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expect(page.locator('[aria-busy=true], main [data-loading]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Applies the app's font, which a first visit does without if it loads too late. */
export const applyAppFont = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.load('1rem "Inter Variable"');
    const file = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('.woff2'));
    if (!file) throw new Error('The page has no font');
    const face = new FontFace('Inter Variable', `url(${file.name})`, { weight: '100 900' });
    document.fonts.add(await face.load());
    await document.fonts.ready;
  });

/** Follows the screen's link in the sidebar, the phone's bar, or behind More. */
async function follow(page: Page, screen: ScreenRow, { width }: Case, locked: boolean) {
  const name = (label: string) => (locked ? `${label} (locked)` : label);
  if (width >= 1024)
    return page.getByRole('link', { name: name(screen.label), exact: true }).click();
  if (screen.barLabel !== undefined)
    return page.getByRole('link', { name: name(screen.barLabel), exact: true }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  return page
    .getByRole('dialog')
    .getByRole('link', { name: name(screen.label) })
    .click();
}

/** Navigates to a screen from another one. @returns the path at which that ends */
async function navigate(page: Page, visit: Case): Promise<string> {
  const { place, role } = visit;
  const screen = SCREEN_TABLE.find(({ path }) => path === place.path);
  if (!screen || role === 'visitor') throw new Error(`No bar leads a ${role} to ${place.path}`);
  const locked = !canUseFeature(screen.feature, ACCOUNT_OF[role]);
  await page.goto(place.path === PATHS.dashboard ? PATHS.signals : PATHS.dashboard);
  await expectSettled(page);
  await follow(page, screen, visit, locked);
  return locked ? PATHS.dashboard : place.path;
}

async function open(page: Page, visit: Case): Promise<string> {
  if (visit.by === 'navigation') return navigate(page, visit);
  await page.goto(visit.place.path);
  return getArrivalPath(visit.place, visit.role);
}

/** The page's width and the elements that overflow it, if it scrolls sideways. */
export const listOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const elements = [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => `${element.tagName}.${element.className} beyond ${clientWidth} px`);
    return [`${scrollWidth} px of ${clientWidth} px`, ...elements];
  });

/** Opens a case: it must reach its path, load without faults, not overflow, and be accessible. */
export async function expectSound(context: BrowserContext, visit: Case): Promise<void> {
  const page = await context.newPage();
  try {
    const { role, width, theme } = visit;
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const faults = watchFaults(page, role);
    const arrival = await open(page, visit);
    await expect(page).toHaveURL((url) => url.pathname === arrival);
    await expect(page).toHaveTitle(titleAt(arrival, role));
    await expectSettled(page);
    expect(await listOverflow(page)).toEqual([]);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  } finally {
    await page.close();
  }
}
