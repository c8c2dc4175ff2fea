import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../suite/command';
import { inRoot } from '../system/root';
import { type Ask, askWith, type Call, firebase } from './cli';
import { carryOut, type DeployStep, type Place } from './plan';
import {
  buildCall,
  deployCall,
  liveFunctions,
  type Released,
  listReleases,
  versionBefore,
} from './releases';
import { appOf } from './survey';

/** Releases a version again: the site's files, pinned to the revision of the API that they came with. */
const siteStep = (project: string, version: string, remedy: string): DeployStep => ({
  name: `Site of before, version ${version}`,
  remedy,
  look: async (ask) =>
    (await listReleases(ask, project))[0]?.version === version
      ? []
      : [firebase(`hosting:clone ${project}@${version} ${project}:live --project ${project}`)],
});

/**
 * Takes a project to an earlier version: the site first, which brings its API back within seconds and builds nothing.
 * Then what listens to events and schedules, and the rules. Indexes stay, as older code needs no fewer.
 */
function stepsTo(project: string, app: string, { version, commit }: Released): DeployStep[] {
  if (commit === null)
    return [
      siteStep(
        project,
        version,
        `npx firebase hosting:clone ${project}@${version} ${project}:live --project ${project}`,
      ),
    ];
  const folder = inRoot('.local', 'rollback', commit);
  const remedy = `npm run rollback -- ${project} --to ${commit}`;
  const always = (name: string, ...calls: Call[]): DeployStep => ({
    name,
    remedy,
    look: () => Promise.resolve(calls),
  });
  const from = (only: string, ...more: string[]) =>
    deployCall(project, only, ...more, '--config', join(folder, 'firebase.json'));
  const git = (...args: string[]): Call => ({ program: 'git', args });
  return [
    siteStep(project, version, remedy),
    {
      name: `Build ${commit.slice(0, 7)} apart`,
      remedy: `git fetch origin ${commit} && ${remedy}`,
      look: () =>
        Promise.resolve([
          ...(existsSync(folder) ? [] : [git('worktree', 'add', '--detach', folder, commit)]),
          buildCall(app, '--prefix', folder),
        ]),
    },
    always('Functions of before', from('functions', '--force')),
    always('Rules of before', from('firestore:rules,storage')),
    always('Clear away', git('worktree', 'remove', '--force', folder)),
  ];
}

/** @throws CommandError if there is no such version */
async function findVersion(ask: Ask, project: string, to?: string): Promise<Released> {
  const releases = await listReleases(ask, project);
  const functions = (await liveFunctions(ask, project)).map(({ commit }) => commit);
  const target =
    to === undefined
      ? versionBefore(releases, functions)
      : releases.find(({ commit }) => commit === to);
  if (!target?.commit)
    throw new CommandError(`No release of ${project} before the live one names its commit.`);
  return target;
}

/** @throws CommandError if the project has no web app */
async function readApp(ask: Ask, project: string): Promise<string> {
  const app = await appOf(ask, project);
  // No full survey: a rollback is urgent, and must not fail over a missing alert channel.
  if (app === null)
    throw new CommandError(`There is no web app in ${project}, or no such project.`);
  return JSON.stringify(app);
}

/**
 * Rolls functions, site and rules back by one version, or to the live one if a deployment stopped before its site.
 * @param to the commit to go back to, if a rollback stopped half-way; by default that of `versionBefore`
 * @returns the exit code
 * @throws CommandError if there is no such version, or if a call fails
 */
export async function rollBack(project: string, place: Place, to?: string): Promise<number> {
  const ask = askWith(place.run);
  const [app, target] = [await readApp(ask, project), await findVersion(ask, project, to)];
  return carryOut(stepsTo(project, app, target), place);
}

/** Takes a project to the version that was live before a deployment failed its smoke test, without asking. */
export const rollBackTo = (
  target: Released,
  { project, app }: { readonly project: string; readonly app: string },
  place: Place,
): Promise<number> =>
  carryOut(stepsTo(project, app, target), { ...place, confirm: () => Promise.resolve(true) });
