import * as z from 'zod/mini';
import { type FetchJson, type Call, firebase, gcloud, http } from './cli';

export const createDeployCall = (project: string, only: string, ...more: string[]): Call =>
  firebase(`deploy --project ${project} --non-interactive --only ${only}`, ...more);

export const createBuildCall = (app: string, ...folder: string[]): Call => ({
  program: 'env',
  args: [`VITE_FIREBASE=${app}`, 'npm', ...folder, 'run', 'build'],
});

const releasesSchema = z.object({
  releases: z._default(
    z.array(z.object({ message: z.optional(z.string()), version: z.object({ name: z.string() }) })),
    [],
  ),
});

/** `commit` is null for a version that was not deployed by this tool. */
export interface SiteRelease {
  readonly version: string;
  readonly commit: string | null;
}

const isCommit = (text = ''): boolean => /^[0-9a-f]{40}$/.test(text);

/**
 * The site's releases, newest first. The release message of each deployment is its commit, so
 * Hosting records which code is live.
 */
export async function listReleases(fetchJson: FetchJson, project: string): Promise<SiteRelease[]> {
  const url = `https://firebasehosting.googleapis.com/v1beta1/sites/${project}/releases?pageSize=100`;
  const { releases } = (await fetchJson(http('GET', url), releasesSchema)) ?? { releases: [] };
  return releases.map(({ version: { name } }) => {
    // A rollback's release has no message, so look the commit up in the version's earlier release.
    const namedRelease = releases.find(
      ({ message, version }) => version.name === name && isCommit(message),
    );
    return { version: name.split('/').at(-1) ?? '', commit: namedRelease?.message ?? null };
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

interface LiveFunction {
  readonly commit: string | null;
  readonly isActive: boolean;
}

export async function listLiveFunctions(
  fetchJson: FetchJson,
  project: string,
): Promise<LiveFunction[]> {
  const list = gcloud(`functions list --v2 --project=${project} --format=json`);
  const functions = (await fetchJson(list, functionsSchema)) ?? [];
  return functions.map(({ state, serviceConfig }) => ({
    commit: serviceConfig.environmentVariables['COMMIT'] ?? null,
    isActive: state === 'ACTIVE',
  }));
}

/**
 * The version to roll back to is the one before the live version's first release.
 * If functions and site have different commits, a deployment or rollback was interrupted, so the
 * live version is returned.
 * @param functions commits of the deployed functions
 */
export function findPreviousVersion(
  releases: readonly SiteRelease[],
  functions: readonly (string | null)[],
): SiteRelease | undefined {
  const live = releases[0];
  if (!functions.every((commit) => commit === null || commit === live?.commit)) return live;
  const firstIndex = releases.findLastIndex(({ version }) => version === live?.version);
  return releases
    .slice(firstIndex + 1)
    .find(({ commit }) => commit !== null && commit !== live?.commit);
}
