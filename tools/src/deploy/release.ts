import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { settingsFile } from '../build/functions';
import { CommandError } from '../suite/command';
import { inRoot } from '../system/root';
import { type AlertChannels, watchSteps } from './alerts';
import { type Ask, askWith, type Call, firebase, gcloud, http } from './cli';
import { CANARY_SECRET, readCanary } from './canary';
import { deployerProblems } from './deployer';
import { carryOut, type DeployStep, type Place } from './plan';
import { covers, invokerSteps, platformSteps, type Retention } from './platform';
import { type Demand, quotaProblems } from './quotas';
import { buildCall, deployCall, listReleases, liveFunctions, type Released } from './releases';
import { rollBackTo } from './rollback';
import { scheduleProblems } from './schedules';
import type { Canary } from './smoke';
import { type ProjectFacts, survey } from './survey';

const PROJECT = /["']?projectId\\?["']?\s*:\s*\\?"([a-z0-9-]+)\\?"/g;

/** The projects named in a built site, whose scripts contain the Firebase configuration. */
export function projectsOf(site: string): string[] {
  const assets = join(site, 'assets');
  if (!existsSync(assets)) return [];
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const named = scripts.flatMap((name) => [
    ...readFileSync(join(assets, name), 'utf8').matchAll(PROJECT),
  ]);
  return [...new Set(named.flatMap(([, project]) => project ?? []))];
}

const textAt = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/**
 * The parts of a build that belong to another project or commit, in sentences: the site's scripts, the functions' settings,
 * and the commit that they name.
 */
export function foreignParts(
  project: string,
  commit: string,
  { site, functions }: { site: string; functions: string },
) {
  const named = projectsOf(site);
  const settings = textAt(join(functions, `.env.${project}`));
  const { COMMIT: built = 'none' } = parseEnv(textAt(join(functions, '.env')));
  return [
    ...(named.join() === project
      ? []
      : [
          `web/dist was built for ${named.join(' and ') || 'no project'}, not for ${project}: npm run build`,
        ]),
    ...(settings !== '' && settings === textAt(settingsFile(project))
      ? []
      : [`functions/deploy does not hold the settings of ${project} as they are: npm run build`]),
    ...(built === commit
      ? []
      : [`functions/deploy was built from the commit ${built}, not from ${commit}: npm run build`]),
  ];
}

const envelope = z.object({
  result: z.looseObject({ indexes: z.array(z.unknown()), fieldOverrides: z.array(z.unknown()) }),
});
const rulesReleasesSchema = z.object({
  releases: z._default(z.array(z.object({ name: z.string(), rulesetName: z.string() })), []),
});
const rulesetSchema = z.object({
  source: z.object({ files: z.array(z.object({ content: z.string() })) }),
});

const declaredIndexes = () =>
  z
    .object({ indexes: z.array(z.unknown()), fieldOverrides: z.array(z.unknown()) })
    .parse(JSON.parse(readFileSync(inRoot('firestore.indexes.json'), 'utf8')));

const indexStep = (project: string): DeployStep => ({
  name: 'Indexes and times to live',
  remedy: `npx firebase firestore:indexes --project ${project} --pretty`,
  look: async (ask) => {
    const live = (await ask(firebase(`firestore:indexes --project ${project} --json`), envelope))
      ?.result;
    const wanted = declaredIndexes();
    const isThere = (kind: 'indexes' | 'fieldOverrides') =>
      wanted[kind].every((one) => live?.[kind].some((other) => covers(other, one)));
    return isThere('indexes') && isThere('fieldOverrides')
      ? []
      : [deployCall(project, 'firestore:indexes')];
  },
  settled: async (ask) => {
    const building = gcloud(
      `firestore indexes composite list --project=${project} --filter=state!=READY --format=json`,
    );
    return (await ask(building, z.array(z.unknown())))?.length === 0;
  },
});

/** The live rules of one service; null if there are none. */
async function liveRules(ask: Ask, project: string, service: string): Promise<string | null> {
  const url = 'https://firebaserules.googleapis.com/v1';
  const all = await ask(
    http('GET', `${url}/projects/${project}/releases?pageSize=100`),
    rulesReleasesSchema,
  );
  const found = all?.releases.find(
    ({ name }) => name === `projects/${project}/releases/${service}`,
  );
  const ruleset = found && (await ask(http('GET', `${url}/${found.rulesetName}`), rulesetSchema));
  return ruleset?.source.files[0]?.content ?? null;
}

const rulesStep = ({ project, bucket }: ProjectFacts): DeployStep => ({
  name: 'Rules of the database and of files',
  remedy: `npm run deploy -- ${project}`,
  look: async (ask) => {
    const [database, files] = await Promise.all([
      liveRules(ask, project, 'cloud.firestore'),
      liveRules(ask, project, `firebase.storage/${bucket}`),
    ]);
    const isLive =
      database === textAt(inRoot('firestore.rules')) && files === textAt(inRoot('storage.rules'));
    return isLive ? [] : [deployCall(project, 'firestore:rules,storage')];
  },
});

/** The code to deploy, and how. */
interface Code {
  readonly commit: string;
  /** Whether to deploy an existing build unchanged. */
  readonly isBuilt: boolean;
  /** Whether to deploy functions and site even if this commit is live, to pick up a new version of a secret. */
  readonly again: boolean;
}

type IsLive = (ask: Ask) => Promise<boolean>;

/**
 * What a new project's first functions meet: service agents whose roles take minutes to spread. And what a deployment of
 * all functions at once may meet: an instance of each is started, before those of the last deployment have ended.
 */
const NOT_READY =
  /Eventarc Service Agent|eventarc\.events\.receiveEvent|first time using 2nd gen functions|unable to publish to Cloud Pub\/Sub|total allowable CPU/i;

/** The steps before anything in the project is changed, those for rules and indexes, and those for the code. */
function codeSteps(facts: ProjectFacts, { commit, isBuilt, again }: Code) {
  const { project, app } = facts;
  const isSiteLive: IsLive = async (ask) =>
    (await listReleases(ask, project))[0]?.commit === commit;
  /** All of them: a deployment that stopped half-way leaves functions of two commits, or some that failed. */
  const areFunctionsLive: IsLive = async (ask) => {
    const deployed = await liveFunctions(ask, project);
    return deployed.length > 0 && deployed.every((one) => one.isActive && one.commit === commit);
  };
  /** The calls, unless this commit is live there. */
  const unlessLive =
    (calls: readonly Call[], ...places: IsLive[]) =>
    async (ask: Ask) => {
      const live = await Promise.all(places.map((isLive) => isLive(ask)));
      return live.includes(false) || again ? calls : [];
    };
  const npm = (...args: string[]): Call => ({ program: 'npm', args });
  const made: DeployStep = {
    name: 'Check and build what goes up',
    remedy: `npm run deploy:check -- ${project}`,
    look: async (ask) => {
      const flags = again && (await isSiteLive(ask)) ? ['--again'] : [];
      const calls = [npm('run', 'deploy:check', '--', project, ...flags), buildCall(app)];
      return unlessLive(isBuilt ? [] : calls, isSiteLive, areFunctionsLive)(ask);
    },
  };
  // `--force` skips the prompts: functions removed from the code are deleted, the cost of a warm instance is accepted,
  // and old images are cleaned up.
  const functions: DeployStep = {
    name: 'Functions and their schedules',
    passing: NOT_READY,
    remedy: `npm run deploy -- ${project}`,
    look: unlessLive([deployCall(project, 'functions', '--force')], areFunctionsLive),
  };
  const site: DeployStep = {
    name: 'Site, pinned to the API that it was released with',
    remedy: `npm run deploy -- ${project}`,
    look: unlessLive([deployCall(project, 'hosting', '--force', '--message', commit)], isSiteLive),
  };
  return { made, rules: [indexStep(project), rulesStep(facts)], functions, site };
}

/** What to deploy, and where. */
interface Order {
  readonly project: string;
  /** The site's address, from its settings. */
  readonly address: string;
  readonly channels: AlertChannels;
  readonly retention: Retention;
  /** An amount in the currency of the billing account; undefined leaves a budget that is there. */
  readonly budget: string | undefined;
  readonly code: Code;
  readonly functions: Demand['functions'];
  /** Uses the site as members do. @returns what failed, in a sentence; null if nothing did */
  readonly smoke: (site: { canary: Canary | null; bucket: string }) => Promise<string | null>;
  /** The service account that deploys; null for a person. */
  readonly deployer: string | null;
  /** Whether schedules may be paused, as while a backup is restored. */
  readonly allowPaused: boolean;
  /** Problems already found, in sentences. */
  readonly problems: readonly string[];
}

/** @throws CommandError that lists the problems, each with its remedy */
function refuseFor(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new CommandError(
      [...problems.map((one) => `✗ ${one}`), 'Nothing was changed.'].join('\n'),
    );
}

/** What an account can't deploy: roles that it lacks, and steps that make what only an owner may make. */
async function limitsOf(
  ask: Ask,
  project: string,
  account: string,
  steps: readonly DeployStep[],
): Promise<string[]> {
  const problems = await deployerProblems(ask, project, account);
  if (problems.length > 0) return problems;
  const pending = await Promise.all(steps.map(({ look }) => look(ask)));
  return steps
    .filter((_, index) => (pending[index] ?? []).length > 0)
    .map(({ name }) => `“${name}” needs an owner of the project: npm run deploy -- ${project}`);
}

/** A deployed site that doesn't work. */
class SmokeTestError extends CommandError {}

/** Problems with what is live: schedules that don't run, and an account for the smoke test that is not set. */
async function liveProblems(ask: Ask, { project, allowPaused }: Order, canary: Canary | null) {
  const [live, schedules] = await Promise.all([
    listReleases(ask, project),
    scheduleProblems(ask, project),
  ]);
  const isMissing = live.length > 0 && canary === null;
  return {
    before: live[0] ?? null,
    problems: [
      ...(isMissing
        ? [
            `Nobody can test what goes up: echo -n 'ADDRESS PASSWORD' | npx firebase functions:secrets:set ${CANARY_SECRET} --project ${project} --data-file -`,
          ]
        : []),
      ...(allowPaused ? [] : schedules),
    ],
    notes: allowPaused ? schedules : [],
  };
}

/** Takes the project back to the version before, whose site comes first. */
async function goBack(
  before: Released | null,
  facts: ProjectFacts,
  { commit }: Code,
  place: Place,
): Promise<void> {
  if (before === null) {
    place.say('There is no version before it to go back to.');
    return;
  }
  // Functions that were deployed again have the same code before and after.
  const target = before.commit === commit ? { ...before, commit: null } : before;
  await rollBackTo(target, facts, place);
}

/**
 * Brings a project to live from any state, even an empty one, and takes it back if the site then fails its smoke test.
 * @returns the exit code
 * @throws CommandError if a prerequisite is missing that no step can create, before anything is changed, or if a call fails
 */
export async function deployTo(order: Order, place: Place): Promise<number> {
  const ask = askWith(place.run);
  const { project } = order;
  const demand = { functions: order.functions, indexes: declaredIndexes() };
  const canary = await readCanary(ask, project);
  const [{ facts, problems }, quotas, live] = await Promise.all([
    survey(ask, project, order.channels),
    quotaProblems(ask, project, demand),
    liveProblems(ask, order, canary),
  ]);
  refuseFor([...order.problems, ...problems, ...quotas, ...live.problems]);
  const platform = platformSteps(facts, order.address, order.retention);
  if (order.deployer !== null) refuseFor(await limitsOf(ask, project, order.deployer, platform));
  for (const note of live.notes) place.say(`! ${note}`);
  const { made, rules, functions, site } = codeSteps(facts, order.code);
  const verify = async () => {
    place.say('→ Smoke test');
    const failure = await order.smoke({ canary, bucket: facts.bucket });
    if (failure !== null) throw new SmokeTestError(failure);
  };
  const steps = [
    made,
    ...platform,
    ...rules,
    functions,
    ...invokerSteps(facts),
    { ...site, verify },
    ...watchSteps(facts, order.address, order.budget),
  ];
  try {
    return await carryOut(steps, place);
  } catch (error) {
    if (!(error instanceof SmokeTestError)) throw error;
    place.say(`✗ The smoke test failed: ${error.message}`);
    await goBack(live.before, facts, order.code, place);
    return 1;
  }
}
