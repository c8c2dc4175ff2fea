import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { getSettingsPath } from '../build/functions';
import { CommandError } from '../suite/command';
import { inRoot } from '../system/root';
import { type AlertChannels, buildMonitoringSteps } from './alerts';
import { type FetchJson, createFetchJson, type Call, firebase, gcloud, http } from './cli';
import { CANARY_SECRET, readCanary } from './canary';
import { findDeployerProblems } from './deployer';
import { runSteps, type DeployStep, type DeployContext } from './plan';
import { covers, buildInvokerSteps, buildPlatformSteps, type Retention } from './platform';
import { type Demand, findQuotaProblems } from './quotas';
import {
  createBuildCall,
  createDeployCall,
  listReleases,
  listLiveFunctions,
  type SiteRelease,
} from './releases';
import { rollBackTo } from './rollback';
import { findScheduleProblems } from './schedules';
import type { Canary } from './smoke';
import { type ProjectFacts, surveyProject } from './survey';

const PROJECT_ID_PATTERN = /["']?projectId\\?["']?\s*:\s*\\?"([a-z0-9-]+)\\?"/g;

export function findBuiltProjects(site: string): string[] {
  const assets = join(site, 'assets');
  if (!existsSync(assets)) return [];
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const matches = scripts.flatMap((name) => [
    ...readFileSync(join(assets, name), 'utf8').matchAll(PROJECT_ID_PATTERN),
  ]);
  return [...new Set(matches.flatMap(([, project]) => project ?? []))];
}

const readIfExists = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

export function findForeignParts(
  project: string,
  commit: string,
  { site, functions }: { site: string; functions: string },
) {
  const projects = findBuiltProjects(site);
  const settings = readIfExists(join(functions, `.env.${project}`));
  const { COMMIT: builtCommit = 'none' } = parseEnv(readIfExists(join(functions, '.env')));
  return [
    ...(projects.join() === project
      ? []
      : [
          `web/dist was built for ${projects.join(' and ') || 'no project'}, not for ${project}. Run npm run build.`,
        ]),
    ...(settings !== '' && settings === readIfExists(getSettingsPath(project))
      ? []
      : [
          `functions/deploy does not contain the current settings of ${project}. Run npm run build.`,
        ]),
    ...(builtCommit === commit
      ? []
      : [
          `functions/deploy was built from commit ${builtCommit}, not from ${commit}. Run npm run build.`,
        ]),
  ];
}

const indexesSchema = z.object({
  result: z.looseObject({ indexes: z.array(z.unknown()), fieldOverrides: z.array(z.unknown()) }),
});
const rulesReleasesSchema = z.object({
  releases: z._default(z.array(z.object({ name: z.string(), rulesetName: z.string() })), []),
});
const rulesetSchema = z.object({
  source: z.object({ files: z.array(z.object({ content: z.string() })) }),
});

const readIndexes = () =>
  z
    .object({ indexes: z.array(z.unknown()), fieldOverrides: z.array(z.unknown()) })
    .parse(JSON.parse(readFileSync(inRoot('firestore.indexes.json'), 'utf8')));

const createIndexStep = (project: string): DeployStep => ({
  name: 'Indexes and TTL policies',
  remedy: `npx firebase firestore:indexes --project ${project} --pretty`,
  findChanges: async (fetchJson) => {
    const live = (
      await fetchJson(firebase(`firestore:indexes --project ${project} --json`), indexesSchema)
    )?.result;
    const desired = readIndexes();
    const isDeployed = (kind: 'indexes' | 'fieldOverrides') =>
      desired[kind].every((index) => live?.[kind].some((liveIndex) => covers(liveIndex, index)));
    return isDeployed('indexes') && isDeployed('fieldOverrides')
      ? []
      : [createDeployCall(project, 'firestore:indexes')];
  },
  isSettled: async (fetchJson) => {
    const building = gcloud(
      `firestore indexes composite list --project=${project} --filter=state!=READY --format=json`,
    );
    return (await fetchJson(building, z.array(z.unknown())))?.length === 0;
  },
});

async function fetchLiveRules(
  fetchJson: FetchJson,
  project: string,
  service: string,
): Promise<string | null> {
  const url = 'https://firebaserules.googleapis.com/v1';
  const response = await fetchJson(
    http('GET', `${url}/projects/${project}/releases?pageSize=100`),
    rulesReleasesSchema,
  );
  const release = response?.releases.find(
    ({ name }) => name === `projects/${project}/releases/${service}`,
  );
  const ruleset =
    release && (await fetchJson(http('GET', `${url}/${release.rulesetName}`), rulesetSchema));
  return ruleset?.source.files[0]?.content ?? null;
}

const createRulesStep = ({ project, bucket }: ProjectFacts): DeployStep => ({
  name: 'Database and storage rules',
  remedy: `npm run deploy -- ${project}`,
  findChanges: async (fetchJson) => {
    const [database, files] = await Promise.all([
      fetchLiveRules(fetchJson, project, 'cloud.firestore'),
      fetchLiveRules(fetchJson, project, `firebase.storage/${bucket}`),
    ]);
    const isLive =
      database === readIfExists(inRoot('firestore.rules')) &&
      files === readIfExists(inRoot('storage.rules'));
    return isLive ? [] : [createDeployCall(project, 'firestore:rules,storage')];
  },
});

interface Code {
  readonly commit: string;
  readonly isBuilt: boolean;
  /** Deploys even if this commit is live, so that functions pick up a new secret version. */
  readonly again: boolean;
}

type IsLive = (fetchJson: FetchJson) => Promise<boolean>;

/**
 * In a new project, the service agents' roles take minutes to apply. When all functions are
 * deployed at once, new instances start before the old ones have ended.
 */
const NOT_READY_ERROR =
  /Eventarc Service Agent|eventarc\.events\.receiveEvent|first time using 2nd gen functions|unable to publish to Cloud Pub\/Sub|total allowable CPU/i;

function buildCodeSteps(
  facts: ProjectFacts,
  { commit, isBuilt, again }: Code,
  functionCount: number,
) {
  const { project, app } = facts;
  const isSiteLive: IsLive = async (fetchJson) =>
    (await listReleases(fetchJson, project))[0]?.commit === commit;
  /**
   * All must match: an interrupted deployment leaves functions of two commits, some that failed, or
   * not all of them.
   */
  const areFunctionsLive: IsLive = async (fetchJson) => {
    const deployed = await listLiveFunctions(fetchJson, project);
    const isComplete = deployed.length >= functionCount;
    return isComplete && deployed.every((live) => live.isActive && live.commit === commit);
  };
  const skipIfLive =
    (calls: readonly Call[], ...liveChecks: IsLive[]) =>
    async (fetchJson: FetchJson) => {
      const live = await Promise.all(liveChecks.map((isLive) => isLive(fetchJson)));
      return live.includes(false) || again ? calls : [];
    };
  const npm = (...args: string[]): Call => ({ program: 'npm', args });
  const prepare: DeployStep = {
    name: 'Check and build the release',
    remedy: `npm run deploy:check -- ${project}`,
    findChanges: async (fetchJson) => {
      const flags = again && (await isSiteLive(fetchJson)) ? ['--again'] : [];
      const calls = [npm('run', 'deploy:check', '--', project, ...flags), createBuildCall(app)];
      return skipIfLive(isBuilt ? [] : calls, isSiteLive, areFunctionsLive)(fetchJson);
    },
  };
  // Named by its codebase, because the CLI otherwise skips unchanged functions, and leaves their
  // invokers and triggers as they are.
  const target = again ? 'functions:default' : 'functions';
  // `--force` skips the prompts to delete removed functions, to pay for a warm instance and to
  // clean up old images.
  const functions: DeployStep = {
    name: 'Functions and schedules',
    transientError: NOT_READY_ERROR,
    remedy: `npm run deploy -- ${project}`,
    findChanges: skipIfLive([createDeployCall(project, target, '--force')], areFunctionsLive),
  };
  const site: DeployStep = {
    name: 'Site, pinned to its API revision',
    remedy: `npm run deploy -- ${project}`,
    findChanges: skipIfLive(
      [createDeployCall(project, 'hosting', '--force', '--message', commit)],
      isSiteLive,
    ),
  };
  return { prepare, rules: [createIndexStep(project), createRulesStep(facts)], functions, site };
}

interface DeployOptions {
  readonly project: string;
  readonly address: string;
  readonly channels: AlertChannels;
  readonly retention: Retention;
  readonly budget: string | undefined;
  readonly code: Code;
  readonly functions: Demand['functions'];
  /** @returns a sentence about what failed; null if nothing did */
  readonly smoke: (site: { canary: Canary | null; bucket: string }) => Promise<string | null>;
  /** The service account that deploys; null for a person. */
  readonly deployer: string | null;
  /** For deployments while schedules are paused, such as during a restore. */
  readonly allowPaused: boolean;
  readonly problems: readonly string[];
}

function assertNoProblems(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new CommandError(
      [...problems.map((problem) => `✗ ${problem}`), 'Nothing was changed.'].join('\n'),
    );
}

async function findAccountLimits(
  fetchJson: FetchJson,
  project: string,
  account: string,
  steps: readonly DeployStep[],
): Promise<string[]> {
  const problems = await findDeployerProblems(fetchJson, project, account);
  if (problems.length > 0) return problems;
  const pending = await Promise.all(steps.map(({ findChanges }) => findChanges(fetchJson)));
  return steps
    .filter((_, index) => (pending[index] ?? []).length > 0)
    .map(
      ({ name }) => `“${name}” needs a project owner. Ask one to run npm run deploy -- ${project}`,
    );
}

class SmokeTestError extends CommandError {}

async function findLiveProblems(
  fetchJson: FetchJson,
  { project, allowPaused }: DeployOptions,
  canary: Canary | null,
) {
  const [live, schedules] = await Promise.all([
    listReleases(fetchJson, project),
    findScheduleProblems(fetchJson, project),
  ]);
  const isMissing = live.length > 0 && canary === null;
  return {
    previous: live[0] ?? null,
    problems: [
      ...(isMissing
        ? [
            `The smoke test has no account. Sign up a member, then run echo -n 'ADDRESS PASSWORD' | npx firebase functions:secrets:set ${CANARY_SECRET} --project ${project} --data-file -`,
          ]
        : []),
      ...(allowPaused ? [] : schedules),
    ],
    notes: allowPaused ? schedules : [],
  };
}

async function restorePrevious(
  previous: SiteRelease | null,
  facts: ProjectFacts,
  { commit }: Code,
  context: DeployContext,
): Promise<void> {
  if (previous === null) {
    context.say('There is no earlier version to roll back to.');
    return;
  }
  // A redeployment has the same functions, so only the site has to be restored.
  const target = previous.commit === commit ? { ...previous, commit: null } : previous;
  await rollBackTo(target, facts, context);
}

/**
 * Deploys to a project in any state, even an empty one. Rolls back if the site fails its smoke
 * test.
 * @returns the exit code
 * @throws CommandError if a call fails, or before any change if a manual prerequisite is missing
 */
export async function deployProject(
  options: DeployOptions,
  context: DeployContext,
): Promise<number> {
  const fetchJson = createFetchJson(context.run);
  const { project } = options;
  const demand = { functions: options.functions, indexes: readIndexes() };
  const canary = await readCanary(fetchJson, project);
  const [{ facts, problems }, quotas, live] = await Promise.all([
    surveyProject(fetchJson, project, options.channels),
    findQuotaProblems(fetchJson, project, demand),
    findLiveProblems(fetchJson, options, canary),
  ]);
  assertNoProblems([...options.problems, ...problems, ...quotas, ...live.problems]);
  const platform = buildPlatformSteps(facts, options.address, options.retention);
  if (options.deployer !== null)
    assertNoProblems(await findAccountLimits(fetchJson, project, options.deployer, platform));
  for (const note of live.notes) context.say(`! ${note}`);
  const { prepare, rules, functions, site } = buildCodeSteps(
    facts,
    options.code,
    Object.keys(options.functions).length,
  );
  if (live.previous?.commit === options.code.commit && !options.code.again)
    context.say(
      `! This commit’s site is already live, so it isn’t tested. To test it: npm run deploy:smoke -- ${project}`,
    );
  const verify = async () => {
    context.say('→ Smoke test');
    const failure = await options.smoke({ canary, bucket: facts.bucket });
    if (failure !== null) throw new SmokeTestError(failure);
  };
  const steps = [
    prepare,
    ...platform,
    ...rules,
    functions,
    ...buildInvokerSteps(facts),
    { ...site, verify },
    ...buildMonitoringSteps(facts, options.address, options.budget),
  ];
  try {
    return await runSteps(steps, context);
  } catch (error) {
    if (!(error instanceof SmokeTestError)) throw error;
    context.say(`✗ The smoke test failed: ${error.message}`);
    await restorePrevious(live.previous, facts, options.code, context);
    return 1;
  }
}
