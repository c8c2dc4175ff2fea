import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { settingsFile } from '../build/functions';
import { CommandError } from '../suite/command';
import { inRoot } from '../system/root';
import { type AlertChannels, watchSteps } from './alerts';
import { type Ask, askWith, type Call, firebase, gcloud, http } from './cli';
import { carryOut, type DeployStep, type Place } from './plan';
import { covers, invokerSteps, platformSteps } from './platform';
import { appOf, type ProjectFacts, survey } from './survey';

const releasesSchema = z.object({
  releases: z._default(
    z.array(z.object({ message: z.optional(z.string()), version: z.object({ name: z.string() }) })),
    [],
  ),
});

/** A version of the site, and the commit it was built from; null if it was deployed by hand. */
export interface Released {
  readonly version: string;
  readonly commit: string | null;
}

const isCommit = (text = ''): boolean => /^[0-9a-f]{40}$/.test(text);

/**
 * The releases of the site, newest first. Each deployment names its commit in the release message, so that the platform
 * itself records which code is live.
 */
async function releasesOf(ask: Ask, project: string): Promise<Released[]> {
  const url = `https://firebasehosting.googleapis.com/v1beta1/sites/${project}/releases?pageSize=100`;
  const { releases } = (await ask(http('GET', url), releasesSchema)) ?? { releases: [] };
  return releases.map(({ version: { name } }) => {
    // A rollback releases a version without a message, so the message of its earlier release counts.
    const named = releases.find(
      ({ message, version }) => version.name === name && isCommit(message),
    );
    return { version: name.split('/').at(-1) ?? '', commit: named?.message ?? null };
  });
}

const functionsSchema = z.array(
  z.object({
    state: z.optional(z.string()),
    serviceConfig: z.object({
      environmentVariables: z._default(z.record(z.string(), z.string()), {}),
    }),
  }),
);

/** A deployed function: the commit that it was built from, null where it names none, and whether it runs. */
interface LiveFunction {
  readonly commit: string | null;
  readonly isActive: boolean;
}

async function liveFunctions(ask: Ask, project: string): Promise<LiveFunction[]> {
  const list = gcloud(`functions list --v2 --project=${project} --format=json`);
  const all = (await ask(list, functionsSchema)) ?? [];
  return all.map(({ state, serviceConfig }) => ({
    commit: serviceConfig.environmentVariables['COMMIT'] ?? null,
    isActive: state === 'ACTIVE',
  }));
}

/**
 * The version to roll a project back to: the one before the live version's first release. A deployment that stopped
 * before its site left functions of another commit: then it is the live version, to which they return.
 * @param functions the commits of the deployed functions
 * @returns undefined if there is none
 */
export function versionBefore(
  releases: readonly Released[],
  functions: readonly (string | null)[],
): Released | undefined {
  const live = releases[0];
  const first = releases.findLastIndex(({ version }) => version === live?.version);
  const before = releases
    .slice(first + 1)
    .find(({ commit }) => commit !== null && commit !== live?.commit);
  // A rollback that stopped before the site left functions of the version before.
  const expected = [null, live?.commit, before?.commit];
  return functions.every((commit) => expected.includes(commit)) ? before : live;
}

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

const deploying = (project: string, only: string, ...more: string[]): Call =>
  firebase(`deploy --project ${project} --non-interactive --only ${only}`, ...more);

const indexesAt = (path: string) =>
  z
    .object({ indexes: z.array(z.unknown()), fieldOverrides: z.array(z.unknown()) })
    .parse(JSON.parse(readFileSync(path, 'utf8')));

