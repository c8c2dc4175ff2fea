import * as z from 'zod/mini';
import { type Ask, type Call, firebase, gcloud, http } from './cli';

export const deployCall = (project: string, only: string, ...more: string[]): Call =>
  firebase(`deploy --project ${project} --non-interactive --only ${only}`, ...more);

/** @param app the web app's configuration, as JSON */
export const buildCall = (app: string, ...folder: string[]): Call => ({
  program: 'env',
  args: [`VITE_FIREBASE=${app}`, 'npm', ...folder, 'run', 'build'],
});

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
export async function listReleases(ask: Ask, project: string): Promise<Released[]> {
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

export async function liveFunctions(ask: Ask, project: string): Promise<LiveFunction[]> {
  const list = gcloud(`functions list --v2 --project=${project} --format=json`);
  const all = (await ask(list, functionsSchema)) ?? [];
  return all.map(({ state, serviceConfig }) => ({
    commit: serviceConfig.environmentVariables['COMMIT'] ?? null,
    isActive: state === 'ACTIVE',
  }));
}

/**
 * The version to roll a project back to: the one before the live version's first release. Functions of another commit
 * than the site's are left by a deployment or a rollback that stopped half-way: then it is the live version.
 * @param functions the commits of the deployed functions
 * @returns undefined if there is none
 */
export function versionBefore(
  releases: readonly Released[],
  functions: readonly (string | null)[],
): Released | undefined {
  const live = releases[0];
  if (!functions.every((commit) => commit === null || commit === live?.commit)) return live;
  const first = releases.findLastIndex(({ version }) => version === live?.version);
  return releases.slice(first + 1).find(({ commit }) => commit !== null && commit !== live?.commit);
}
