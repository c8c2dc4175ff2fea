import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { CHROMIUM_FLAGS, requireChromium } from '../../emulators/install';
import { QUIET_VITE } from '../build/site';
import { linesWith, CommandError } from '../suite/command';
import { addressesOf } from '../suite/environment';
import { type Offset, portsAt, suiteFolder } from '../suite/ports';
import { onOwnSuite } from '../suite/suite';
import { lastOf, runLogged, runQuietly } from '../system/childProcess';
import { inRoot } from '../system/root';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 5;

/** Path of the blank page on a suite's site during {@link withBlankPage}. */
export const BLANK_PATH = '/blank/';

const PAGES = [BLANK_PATH, PATHS.landing, PATHS.login];

/** Maximum attempts of a run, which may fail on a busy machine. */
const TRIES = 3;

/** Imperceptible blocking time (ms), allowed whatever the blank page takes. */
const UNFELT_MS = 50;

const category = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});

const reportSchema = z.object({
  categories: z.object({
    performance: category,
    accessibility: category,
    'best-practices': category,
    seo: category,
  }),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.nullable(z.number()),
      numericValue: z.optional(z.number()),
      details: z.optional(z.unknown()),
    }),
  ),
});

const requestsSchema = z.object({
  items: z.array(z.object({ resourceType: z.optional(z.string()), transferSize: z.number() })),
});

type Report = z.infer<typeof reportSchema>;

/** The reports of each page, by its path. */
type Reports = ReadonlyMap<string, readonly Report[]>;

/**
 * Lighthouse's report of a page with the command's defaults: a phone on slow 4G. It contacts no other host: no error
 * reports, no update check.
 */
async function reportOf(
  url: string,
  chromePath: string,
  signal: AbortSignal,
  triesLeft = TRIES,
): Promise<Report> {
  const { code, output } = await runQuietly(
    {
      program: process.execPath,
      args: [
        inRoot(join('node_modules', 'lighthouse', 'cli', 'index.js')),
        url,
        '--output=json',
        '--quiet',
        '--no-enable-error-reporting',
        `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(' ')}`,
      ],
      env: { CHROME_PATH: chromePath, NO_UPDATE_NOTIFIER: '1', CI: '1' },
    },
    signal,
  );
  if (code !== 0 && triesLeft > 1 && !signal.aborted)
    return reportOf(url, chromePath, signal, triesLeft - 1);
  if (code !== 0) throw new CommandError(`Lighthouse failed on ${url}:\n${lastOf(output)}`);
  return reportSchema.parse(JSON.parse(output.slice(output.indexOf('{'))));
}

/** Takes the pages in turn in each round, so that other load on the machine affects all of them alike. */
async function reportsOn(site: string, chromePath: string, stopped: AbortSignal): Promise<Reports> {
  const { note } = linesWith('  lighthouse: ');
  const reports = new Map<string, Report[]>(PAGES.map((path) => [path, []]));
  // The first call of the API starts its process.
  await fetch(`${site}/api/record`);
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const [path, ofPage] of reports) {
      const report = await reportOf(`${site}${path}`, chromePath, stopped);
      ofPage.push(report);
      if (path !== BLANK_PATH) shortfalls(report).forEach((audit) => note(`${path}: ${audit}`));
    }
  return reports;
}

async function runLighthouse(stopped: AbortSignal): Promise<Reports> {
  const chromePath = await requireChromium(linesWith('  browser: '));
  return onOwnSuite(stopped, (offset) =>
    withBlankPage(offset, stopped, () =>
      reportsOn(addressesOf(portsAt(offset)).site, chromePath, stopped),
    ),
  );
}

let reports: Promise<Reports> | undefined;

/** The same runs, shared by both sections. */
const reportsOnce = (stopped: AbortSignal) => (reports ??= runLighthouse(stopped));

/** The categories that must score 100, and their names. */
const WHOLE = { accessibility: 'accessibility', 'best-practices': 'best practices', seo: 'SEO' };

const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;

