import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { requireBrowsers } from '../../emulators/install';
import { openSuite, scanInvariants } from '../suite/project';
import { ACCOUNTS, PASSWORD } from '../suite/accounts';
import { createLineProgress, CommandError } from '../suite/command';
import { getSuiteAddresses, buildEmulatorEnvironment } from '../suite/environment';
import { type Offset, type Ports, getPorts, getSuitePaths } from '../suite/ports';
import { publishUntilNow, openPublisher } from '../suite/scheduler';
import { resetAndSeed } from '../suite/seed';
import { openServices } from '../suite/services';
import { withDedicatedSuite } from '../suite/suite';
import type { Check, CheckResult } from './checks';
import { type Scope, selectJourneys, selectServerTests } from './scope';
import { runPlaywright, runVitest } from './runners';

const PARTS = ['check', 'unit', 'server', 'rules', 'e2e'] as const;

export interface Plan {
  parts: readonly (typeof PARTS)[number][];
  scope: Scope;
  extra: string[];
}

/** `check` includes `unit`. */
const SCOPES: Readonly<Record<string, Plan>> = {
  '': { parts: ['check', 'server', 'rules', 'e2e'], scope: 'core', extra: [] },
  '--rest': { parts: ['server', 'e2e'], scope: 'rest', extra: [] },
  '--all': { parts: ['check', 'server', 'rules', 'e2e'], scope: 'all', extra: [] },
};

/**
 * @param args from `npm test --`: none, `--rest`, `--all`, or `--only <part>` with arguments
 * for the part's runner
 * @throws CommandError with the usage if the arguments are invalid
 */
export function parseTestPlan(args: string[]): Plan {
  const [option = '', name, ...extra] = args;
  const plan = SCOPES[option];
  if (plan && args.length < 2) return plan;
  const part = PARTS.find((candidate) => candidate === name);
  if (option !== '--only' || part === undefined)
    throw new CommandError(
      `npm test [-- --rest | --all | --only ${PARTS.join('|')} [arguments for Vitest or Playwright]]`,
    );
  return { parts: [part], scope: 'all', extra };
}

export const needsSuite = ({ parts }: Plan): boolean =>
  parts.some((part) => part === 'server' || part === 'rules' || part === 'e2e');

export const needsSite = ({ parts }: Plan): boolean => parts.includes('e2e');

export const needsSecondSuite = ({ parts, scope, extra }: Plan): boolean =>
  parts.includes('e2e') && scope !== 'core' && extra.length === 0;

const PERSONAL_DATA_PATTERNS: Readonly<Record<string, RegExp>> = {
  'an email address': /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i,
  'a token': /\beyJ[\w-]{10,}\.[\w-]+/,
  'a name': new RegExp(ACCOUNTS.map(({ fullName }) => fullName).join('|')),
  'a password': new RegExp(PASSWORD),
  // Logs may name members only by a pseudonym, in the field `member`.
  'a member’s id': /"uids?"\s*:/,
};

const FUNCTION_LINE = /^\s*>/;

export function findPersonalData(log: string): string[] {
  return log.split('\n').flatMap((line, index) => {
    if (!FUNCTION_LINE.test(line)) return [];
    const leaks = Object.entries(PERSONAL_DATA_PATTERNS).filter(([, pattern]) =>
      pattern.test(line),
    );
    return leaks.map(([kind]) => `line ${index + 1} contains ${kind}: ${line.slice(0, 200)}`);
  });
}

function checkPersonalData(offset: Offset): CheckResult {
  const path = join(getSuitePaths(offset).logs, 'emulators.log');
  const leaks = existsSync(path)
    ? findPersonalData(readFileSync(path, 'utf8'))
    : [`There is no log at ${path}`];
  const failed = leaks.length === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, skipped: 0, output: `${leaks.slice(0, 20).join('\n')}\n` };
}

const MIRROR_TIMEOUT_MS = 20_000;

function buildJourneyChecks(
  offsets: readonly Offset[],
  extra: string[],
  signal: AbortSignal,
): Check[] {
  const [offset = 0, second] = offsets;
  const run = async () => {
    const progress = createLineProgress('e2e: ');
    const browsers = await requireBrowsers(progress);
    for (const suiteOffset of offsets) await resetAndSeed(suiteOffset, progress.note);
    const secondSuite = second === undefined ? {} : { SECOND_PORT_OFFSET: String(second) };
    const env = { ...buildTestEnvironment(offset), ...secondSuite, ...browsers };
    return runPlaywright('journeys', { extra, env }, signal);
  };
  const dataChecks = offsets.flatMap((suiteOffset): Check[] => {
    const suffix = suiteOffset === offset ? '' : ' of the second suite';
    const checkInvariants = async () => {
      const project = openSuite(getPorts(suiteOffset));
      try {
        return await scanInvariants(project, MIRROR_TIMEOUT_MS);
      } finally {
        await project.close();
      }
    };
    const checkLogs = () => Promise.resolve(checkPersonalData(suiteOffset));
    return [
      { name: `invariants${suffix}`, run: checkInvariants },
      { name: `logs${suffix}`, run: checkLogs },
    ];
  });
  return [{ name: 'e2e', run }, ...dataChecks];
}

