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

/** `commit` is null if the version was deployed by hand. */
export interface SiteRelease {
  readonly version: string;
  readonly commit: string | null;
}

const isCommit = (text = ''): boolean => /^[0-9a-f]{40}$/.test(text);

/**
 * The site's releases, newest first. Each deployment names its commit in the release message, so
 * the platform records which code is live.
 */
export async function listReleases(fetchJson: FetchJson, project: string): Promise<SiteRelease[]> {
  const url = `https://firebasehosting.googleapis.com/v1beta1/sites/${project}/releases?pageSize=100`;
  const { releases } = (await fetchJson(http('GET', url), releasesSchema)) ?? { releases: [] };
  return releases.map(({ version: { name } }) => {
    // A rollback releases a version without a message, so its earlier release names the commit.
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
  const all = (await fetchJson(list, functionsSchema)) ?? [];
  return all.map(({ state, serviceConfig }) => ({
    commit: serviceConfig.environmentVariables['COMMIT'] ?? null,
    isActive: state === 'ACTIVE',
  }));
}

/**
 * The version to roll back to: the one before the live version's first release.
 * If functions and site have different commits, a deployment or rollback was interrupted: then it
 * is the live version.
 * @param functions commits of the deployed functions
 */
export function findPreviousVersion(
  releases: readonly SiteRelease[],
  functions: readonly (string | null)[],
): SiteRelease | undefined {
  const live = releases[0];
  if (!functions.every((commit) => commit === null || commit === live?.commit)) return live;
  const first = releases.findLastIndex(({ version }) => version === live?.version);
  return releases.slice(first + 1).find(({ commit }) => commit !== null && commit !== live?.commit);
}