/** The audits that keep a page from 100 in those categories. */
export const shortfalls = ({ categories, audits }: Report): string[] =>
  CATEGORIES.flatMap((name) => categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`);

const scoresOf = (all: readonly Report[], name: keyof Report['categories']) =>
  all.map(({ categories }) => Math.round(categories[name].score * 100));

/** The scores of a page: its lowest in the categories that must be 100, and its median performance. */
export function scoreFigures(
  path: string,
  all: readonly Report[],
  blank: readonly Report[],
): Figure[] {
  const scores = scoresOf(all, 'performance');
  const performance = {
    name: `performance of ${path}`,
    value: percentile(scores, 0.5),
    unit: '',
    beside: `${Math.min(...scores)} to ${Math.max(...scores)}`,
  };
  if (path === BLANK_PATH) return [performance];
  const whole = CATEGORIES.map((name) => {
    const value = percentile(scoresOf(all, name), 0);
    return { name: `${WHOLE[name]} of ${path}`, value, unit: '', atLeast: 100 };
  });
  return [...whole, { ...performance, atLeast: percentile(scoresOf(blank, 'performance'), 0.5) }];
}

const KEYS = ['script', 'fcp', 'lcp', 'tbt', 'cls'] as const;

type Key = (typeof KEYS)[number];

/** A page's load: bytes of all scripts on the wire, times in ms, and the sum of layout shifts. */
export type Load = Readonly<Record<Key, number>>;

const NAMES: Readonly<Record<Key, Pick<Figure, 'name' | 'unit' | 'digits'>>> = {
  script: { name: 'JavaScript', unit: 'kB', digits: 1 },
  fcp: { name: 'FCP', unit: 'ms' },
  lcp: { name: 'LCP', unit: 'ms' },
  tbt: { name: 'TBT', unit: 'ms' },
  cls: { name: 'CLS', unit: '', digits: 3 },
};

function loadOf({ audits }: Report): Load {
  const value = (id: string) => z.number().parse(audits[id]?.numericValue);
  const { items } = requestsSchema.parse(audits['network-requests']?.details);
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return {
    script: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  };
}

/** Limits as multiples of the blank page's figures; the layout may not shift at all. */
const LIMITS: Readonly<Record<string, Partial<Load>>> = {
  [PATHS.landing]: { script: 1, fcp: 1.1, lcp: 1.1, tbt: 1.2, cls: 0 },
  [PATHS.login]: { script: 1.8, fcp: 1.1, cls: 0 },
};

/** The upper limit of a figure, in its unit. */
function mostOf(key: Key, limit: number, blank: number): number {
  if (key === 'cls') return limit;
  return key === 'tbt' ? Math.max(UNFELT_MS, limit * blank) : limit * blank;
}

/** The loads of all pages: the blank page's medians, and the other pages' relative to them. */
export function loadFigures(loads: ReadonlyMap<string, readonly Load[]>): Figure[] {
  // A shift in any run counts.
  const typical = (path: string, key: Key) =>
    percentile(
      (loads.get(path) ?? []).map((load) => load[key]),
      key === 'cls' ? 1 : 0.5,
    );
  const figure = (path: string, key: Key): Figure => {
    const { name, ...how } = NAMES[key];
    const [value, blank] = [typical(path, key), typical(BLANK_PATH, key)];
    const limit = LIMITS[path]?.[key];
    const scale = key === 'script' ? 1 / 1000 : 1;
    return {
      name: `${name} of ${path}`,
      value: value * scale,
      ...how,
      ...(limit !== undefined && { atMost: mostOf(key, limit, blank) * scale }),
      ...(path !== BLANK_PATH && blank > 0 && { beside: `${(value / blank).toFixed(2)} × blank` }),
    };
  };
  return KEYS.flatMap((key) => PAGES.map((path) => figure(path, key)));
}

/** The cost of a first visit, relative to a blank page. */
export const landing: Section = {
  title: `First visits beside a blank React PWA on the same server, as Lighthouse measures them on a phone over slow 4G, ${ROUNDS} runs of each in turn: medians`,
  async measure(stopped) {
    const all = [...(await reportsOnce(stopped))];
    return loadFigures(new Map(all.map(([path, ofPage]) => [path, ofPage.map(loadOf)])));
  },
};

/** Lighthouse's scores of the pages where visitors arrive, relative to a blank page. */
export const lighthouse: Section = {
  title: `Lighthouse's scores on a phone over slow 4G, ${ROUNDS} runs of each page in turn: the least of three categories, the median of performance`,
  async measure(stopped) {
    const all = await reportsOnce(stopped);
    const blank = all.get(BLANK_PATH) ?? [];
    return [...all].flatMap(([path, ofPage]) => scoreFigures(path, ofPage, blank));
  },
};

const FILES = ['blank', 'blank-sw.js', join('assets', 'blank')];

/**
 * Runs `work` while the site of the suite at this offset also has a blank React page, built with the same tools and so
 * served by the same server with the same headers.
 * @throws CommandError with the last lines of the log if the build fails
 */
export async function withBlankPage<T>(
  offset: Offset,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const { site, logs } = suiteFolder(offset);
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const config = join('build', 'blank', 'vite.config.ts');
  try {
    await runLogged(
      'Building the blank page',
      {
        program: process.execPath,
        args: [vite, 'build', '--config', config, '--outDir', site],
        cwd: inRoot('web'),
        env: { ...QUIET_VITE, NODE_ENV: 'production' },
      },
      join(logs, 'blank.log'),
      signal,
    );
    return await work();
  } finally {
    for (const file of FILES) rmSync(join(site, file), { recursive: true, force: true });
  }
}