export const buildTestEnvironment = (offset: Offset) => ({
  ...buildEmulatorEnvironment(getPorts(offset)),
  PORT_OFFSET: String(offset),
});

/**
 * Runs one kind after another on the first suite, because they share its data. The second suite
 * runs journeys in parallel.
 */
export function buildSuiteChecks(
  { parts, scope, extra }: Plan,
  offsets: readonly Offset[],
  signal: AbortSignal,
): Check[] {
  const [offset] = offsets;
  if (offset === undefined) return [];
  const run = { extra: ['--retry=1', ...extra], env: buildTestEnvironment(offset) };
  const checks: Check[] = [];
  if (parts.includes('server')) {
    const projects = scope === 'core' ? ['server'] : ['server', 'alone'];
    const selected = { ...run, extra: [...run.extra, ...selectServerTests(scope)] };
    checks.push({ name: 'server', run: () => runVitest(projects, selected, signal) });
  }
  if (parts.includes('rules'))
    checks.push({ name: 'rules', run: () => runVitest(['rules'], run, signal) });
  if (parts.includes('rules') && extra.length === 0)
    checks.push({ name: 'rules coverage', run: () => checkRulesCoverage(getPorts(offset)) });
  if (parts.includes('e2e'))
    checks.push(...buildJourneyChecks(offsets, [...extra, ...selectJourneys(scope)], signal));
  return checks;
}

const RULES_PROJECTS = ['demo-rules', 'demo-rules-live-record'] as const;

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

function collectEvaluated(nodes: readonly Node[], into: Map<string, boolean>): void {
  for (const { sourcePosition: at, values = [], children = [] } of nodes) {
    if (at) {
      const place = `${at.line}:${at.currentOffset}:${at.endOffset}`;
      into.set(place, (into.get(place) ?? false) || values.length > 0);
    }
    collectEvaluated(children, into);
  }
}

/** `missed` holds the line and text of expressions that no test evaluated. */
export function computeRulesCoverage(reports: readonly Coverage[]): {
  all: number;
  missed: string[];
} {
  const evaluated = new Map<string, boolean>();
  for (const { report } of reports) collectEvaluated(report, evaluated);
  const source = reports[0]?.rules.files[0]?.content ?? '';
  const missed = [...evaluated].flatMap(([place, isEvaluated]) => {
    const [line = 0, from = 0, to = 0] = place.split(':').map(Number);
    return isEvaluated ? [] : [`line ${line}: ${source.slice(from, to + 1)}`];
  });
  return { all: evaluated.size, missed };
}

async function fetchCoverage(ports: Ports, project: string): Promise<Coverage> {
  const { firestore } = getSuiteAddresses(ports);
  const reply = await fetch(`${firestore}/emulator/v1/projects/${project}:ruleCoverage`);
  if (!reply.ok) throw new Error(`Failed to get the coverage of ${project}: ${reply.status}`);
  return coverageSchema.parse(await reply.json());
}

async function checkRulesCoverage(ports: Ports): Promise<CheckResult> {
  const reports = await Promise.all(RULES_PROJECTS.map((project) => fetchCoverage(ports, project)));
  const { all, missed } = computeRulesCoverage(reports);
  const percent = Math.floor(((all - missed.length) / Math.max(1, all)) * 100);
  const words = `firestore.rules: tests evaluate ${percent}% of ${all} expressions\n${missed.join('\n')}\n`;
  const isWhole = all > 0 && missed.length === 0;
  return { passed: isWhole ? 1 : 0, failed: isWhole ? 0 : 1, skipped: 0, output: words };
}

/**
 * Builds a regular expression for titles that contain all words in any order.
 * A path matches only as a whole, so `/dashboard` doesn't match `/dashboard/signals`.
 */
export const buildTitlePattern = (words: readonly string[]): string =>
  words.map((word) => `(?=.*${word.replaceAll(/[^\w]/g, '\\$&')}(?![\\w/]))`).join('');

/**
 * Runs a project of playwright.config.ts on a dedicated suite. Words filter by title.
 * @param publishesAhead false for tests that publish themselves, and for pictures: those should show
 *   no signal from the future
 */
export async function runBrowserTests(
  project: string,
  words: readonly string[],
  signal: AbortSignal,
  publishesAhead = true,
): Promise<CheckResult> {
  const browsers = await requireBrowsers(createLineProgress('  browser: '));
  return withDedicatedSuite(signal, async (offset) => {
    if (publishesAhead) {
      const ports = getPorts(offset);
      const { database, close } = openServices(ports, project);
      await publishUntilNow(await openPublisher(database, ports));
      await close();
    }
    const env = { ...buildTestEnvironment(offset), ...browsers };
    const workers = publishesAhead ? ['--workers=2'] : [];
    const extra = words.length > 0 ? [...workers, '--grep', buildTitlePattern(words)] : workers;
    return runPlaywright(project, { extra, env, echo: true }, signal);
  });
}
