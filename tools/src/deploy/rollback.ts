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
 * Releases an earlier version. Its files stay pinned to the API revision that they came with.
 */
const createSiteStep = (project: string, version: string, remedy: string): DeployStep => ({
  name: `Earlier site, version ${version}`,
  remedy,
  findChanges: async (fetchJson) =>
    (await listReleases(fetchJson, project))[0]?.version === version
      ? []
      : [firebase(`hosting:clone ${project}@${version} ${project}:live --project ${project}`)],
});

/**
 * The site comes first, because its release also restores the API within seconds and without a
 * build. Functions and rules follow.
 * Indexes stay, because unused ones don't harm older code.
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
    findChanges: () => Promise.resolve(calls),
  });
  const deployFrom = (only: string, ...more: string[]) =>
    createDeployCall(project, only, ...more, '--config', join(folder, 'firebase.json'));
  const createGitCall = (...args: string[]): Call => ({ program: 'git', args });
  return [
    createSiteStep(project, version, remedy),
    {
      name: `Build ${commit.slice(0, 7)} in its own worktree`,
      remedy: `git fetch origin ${commit} && ${remedy}`,
      findChanges: () =>
        Promise.resolve([
          ...(existsSync(folder)
            ? []
            : [createGitCall('worktree', 'add', '--detach', folder, commit)]),
          createBuildCall(app, '--prefix', folder),
        ]),
    },
    createStep('Earlier functions', deployFrom('functions', '--force')),
    createStep('Earlier rules', deployFrom('firestore:rules,storage')),
    createStep('Remove the worktree', createGitCall('worktree', 'remove', '--force', folder)),
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
    throw new CommandError(
      `${project} has no earlier release with a recorded commit to roll back to.`,
    );
  return target;
}

async function readApp(fetchJson: FetchJson, project: string): Promise<string> {
  const app = await fetchWebApp(fetchJson, project);
  // No full survey, because a rollback is urgent and must not fail over a missing alert channel.
  if (app === null)
    throw new CommandError(
      `No web app was found in ${project}. Check the project’s name and your gcloud login.`,
    );
  return JSON.stringify(app);
}

/**
 * Rolls functions, site and rules back by one version, or to the live version if a deployment
 * stopped before it released the site.
 * @param to the commit of an interrupted rollback; by default that of `findPreviousVersion`
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
