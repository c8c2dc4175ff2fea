import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { CHROMIUM_FLAGS, requireChromium } from '../../emulators/install';
import { QUIET_VITE } from '../build/site';
import { createLineProgress, CommandError } from '../suite/command';
import { getSuiteAddresses } from '../suite/environment';
import { type Offset, getPorts, getSuitePaths } from '../suite/ports';
import { withDedicatedSuite } from '../suite/suite';
import { formatLastLines, runLogged, runAndCapture } from '../system/childProcess';
import { inRoot } from '../system/root';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 5;

export const BLANK_PATH = '/blank/';

const COMPARED_PATHS = [BLANK_PATH, PATHS.landing, PATHS.login];

const MAX_TRIES = 3;

/** Blocking up to this long is imperceptible, so it is always allowed. */
const IMPERCEPTIBLE_MS = 50;

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

type Reports = ReadonlyMap<string, readonly Report[]>;

/** Runs Lighthouse's default profile, a phone on slow 4G. Disables its own calls to other hosts. */
async function runReport(
  url: string,
  chromePath: string,
  signal: AbortSignal,
  triesLeft = MAX_TRIES,
): Promise<Report> {
  const { code, output } = await runAndCapture(
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
    return runReport(url, chromePath, signal, triesLeft - 1);
  if (code !== 0)
    throw new CommandError(`Lighthouse failed on ${url}:\n${formatLastLines(output)}`);
  return reportSchema.parse(JSON.parse(output.slice(output.indexOf('{'))));
}

/** Alternates between the pages, so that other load on the machine affects them equally. */
async function collectReports(
  site: string,
  chromePath: string,
  signal: AbortSignal,
): Promise<Reports> {
  const { note } = createLineProgress('  lighthouse: ');
  const reports = new Map<string, Report[]>(COMPARED_PATHS.map((path) => [path, []]));
  // The first API call starts its process.
  await fetch(`${site}/api/record`);
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const [path, pageReports] of reports) {
      const report = await runReport(`${site}${path}`, chromePath, signal);
      pageReports.push(report);
      if (path !== BLANK_PATH) listShortfalls(report).forEach((audit) => note(`${path}: ${audit}`));
    }
  return reports;
}

async function runLighthouse(signal: AbortSignal): Promise<Reports> {
  const chromePath = await requireChromium(createLineProgress('  browser: '));
  return withDedicatedSuite(signal, (offset) =>
    withBlankPage(offset, signal, () =>
      collectReports(getSuiteAddresses(getPorts(offset)).site, chromePath, signal),
    ),
  );
}

let reports: Promise<Reports> | undefined;

const getReports = (signal: AbortSignal) => (reports ??= runLighthouse(signal));

const CATEGORY_NAMES = {
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
};

const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;

export const listShortfalls = ({ categories, audits }: Report): string[] =>
  CATEGORIES.flatMap((name) => categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`);

const getScores = (reports: readonly Report[], name: keyof Report['categories']) =>
  reports.map(({ categories }) => Math.round(categories[name].score * 100));

/** The lowest score of each category that must be 100, and the median performance score. */
export function toScoreFigures(
  path: string,
  reports: readonly Report[],
  blank: readonly Report[],
): Figure[] {
  const scores = getScores(reports, 'performance');
  const performance = {
    name: `performance of ${path}`,
    value: percentile(scores, 0.5),
    unit: '',
    details: `${Math.min(...scores)} to ${Math.max(...scores)}`,
  };
  if (path === BLANK_PATH) return [performance];
  const required = CATEGORIES.map((name) => {
    const value = percentile(getScores(reports, name), 0);
    return { name: `${CATEGORY_NAMES[name]} of ${path}`, value, unit: '', atLeast: 100 };
  });
  return [
    ...required,
    { ...performance, atLeast: percentile(getScores(blank, 'performance'), 0.5) },
  ];
}

const METRICS = ['script', 'fcp', 'lcp', 'tbt', 'cls'] as const;

type Key = (typeof METRICS)[number];

/** Script bytes on the wire, times in ms, and the total layout shift. */
export type Load = Readonly<Record<Key, number>>;

const METRIC_LABELS: Readonly<Record<Key, Pick<Figure, 'name' | 'unit' | 'digits'>>> = {
  script: { name: 'JavaScript', unit: 'kB', digits: 1 },
  fcp: { name: 'FCP', unit: 'ms' },
  lcp: { name: 'LCP', unit: 'ms' },
  tbt: { name: 'TBT', unit: 'ms' },
  cls: { name: 'CLS', unit: '', digits: 3 },
};

function toLoad({ audits }: Report): Load {
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

/** Multiples of the blank page's figures, except that layout shift must be 0. */
const LIMITS: Readonly<Record<string, Partial<Load>>> = {
  [PATHS.landing]: { script: 1, fcp: 1.1, lcp: 1.1, tbt: 1.2, cls: 0 },
  [PATHS.login]: { script: 1.8, fcp: 1.1, cls: 0 },
};

function getLimit(key: Key, limit: number, blank: number): number {
  if (key === 'cls') return limit;
  return key === 'tbt' ? Math.max(IMPERCEPTIBLE_MS, limit * blank) : limit * blank;
}

/** The blank page's medians, and the other pages' medians relative to them. */
export function toLoadFigures(loads: ReadonlyMap<string, readonly Load[]>): Figure[] {
  // Use the maximum for layout shift, because a shift in any run counts.
  const getTypical = (path: string, key: Key) =>
    percentile(
      (loads.get(path) ?? []).map((load) => load[key]),
      key === 'cls' ? 1 : 0.5,
    );
  const toFigure = (path: string, key: Key): Figure => {
    const { name, ...format } = METRIC_LABELS[key];
    const [value, blank] = [getTypical(path, key), getTypical(BLANK_PATH, key)];
    const limit = LIMITS[path]?.[key];
    const scale = key === 'script' ? 1 / 1000 : 1;
    return {
      name: `${name} of ${path}`,
      value: value * scale,
      ...format,
      ...(limit !== undefined && { atMost: getLimit(key, limit, blank) * scale }),
      ...(path !== BLANK_PATH && blank > 0 && { details: `${(value / blank).toFixed(2)} × blank` }),
    };
  };
  return METRICS.flatMap((key) => COMPARED_PATHS.map((path) => toFigure(path, key)));
}

export const landing: Section = {
  title: `First visits against a blank React PWA on the same server: Lighthouse, phone, slow 4G, medians of ${ROUNDS} alternating runs`,
  async measure(signal) {
    const reportsByPath = [...(await getReports(signal))];
    return toLoadFigures(
      new Map(reportsByPath.map(([path, pageReports]) => [path, pageReports.map(toLoad)])),
    );
  },
};

export const lighthouse: Section = {
  title: `Lighthouse scores, phone, slow 4G, ${ROUNDS} alternating runs: minimum of three categories, median of performance`,
  async measure(signal) {
    const reportsByPath = await getReports(signal);
    const blank = reportsByPath.get(BLANK_PATH) ?? [];
    return [...reportsByPath].flatMap(([path, pageReports]) =>
      toScoreFigures(path, pageReports, blank),
    );
  },
};

const BLANK_FILES = ['blank', 'blank-sw.js', join('assets', 'blank')];

/**
 * Builds a blank React page into the suite's site with the same tools. The same server then serves
 * it with the same headers.
 * @throws CommandError with the last lines of the log if the build fails
 */
export async function withBlankPage<T>(
  offset: Offset,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const { site, logs } = getSuitePaths(offset);
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
    for (const file of BLANK_FILES) rmSync(join(site, file), { recursive: true, force: true });
  }
}