const indexStep = (project: string): DeployStep => ({
  name: 'Indexes and times to live',
  remedy: `npx firebase firestore:indexes --project ${project} --pretty`,
  look: async (ask) => {
    const live = (await ask(firebase(`firestore:indexes --project ${project} --json`), envelope))
      ?.result;
    const wanted = indexesAt(inRoot('firestore.indexes.json'));
    const isThere = (kind: 'indexes' | 'fieldOverrides') =>
      wanted[kind].every((one) => live?.[kind].some((other) => covers(other, one)));
    return isThere('indexes') && isThere('fieldOverrides')
      ? []
      : [deploying(project, 'firestore:indexes')];
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
  remedy: `npx firebase deploy --project ${project} --only firestore:rules,storage`,
  look: async (ask) => {
    const [database, files] = await Promise.all([
      liveRules(ask, project, 'cloud.firestore'),
      liveRules(ask, project, `firebase.storage/${bucket}`),
    ]);
    const isLive =
      database === textAt(inRoot('firestore.rules')) && files === textAt(inRoot('storage.rules'));
    return isLive ? [] : [deploying(project, 'firestore:rules,storage')];
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

const building = (app: string, ...folder: string[]): Call => ({
  program: 'env',
  args: [`VITE_FIREBASE=${app}`, 'npm', ...folder, 'run', 'build'],
});

/** The steps before anything in the project is changed, those for rules and indexes, and those for the code. */
function codeSteps(facts: ProjectFacts, { commit, isBuilt, again }: Code) {
  const { project, app } = facts;
  const isSiteLive: IsLive = async (ask) => (await releasesOf(ask, project))[0]?.commit === commit;
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
      const calls = [npm('run', 'deploy:check', '--', project, ...flags), building(app)];
      return unlessLive(isBuilt ? [] : calls, isSiteLive, areFunctionsLive)(ask);
    },
  };
  // `--force` skips the prompts: functions removed from the code are deleted, the cost of a warm instance is accepted,
  // and old images are cleaned up.
  const functions: DeployStep = {
    name: 'Functions and their schedules',
    remedy: `npx firebase deploy --project ${project} --only functions`,
    look: unlessLive([deploying(project, 'functions', '--force')], areFunctionsLive),
  };
  const site: DeployStep = {
    name: 'Site, pinned to the API that it was released with',
    remedy: `npx firebase deploy --project ${project} --only hosting --message ${commit}`,
    look: unlessLive([deploying(project, 'hosting', '--force', '--message', commit)], isSiteLive),
  };
  return { made, rules: [indexStep(project), rulesStep(facts)], functions, site };
}

/**
 * Rolls functions, site and rules back to the previous release, or to the live one where a deployment stopped before its
 * site. Indexes stay, as older code needs no fewer.
 * @param to the commit to go back to, if a rollback stopped half-way; by default that of `versionBefore`
 * @throws CommandError if there is none
 */
async function rollbackSteps(
  ask: Ask,
  { project, app }: Pick<ProjectFacts, 'project' | 'app'>,
  to?: string,
): Promise<DeployStep[]> {
  const releases = await releasesOf(ask, project);
  const target =
    to === undefined
      ? versionBefore(
          releases,
          (await liveFunctions(ask, project)).map(({ commit }) => commit),
        )
      : releases.find(({ commit }) => commit === to);
  if (!target?.commit)
    throw new CommandError(`No release of ${project} before the live one names its commit.`);
  const { commit, version } = target;
  const folder = inRoot('.local', 'rollback', commit);
  const remedy = `npm run rollback -- ${project} --to ${commit}`;
  const always = (name: string, ...calls: Call[]): DeployStep => ({
    name,
    remedy,
    look: () => Promise.resolve(calls),
  });
  const from = (only: string, ...more: string[]) =>
    deploying(project, only, ...more, '--config', join(folder, 'firebase.json'));
  const git = (...args: string[]): Call => ({ program: 'git', args });
  return [
    {
      name: `Build ${commit.slice(0, 7)} apart`,
      remedy: `git fetch origin ${commit} && ${remedy}`,
      look: () =>
        Promise.resolve([
          ...(existsSync(folder) ? [] : [git('worktree', 'add', '--detach', folder, commit)]),
          building(app, '--prefix', folder),
        ]),
    },
    always('Functions of before', from('functions', '--force')),
    {
      name: `Site of before, version ${version}`,
      remedy,
      look: async (again) =>
        (await releasesOf(again, project))[0]?.version === version
          ? []
          : [firebase(`hosting:clone ${project}@${version} ${project}:live --project ${project}`)],
    },
    always('Rules of before', from('firestore:rules,storage')),
    always('Clear away', git('worktree', 'remove', '--force', folder)),
  ];
}

/** What to deploy, and where. */
interface Order {
  readonly project: string;
  /** The site's address, from its settings. */
  readonly address: string;
  readonly channels: AlertChannels;
  /** An amount in the currency of the billing account; undefined leaves a budget that is there. */
  readonly budget: string | undefined;
  readonly code: Code;
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

/**
 * Brings a project to live from any state, even an empty one.
 * @returns the exit code
 * @throws CommandError if a prerequisite is missing that no step can create, before anything is changed, or if a call fails
 */
export async function deployTo(order: Order, place: Place): Promise<number> {
  const { facts, problems } = await survey(askWith(place.run), order.project, order.channels);
  refuseFor([...order.problems, ...problems]);
  const { made, rules, functions, site } = codeSteps(facts, order.code);
  const steps = [
    made,
    ...platformSteps(facts, order.address),
    ...rules,
    functions,
    ...invokerSteps(facts),
    site,
    ...watchSteps(facts, order.address, order.budget),
  ];
  return carryOut(steps, place);
}

/**
 * Rolls a project back by one version.
 * @returns the exit code
 * @throws CommandError as `deployTo` does
 */
export async function rollBack(project: string, place: Place, to?: string): Promise<number> {
  const ask = askWith(place.run);
  const app = await appOf(ask, project);
  // No full survey: a rollback is urgent, and must not fail over a missing alert channel.
  if (app === null)
    throw new CommandError(`There is no web app in ${project}, or no such project.`);
  return carryOut(await rollbackSteps(ask, { project, app: JSON.stringify(app) }, to), place);
}
