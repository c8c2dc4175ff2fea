import { chromium } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import { requireChromium } from '../../emulators/install';
import { CHROMIUM_FLAGS } from '../../emulators/chromiumFlags';
import { linesWith } from '../suite/command';
import { addressesOf } from '../suite/environment';
import { onOwnSuite } from '../suite/suite';
import { type Offset, portsAt } from '../suite/ports';
import { BLANK_PATH, withBlankPage } from './blankPage';
import { coldLoad, type Load } from './coldLoad';
import { percentile } from './percentile';
import { type Figure, type Section } from './section';

const ROUNDS = 9;
const PAGES = { blank: BLANK_PATH, landing: PATHS.landing, login: PATHS.login };
/** Blocking that nobody feels, in ms, whatever the blank page does. */
const UNFELT_MS = 50;

type Page = keyof typeof PAGES;
type Medians = Readonly<Record<Page, Load>>;
type Limits = Partial<Record<keyof Load, number>>;

/** How much of the blank page's each may take; the layout may not shift at all. */
const LIMITS: Record<Exclude<Page, 'blank'>, Limits> = {
  landing: { script: 1, fcp: 1.1, lcp: 1.1, tbt: 1.2, cls: 0 },
  login: { script: 1.8, fcp: 1.1, cls: 0 },
};

const MEASURES = {
  script: { name: 'JavaScript', unit: 'kB', digits: 1, scale: 1 / 1000 },
  fcp: { name: 'FCP', unit: 'ms', digits: 0, scale: 1 },
  lcp: { name: 'LCP', unit: 'ms', digits: 0, scale: 1 },
  tbt: { name: 'TBT', unit: 'ms', digits: 0, scale: 1 },
  cls: { name: 'CLS', unit: '', digits: 3, scale: 1 },
} as const;
const KEYS = ['script', 'fcp', 'lcp', 'tbt', 'cls'] as const;

function medianOf(loads: readonly Load[]): Load {
  const median = (key: keyof Load) =>
    percentile(
      loads.map((load) => load[key]),
      0.5,
    );
  return {
    script: median('script'),
    fcp: median('fcp'),
    lcp: median('lcp'),
    tbt: median('tbt'),
    // One shift in any load is a shift.
    cls: percentile(
      loads.map(({ cls }) => cls),
      1,
    ),
  };
}

/** Page after page, round after round, so that whatever else the machine does meets all of them alike. */
async function mediansOn(site: string, executablePath: string): Promise<Medians> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const loads: Record<Page, Load[]> = { blank: [], landing: [], login: [] };
  const round = async (keep: boolean) => {
    for (const page of ['blank', 'landing', 'login'] as const) {
      const load = await coldLoad(browser, `${site}${PAGES[page]}`);
      if (keep) loads[page].push(load);
    }
  };
  try {
    // The first calls start the functions' processes.
    await round(false);
    for (let done = 0; done < ROUNDS; done += 1) await round(true);
  } finally {
    await browser.close();
  }
  return {
    blank: medianOf(loads.blank),
    landing: medianOf(loads.landing),
    login: medianOf(loads.login),
  };
}

/** The most that a page may take of something, in its unit. */
function mostOf(key: keyof Load, limit: number, blank: number): number {
  if (key === 'cls') return limit;
  return key === 'tbt' ? Math.max(UNFELT_MS, limit * blank) : limit * blank;
}

/** The figures of all pages: the blank page's own, and each other page's beside it. */
export function figuresOf(medians: Medians): Figure[] {
  const figure = (page: Page, key: keyof Load): Figure => {
    const { name, unit, digits, scale } = MEASURES[key];
    const value = medians[page][key];
    const blank = medians.blank[key];
    const limit = page === 'blank' ? undefined : LIMITS[page][key];
    return {
      name: `${name} of ${PAGES[page]}`,
      value: value * scale,
      unit,
      digits,
      ...(limit !== undefined && { atMost: mostOf(key, limit, blank) * scale }),
      ...(page !== 'blank' && blank > 0 && { beside: `${(value / blank).toFixed(2)} × blank` }),
    };
  };
  return KEYS.flatMap((key) => [
    figure('blank', key),
    figure('landing', key),
    figure('login', key),
  ]);
}

/** What a first visit costs, beside a page that shows nothing. */
export const landing: Section = {
  title: `Cold loads beside a blank React PWA on the same server, ${ROUNDS} of each in turn, CPU 4 × slower, 1.6 Mbit/s, 150 ms: medians`,
  async measure(stopped) {
    const executablePath = await requireChromium(linesWith('  browser: '));
    const medians = await onOwnSuite(stopped, (offset: Offset) =>
      withBlankPage(offset, stopped, () =>
        mediansOn(addressesOf(portsAt(offset)).site, executablePath),
      ),
    );
    return figuresOf(medians);
  },
};
