/** A file of the built site. */
export interface SiteFile {
  /** Where it is served: `/app.html`, `/assets/…`. */
  readonly url: string;
  /** Its digest, as fetch checks it: nothing else than what was built is ever kept, whoever answers. */
  readonly integrity: string;
}

/** What the build tells its worker of the site. */
export interface Site {
  /** Names what is kept: another for every other set of files. */
  readonly version: string;
  /** Names the build to people. */
  readonly name: string;
  /** What every visitor gets. */
  readonly shell: readonly SiteFile[];
  /** What members get beyond that, all or nothing. */
  readonly kit: readonly SiteFile[];
}

const CACHE_PREFIX = 'site-';

/** Holds one entry, which names the versions whose files are kept: the running one and the one before. */
const VERSIONS_CACHE = `${CACHE_PREFIX}versions`;

const VERSIONS_ENTRY = '/site-versions';

/** Name of the cache that holds a version's shell. */
export const shellOf = (version: string): string => `${CACHE_PREFIX}shell-${version}`;

/** Name of the cache that holds a version's offline kit. */
export const kitOf = (version: string): string => `${CACHE_PREFIX}kit-${version}`;

const isText = (value: unknown) => typeof value === 'string';

/** The versions whose files are kept, the running one first; none before the first one runs. */
export async function keptVersions(): Promise<string[]> {
  const entry = await caches.match(VERSIONS_ENTRY, { cacheName: VERSIONS_CACHE });
  const versions: unknown = await entry?.json();
  return Array.isArray(versions) ? versions.filter(isText) : [];
}

/** Names of all caches that the site made. */
export const ownCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));

/**
 * Makes this version the running one. The files of the one before stay: a tab that was opened with it may ask for any of
 * them. All others go.
 */
export async function activateVersion(version: string): Promise<void> {
  const others = (await keptVersions()).filter((other) => other !== version);
  const versions = [version, ...others].slice(0, 2);
  const index = await caches.open(VERSIONS_CACHE);
  await index.put(VERSIONS_ENTRY, Response.json(versions));
  const stay = [VERSIONS_CACHE, ...versions.flatMap((one) => [shellOf(one), kitOf(one)])];
  const gone = (await ownCaches()).filter((name) => !stay.includes(name));
  await Promise.all(gone.map((name) => caches.delete(name)));
}

/** What is kept under a URL; its name tells its content, of which hashed names do by themselves. */
export const keyOf = ({ url, integrity }: SiteFile): string =>
  url.startsWith('/assets/') ? url : `${url}?${encodeURIComponent(integrity)}`;

/** How many files are asked for at a time. */
const PARALLEL_FETCHES = 4;

async function cacheFile(cache: Cache, file: SiteFile): Promise<void> {
  const key = keyOf(file);
  if (await cache.match(key)) return;
  // What a build has in common with the one before is not fetched again.
  const reply =
    (await caches.match(key)) ??
    (await fetch(file.url, {
      integrity: file.integrity,
      cache: key === file.url ? 'default' : 'no-cache',
      redirect: 'error',
      priority: 'low',
    }));
  if (!reply.ok) throw new Error(`${file.url} was answered with ${reply.status}`);
  await cache.put(key, reply);
}

/**
 * Keeps all of these files in the cache of this name; what is there already stays, so that a try after a failed one goes on
 * where that ended. `onKept` is called after each.
 * @throws Error with the first file that can't be had, or is not the one that was built
 */
export async function cacheAll(
  name: string,
  files: readonly SiteFile[],
  onKept: () => void = () => undefined,
): Promise<void> {
  const cache = await caches.open(name);
  const left = [...files];
  const work = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      await cacheFile(cache, file);
      onKept();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, work));
}

/** How many of these files the cache of this name holds. */
export async function countCached(name: string, files: readonly SiteFile[]): Promise<number> {
  if (!(await caches.has(name))) return 0;
  const cache = await caches.open(name);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return files.filter((file) => kept.has(new URL(keyOf(file), self.location.origin).href)).length;
}
