import { CACHE_PREFIX } from '../data/core/workerProtocol';
import { savesData } from '../data/pwa/savesData';

/** A file of the built site. */
export interface SiteFile {
  /** Its URL: `/app.html`, `/assets/…`. */
  readonly url: string;
  /** Its digest, which fetch checks: only the file that was built is ever cached, whoever answers. */
  readonly integrity: string;
}

/** The site's files, listed by the build for its worker. */
export interface Site {
  /** Identifies the set of files. */
  readonly version: string;
  /** The build's name for people. */
  readonly name: string;
  /** The files for every visitor. */
  readonly shell: readonly SiteFile[];
  /** Additional files for members, cached all or not at all. */
  readonly kit: readonly SiteFile[];
}

/** Cache with one entry: the versions whose files are cached, the running one, the previous one, and one that is to run. */
const VERSIONS_CACHE = `${CACHE_PREFIX}versions`;

const VERSIONS_ENTRY = '/site-versions';

/** Name of the cache that holds a version's shell. */
export const shellOf = (version: string): string => `${CACHE_PREFIX}shell-${version}`;

/** Name of the cache that holds a version's offline kit. */
export const kitOf = (version: string): string => `${CACHE_PREFIX}kit-${version}`;

const isText = (value: unknown) => typeof value === 'string';

/** The versions whose files are cached, the running one first; empty before the first one is installed. */
async function storedVersions(): Promise<string[]> {
  const entry = await caches.match(VERSIONS_ENTRY, { cacheName: VERSIONS_CACHE });
  const versions: unknown = await entry?.json();
  return Array.isArray(versions) ? versions.filter(isText) : [];
}

/** Names of all caches created by the site. */
export const ownCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));

/** Deletes the files of all versions but these. */
async function keepOnly(versions: readonly string[]): Promise<void> {
  const stay = [VERSIONS_CACHE, ...versions.flatMap((one) => [shellOf(one), kitOf(one)])];
  const gone = (await ownCaches()).filter((name) => !stay.includes(name));
  await Promise.all(gone.map((name) => caches.delete(name)));
}

const isFull = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Runs `work`, which takes room; where there is none, the kits of these versions go, one after the other, until it is done.
 * @throws what `work` throws then
 */
async function withRoom(work: () => Promise<void>, spare: readonly string[]): Promise<void> {
  try {
    await work();
  } catch (error) {
    const [first, ...others] = spare;
    if (!isFull(error) || first === undefined) throw error;
    await caches.delete(kitOf(first));
    await withRoom(work, others);
  }
}

/** Notes these versions as those whose files stay. */
const writeVersions = (versions: readonly string[]): Promise<void> =>
  withRoom(
    async () => {
      const index = await caches.open(VERSIONS_CACHE);
      await index.put(VERSIONS_ENTRY, new Response(JSON.stringify(versions)));
    },
    [...versions].reverse(),
  );

/**
 * Makes this version the running one. The previous version's files stay, as a tab that was opened with it may request
 * any of them. All other caches are deleted.
 */
export async function activateVersion(version: string): Promise<void> {
  const others = (await storedVersions()).filter((other) => other !== version);
  const versions = [version, ...others].slice(0, 2);
  await keepOnly(versions);
  await writeVersions(versions);
}

/** The cache key of a file; it identifies the content, as hashed names already do. */
export const keyOf = ({ url, integrity }: SiteFile): string =>
  url.startsWith('/assets/') ? url : `${url}?${encodeURIComponent(integrity)}`;

/** Number of concurrent fetches. */
const PARALLEL_FETCHES = 4;

async function cacheFile(cache: Cache, file: SiteFile): Promise<void> {
  const key = keyOf(file);
  if (await cache.match(key)) return;
  // Files that the previous build already has aren't fetched again.
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
 * Caches all of these files under this name; existing ones stay, so that a retry resumes after a failure. `onKept` is
 * called after each. Once one fails no other is begun, and all that were are over when this is.
 * @throws Error where one can't be fetched, isn't the one that was built, or, before all else, finds no room
 */
async function cacheAll(
  name: string,
  files: readonly SiteFile[],
  onKept: () => void = () => undefined,
): Promise<void> {
  const cache = await caches.open(name);
  const left = [...files];
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
    left.length = 0;
  };
  const work = async () => {
    for (let file = left.shift(); file; file = left.shift())
      await cacheFile(cache, file).then(onKept, fail);
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, work));
  if (failures.length > 0) throw failures.find(isFull) ?? failures[0];
}

/** Caches the offline kit; where there is no room for all of it, nothing of it stays. @throws as {@link cacheAll} */
async function cacheKit({ version, kit }: Site, onKept?: () => void): Promise<void> {
  try {
    await cacheAll(kitOf(version), kit, onKept);
  } catch (error) {
    if (isFull(error)) await caches.delete(kitOf(version));
    throw error;
  }
}

/**
 * Caches what is missing of the running version: the offline kit, and the shell, which a browser may have evicted.
 * `onKept` is called after each file, also after one that was there.
 * @throws Error for the first file that can't be fetched, or for which there is no room
 */
export async function cacheMissing(site: Site, onKept: () => void): Promise<void> {
  await cacheAll(shellOf(site.version), site.shell, onKept);
  await cacheKit(site, onKept);
}

/** Number of these files in the cache of this name. */
export async function countCached(name: string, files: readonly SiteFile[]): Promise<number> {
  if (!(await caches.has(name))) return 0;
  const cache = await caches.open(name);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return files.filter((file) => kept.has(new URL(keyOf(file), self.location.origin).href)).length;
}

/** What else there is of the site on a device where a version is installed. */
interface Installed {
  /** Whether another version runs. */
  readonly runs: boolean;
  /** Whether yet another one waits to run, whose files nobody else knows: it takes over if this one fails. */
  readonly waits: boolean;
}

/**
 * Caches a new version while another one may run: its shell, and its kit where the running one has one, which means that
 * a member uses this device. A device without room for the kit goes on with the shell alone; one without room for the
 * shell gives up kits of before.
 * @throws Error for the first file that can't be fetched, or a shell for which there is no room
 */
export async function cacheVersion(site: Site, { runs, waits }: Installed): Promise<void> {
  const { version, shell } = site;
  const kept = await storedVersions();
  // Delete leftovers of failed installations, unless the index was lost: then we can't tell which files are in use.
  if (!waits && (kept.length > 0 || !runs)) await keepOnly([version, ...kept]);
  await withRoom(() => cacheAll(shellOf(version), shell), [...kept].reverse());
  const [running] = kept;
  if (running !== undefined && (await caches.has(kitOf(running))) && !savesData())
    await cacheKit(site).catch((error: unknown) => {
      if (!isFull(error)) throw error;
    });
  // Noted before the version runs: if the write failed later, the next version would delete the running one's files.
  if (!kept.includes(version)) await writeVersions([...kept, version]);
}
