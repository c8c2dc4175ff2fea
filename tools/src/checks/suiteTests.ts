import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { requireBrowsers } from '../../emulators/install';
import { openSuite, scan } from '../suite/project';
import { ACCOUNTS, PASSWORD } from '../suite/accounts';
import { linesWith, CommandError } from '../suite/command';
import { addressesOf, emulatorEnvironment } from '../suite/environment';
import { type Offset, type Ports, portsAt, suiteFolder } from '../suite/ports';
import { liveUntilNow, openPublisher } from '../suite/scheduler';
import { resetAndSeed } from '../suite/seed';
import { openServices } from '../suite/services';
import { onOwnSuite } from '../suite/suite';
import type { Check, CheckResult } from './checks';
import { runPlaywright, runVitest } from './runners';

/** The parts of the tests, in order. */
const PARTS = ['check', 'unit', 'server', 'rules', 'e2e'] as const;

export interface Plan {
  parts: readonly (typeof PARTS)[number][];
  /** True if something is left out. */
  partial: boolean;
  /** Further arguments for Vitest or Playwright. */
  extra: string[];
}

/**
 * Parses the words after `npm test --`: everything, or `--only <part>` with arguments for its runner.
 * @throws CommandError if there is no such part
 */
export function planOf(args: string[]): Plan {
  const [option, name, ...extra] = args;
  // `check` includes `unit`.
  if (option === undefined)
    return { parts: ['check', 'server', 'rules', 'e2e'], partial: false, extra: [] };
  const part = PARTS.find((known) => known === name);
  if (option !== '--only' || part === undefined)
    throw new CommandError(
      `npm test -- --only ${PARTS.join('|')} [words for Vitest or Playwright]`,
    );
  return { parts: [part], partial: true, extra };
}

/** Whether these parts need a running suite, the built site on it, and a second suite for half of the journeys. */
export const needsSuite = ({ parts }: Plan): boolean =>
  parts.some((part) => part === 'server' || part === 'rules' || part === 'e2e');

export const needsSite = ({ parts }: Plan): boolean => parts.includes('e2e');

export const needsSecond = ({ parts, extra }: Plan): boolean =>
  parts.includes('e2e') && extra.length === 0;

const PERSONAL: Readonly<Record<string, RegExp>> = {
  'an address': /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i,
  'a token': /\beyJ[\w-]{10,}\.[\w-]+/,
  'a name': new RegExp(ACCOUNTS.map(({ fullName }) => fullName).join('|')),
  'a password': new RegExp(PASSWORD),
  // A member is named by a pseudonym, in `member`.
  'a member’s id': /"uids?"\s*:/,
};

/** How the emulators mark the functions' log lines; their own lines aren't the product's. */
const BY_A_FUNCTION = /^\s*>/;

/** The functions' log lines that contain personal data, each with its kind. */
export function personalIn(log: string): string[] {
  return log.split('\n').flatMap((line, index) => {
    if (!BY_A_FUNCTION.test(line)) return [];
    const found = Object.entries(PERSONAL).filter(([, pattern]) => pattern.test(line));
    return found.map(([what]) => `line ${index + 1} holds ${what}: ${line.slice(0, 200)}`);
  });
}

/** Checks that the functions of a suite logged no personal data. */
function logsWithoutPersonalData(offset: Offset): CheckResult {
  const path = join(suiteFolder(offset).logs, 'emulators.log');
  const found = existsSync(path) ? personalIn(readFileSync(path, 'utf8')) : ['There is no log'];
  const failed = found.length === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, skipped: 0, output: `${found.slice(0, 20).join('\n')}\n` };
}

/** Time within which triggers mirror the last journey's changes. */
const PATIENCE_MS = 20_000;

/** The journeys on all suites, then the check of the resulting data against every invariant. */
function journeys(offsets: readonly Offset[], extra: string[], signal: AbortSignal): Check[] {
  const [offset = 0, second] = offsets;
  const run = async () => {
    const progress = linesWith('e2e: ');
    const browsers = await requireBrowsers(progress);
    for (const one of offsets) await resetAndSeed(one, progress.note);
    const beside = second === undefined ? {} : { SECOND_PORT_OFFSET: String(second) };
    const env = { ...environmentAt(offset), ...beside, ...browsers };
    return runPlaywright('journeys', { extra, env }, signal);
  };
  const after = offsets.flatMap((one): Check[] => {
    const where = one === offset ? '' : ' of the second suite';
    const promises = async () => {
      const project = openSuite(portsAt(one));
      try {
        return await scan(project, PATIENCE_MS);
      } finally {
        await project.close();
      }
    };
    const logs = () => Promise.resolve(logsWithoutPersonalData(one));
    return [
      { name: `invariants${where}`, run: promises },
      { name: `logs${where}`, run: logs },
    ];
  });
  return [{ name: 'e2e', run }, ...after];
}

/** The environment variables through which tests find the suite at an offset. */
export const environmentAt = (offset: Offset) => ({
  ...emulatorEnvironment(portsAt(offset)),
  PORT_OFFSET: String(offset),
});

