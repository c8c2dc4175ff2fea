import { PATHS } from '@quantalgo/contracts';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { requireChromium } from '../../emulators/install';
import { CHROMIUM_FLAGS } from '../../emulators/chromiumFlags';
import { linesWith, Refusal } from '../suite/command';
import { addressesOf } from '../suite/environment';
import { onOwnSuite } from '../suite/suite';
import { portsAt } from '../suite/ports';
import { lastOf, runQuietly } from '../system/childProcess';
import { inRoot } from '../system/root';
import { BLANK_PATH, withBlankPage } from './blankPage';
import { percentile } from './percentile';
import { type Figure, type Section } from './section';

const ROUNDS = 5;
const PAGES = [BLANK_PATH, PATHS.landing, PATHS.login];
/** On a busy machine a run may come to nothing: it is then made again, so often at most. */
const TRIES = 3;
const WHOLE = 100;

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
  audits: z.record(z.string(), z.object({ title: z.string(), score: z.nullable(z.number()) })),
});

type Report = z.infer<typeof reportSchema>;
type Category = keyof Report['categories'];

const WHOLE_CATEGORIES = {
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const satisfies Partial<Record<Category, string>>;

/**
 * What Lighthouse says of a page, as its command does by default: a phone on slow 4G. It asks nothing outside: no error
 * reports, no look for updates.
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
  if (code !== 0) throw new Refusal(`Lighthouse failed on ${url}:\n${lastOf(output)}`);
  return reportSchema.parse(JSON.parse(output.slice(output.indexOf('{'))));
}

/** The audits that keep a page from 100 in the categories that must be whole. */
export const shortfalls = ({ categories, audits }: Report): string[] =>
  Object.keys(WHOLE_CATEGORIES)
    .flatMap((name) => categories[z.parse(z.keyof(reportSchema.shape.categories), name)].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`);

const scoresOf = (reports: readonly Report[], name: Category) =>
  reports.map(({ categories }) => Math.round(categories[name].score * WHOLE));

const performanceOf = (reports: readonly Report[]) =>
  percentile(scoresOf(reports, 'performance'), 0.5);

/** The figures of a page: the least that it reached in what must be whole, and its median performance. */
export function figuresOf(
  path: string,
  reports: readonly Report[],
  blank: readonly Report[],
): Figure[] {
  const scores = scoresOf(reports, 'performance');
  const performance = {
    name: `performance of ${path}`,
    value: performanceOf(reports),
    unit: '',
    beside: `${Math.min(...scores)} to ${Math.max(...scores)}`,
  };
  if (path === BLANK_PATH) return [performance];
  const whole = (name: keyof typeof WHOLE_CATEGORIES): Figure => ({
    name: `${WHOLE_CATEGORIES[name]} of ${path}`,
    value: percentile(scoresOf(reports, name), 0),
    unit: '',
    atLeast: WHOLE,
  });
  return [
    whole('accessibility'),
    whole('best-practices'),
    whole('seo'),
    { ...performance, atLeast: performanceOf(blank) },
  ];
}

async function measureOn(site: string, chromePath: string, stopped: AbortSignal) {
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
  const blank = reports.get(BLANK_PATH) ?? [];
  return [...reports].flatMap(([path, ofPage]) => figuresOf(path, ofPage, blank));
}

/** Lighthouse's scores of the pages that visitors arrive at, beside a page that shows nothing. */
export const lighthouse: Section = {
  title: `Lighthouse's scores on a phone over slow 4G, ${ROUNDS} runs of each page in turn: the least of three categories, the median of performance`,
  async measure(stopped) {
    const chromePath = await requireChromium(linesWith('  browser: '));
    return onOwnSuite(stopped, (offset) =>
      withBlankPage(offset, stopped, () =>
        measureOn(addressesOf(portsAt(offset)).site, chromePath, stopped),
      ),
    );
  },
};
