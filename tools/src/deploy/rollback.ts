import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../suite/command';
import { inRoot } from '../system/root';
import { type FetchJson, createFetchJson, type Call, firebase } from './cli';
import { runSteps, type DeployStep, type DeployContext } from './plan';
import {
  createBuildCall,
  createDeployCall,
  listLiveFunctions,
  type SiteRelease,
  listReleases,
  findPreviousVersion,
} from './releases';
import { fetchWebApp } from './survey';

/**
 * Releases a version again; the site's files are pinned to the API revision that they came with.
 */
const createSiteStep = (project: string, version: string, remedy: string): DeployStep => ({
  name: `Site of before, version ${version}`,
  remedy,
  look: async (fetchJson) =>
    (await listReleases(fetchJson, project))[0]?.version === version
      ? []
      : [firebase(`hosting:clone ${project}@${version} ${project}:live --project ${project}`)],
});

/**
 * The site comes first: it restores its API within seconds, without a build. Then event and
 * schedule functions, and the rules.
 * Indexes stay, because older code doesn't need fewer.
 */
function buildSteps(project: string, app: string, { version, commit }: SiteRelease): DeployStep[] {
  if (commit === null)
    return [
      createSiteStep(
        project,
        version,
        `npx firebase hosting:clone ${project}@${version} ${project}:live --project ${project}`,
      ),
    ];
  const folder = inRoot('.local', 'rollback', commit);
  const remedy = `npm run deploy:rollback -- ${project} --to ${commit}`;
  const createStep = (name: string, ...calls: Call[]): DeployStep => ({
    name,
    remedy,
    look: () => Promise.resolve(calls),
  });
  const deployFrom = (only: string, ...more: string[]) =>
    createDeployCall(project, only, ...more, '--config', join(folder, 'firebase.json'));
  const createGitCall = (...args: string[]): Call => ({ program: 'git', args });
  return [
    createSiteStep(project, version, remedy),
    {
      name: `Build ${commit.slice(0, 7)} apart`,
      remedy: `git fetch origin ${commit} && ${remedy}`,
      look: () =>
        Promise.resolve([
          ...(existsSync(folder)
            ? []
            : [createGitCall('worktree', 'add', '--detach', folder, commit)]),
          createBuildCall(app, '--prefix', folder),
        ]),
    },
    createStep('Functions of before', deployFrom('functions', '--force')),
    createStep('Rules of before', deployFrom('firestore:rules,storage')),
    createStep('Clear away', createGitCall('worktree', 'remove', '--force', folder)),
  ];
}

async function findVersion(
  fetchJson: FetchJson,
  project: string,
  to?: string,
): Promise<SiteRelease> {
  const releases = await listReleases(fetchJson, project);
  const functions = (await listLiveFunctions(fetchJson, project)).map(({ commit }) => commit);
  const target =
    to === undefined
      ? findPreviousVersion(releases, functions)
      : releases.find(({ commit }) => commit === to);
  if (!target?.commit)
    throw new CommandError(`No release of ${project} before the live one names its commit.`);
  return target;
}

async function readApp(fetchJson: FetchJson, project: string): Promise<string> {
  const app = await fetchWebApp(fetchJson, project);
  // No full survey: a rollback is urgent and must not fail over a missing alert channel.
  if (app === null)
    throw new CommandError(`There is no web app in ${project}, or no such project.`);
  return JSON.stringify(app);
}

/**
 * Rolls functions, site and rules back by one version, or to the live one if a deployment stopped
 * before its site.
 * @param to the commit of an interrupted rollback; by default that of `versionBefore`
 * @returns the exit code
 * @throws CommandError if there is no such version, or if a call fails
 */
export async function rollBack(
  project: string,
  context: DeployContext,
  to?: string,
): Promise<number> {
  const fetchJson = createFetchJson(context.run);
  const [app, target] = [
    await readApp(fetchJson, project),
    await findVersion(fetchJson, project, to),
  ];
  return runSteps(buildSteps(project, app, target), context);
}

export const rollBackTo = (
  target: SiteRelease,
  { project, app }: { readonly project: string; readonly app: string },
  context: DeployContext,
): Promise<number> =>
  runSteps(buildSteps(project, app, target), { ...context, confirm: () => Promise.resolve(true) });