/**
 * The tests that run on suites, in order: they share the first suite's data, so they run one kind after the other. The
 * journeys on the second suite share nothing with them.
 */
export function suiteTests(
  { parts, extra }: Plan,
  offsets: readonly Offset[],
  signal: AbortSignal,
): Check[] {
  const [offset] = offsets;
  if (offset === undefined) return [];
  const run = { extra: ['--retry=1', ...extra], env: environmentAt(offset) };
  const checks: Check[] = [];
  if (parts.includes('server'))
    checks.push({ name: 'server', run: () => runVitest(['server', 'alone'], run, signal) });
  if (parts.includes('rules'))
    checks.push({ name: 'rules', run: () => runVitest(['rules'], run, signal) });
  if (parts.includes('rules') && extra.length === 0)
    checks.push({ name: 'rules coverage', run: () => rulesCoverage(portsAt(offset)) });
  if (parts.includes('e2e')) checks.push(...journeys(offsets, extra, signal));
  return checks;
}

/** The projects used by the tests of firestore.rules. */
const PROJECTS = ['demo-rules', 'demo-rules-live-record'] as const;

const node = z.object({
  sourcePosition: z.optional(
    z.object({ line: z.int(), currentOffset: z.int(), endOffset: z.int() }),
  ),
  values: z.optional(z.array(z.object({ count: z.optional(z.int()) }))),
  get children() {
    return z.optional(z.array(node));
  },
});

type Node = z.infer<typeof node>;

export const coverageSchema = z.object({
  rules: z.object({ files: z.array(z.object({ content: z.string() })) }),
  report: z.array(node),
});

type Coverage = z.infer<typeof coverageSchema>;

/** Collects whether each expression was evaluated, by its position. */
function evaluatedIn(nodes: readonly Node[], into: Map<string, boolean>): void {
  for (const { sourcePosition: at, values = [], children = [] } of nodes) {
    if (at) {
      const place = `${at.line}:${at.currentOffset}:${at.endOffset}`;
      into.set(place, (into.get(place) ?? false) || values.length > 0);
    }
    evaluatedIn(children, into);
  }
}

/** The number of expressions in the rules, and those that no test evaluated: their line and text. */
export function coverageOf(reports: readonly Coverage[]): { all: number; missed: string[] } {
  const evaluated = new Map<string, boolean>();
  for (const { report } of reports) evaluatedIn(report, evaluated);
  const source = reports[0]?.rules.files[0]?.content ?? '';
  const missed = [...evaluated].flatMap(([place, isEvaluated]) => {
    const [line = 0, from = 0, to = 0] = place.split(':').map(Number);
    return isEvaluated ? [] : [`line ${line}: ${source.slice(from, to + 1)}`];
  });
  return { all: evaluated.size, missed };
}

async function reportOf(ports: Ports, project: string): Promise<Coverage> {
  const { firestore } = addressesOf(ports);
  const reply = await fetch(`${firestore}/emulator/v1/projects/${project}:ruleCoverage`);
  if (!reply.ok) throw new Error(`The coverage of ${project} can’t be had: ${reply.status}`);
  return coverageSchema.parse(await reply.json());
}

/** Checks that the tests on a suite made firestore.rules evaluate every expression. */
async function rulesCoverage(ports: Ports): Promise<CheckResult> {
  const reports = await Promise.all(PROJECTS.map((project) => reportOf(ports, project)));
  const { all, missed } = coverageOf(reports);
  const percent = Math.floor(((all - missed.length) / Math.max(1, all)) * 100);
  const words = `firestore.rules: ${percent} % of ${all} expressions\n${missed.join('\n')}\n`;
  const isWhole = all > 0 && missed.length === 0;
  return { passed: isWhole ? 1 : 0, failed: isWhole ? 0 : 1, skipped: 0, output: words };
}

/**
 * A regular expression for titles that contain all of these words, in any order. A path matches only as a whole:
 * `/dashboard` doesn't match `/dashboard/signals`.
 */
export const patternOf = (words: readonly string[]): string =>
  words.map((word) => `(?=.*${word.replaceAll(/[^\w]/g, '\\$&')}(?![\\w/]))`).join('');

/**
 * Runs a project of playwright.config.ts, or its tests whose titles contain all these words, on a dedicated suite.
 * @param live publishes signals up to now, or `ahead` ms further (see {@link liveUntilNow}); null publishes none
 */
export async function inBrowser(
  project: string,
  words: readonly string[],
  stopped: AbortSignal,
  live: { readonly ahead?: number } | null = {},
): Promise<CheckResult> {
  const browsers = await requireBrowsers(linesWith('  browser: '));
  return onOwnSuite(stopped, async (offset) => {
    if (live) {
      const ports = portsAt(offset);
      const { database, close } = openServices(ports, project);
      await liveUntilNow(await openPublisher(database, ports), live.ahead);
      await close();
    }
    const env = { ...environmentAt(offset), ...browsers };
    const workers = live ? ['--workers=2'] : [];
    const extra = words.length > 0 ? [...workers, '--grep', patternOf(words)] : workers;
    return runPlaywright(project, { extra, env, echo: true }, stopped);
  });
}
