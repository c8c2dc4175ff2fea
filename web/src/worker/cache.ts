import { CACHE_PREFIX } from '../data/core/workerProtocol';
import { isSavingData } from '../data/pwa/savesData';

export interface SiteFile {
  readonly url: string;
  /** Verified by fetch, so that only files of the build are ever cached. */
  readonly integrity: string;
}

export interface Site {
  readonly version: string;
  readonly name: string;
  readonly shell: readonly SiteFile[];
  readonly kit: readonly SiteFile[];
}

type Digests = Readonly<Record<string, string>>;

/** Inlined by the build: SHA-256 digests (base64) by URL, which takes the fewest bytes. */
export interface BuiltSite extends Pick<Site, 'version' | 'name'> {
  readonly shell: Digests;
  readonly kit: Digests;
}

const toSiteFiles = (digests: Digests): SiteFile[] =>
  Object.entries(digests).map(([url, digest]) => ({ url, integrity: `sha256-${digest}` }));

export const toSite = ({ shell, kit, ...build }: BuiltSite): Site => ({
  ...build,
  shell: toSiteFiles(shell),
  kit: toSiteFiles(kit),
});

/**
 * Its only entry lists the versions whose files are cached: running, previous, and about to run.
 */
const VERSIONS_CACHE = `${CACHE_PREFIX}versions`;

const VERSIONS_ENTRY = '/site-versions';

export const getShellName = (version: string): string => `${CACHE_PREFIX}shell-${version}`;

export const getKitName = (version: string): string => `${CACHE_PREFIX}kit-${version}`;

const isText = (value: unknown) => typeof value === 'string';

/** The running version first. Empty before the first one is installed. */
async function readVersions(): Promise<string[]> {
  const entry = await caches.match(VERSIONS_ENTRY, { cacheName: VERSIONS_CACHE });
  const versions: unknown = await entry?.json();
  return Array.isArray(versions) ? versions.filter(isText) : [];
}

export const listSiteCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));

async function deleteOtherVersions(versions: readonly string[]): Promise<void> {
  const retainedNames = [
    VERSIONS_CACHE,
    ...versions.flatMap((version) => [getShellName(version), getKitName(version)]),
  ];
  const obsolete = (await listSiteCaches()).filter((name) => !retainedNames.includes(name));
  await Promise.all(obsolete.map((name) => caches.delete(name)));
}

const isFull = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Runs `work`. If there is no room, deletes these versions' kits one by one and retries.
 * Rethrows the last failure of `work`.
 */
async function retryWithRoom(
  work: () => Promise<void>,
  spareVersions: readonly string[],
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const [spareVersion, ...others] = spareVersions;
    if (!isFull(error) || spareVersion === undefined) throw error;
    await caches.delete(getKitName(spareVersion));
    await retryWithRoom(work, others);
  }
}

const writeVersions = (versions: readonly string[]): Promise<void> =>
  retryWithRoom(
    async () => {
      const index = await caches.open(VERSIONS_CACHE);
      await index.put(VERSIONS_ENTRY, new Response(JSON.stringify(versions)));
    },
    [...versions].reverse(),
  );

/**
 * Makes this version the running one. Retains the previous version's files, because an older tab
 * may request them, and deletes all others.
 */
export async function activateVersion(version: string): Promise<void> {
  const others = (await readVersions()).filter((other) => other !== version);
  const versions = [version, ...others].slice(0, 2);
  await deleteOtherVersions(versions);
  await writeVersions(versions);
}

/** Keys identify the content: hashed names suffice, other URLs also need the digest. */
export const toCacheKey = ({ url, integrity }: SiteFile): string =>
  url.startsWith('/assets/') ? url : `${url}?${encodeURIComponent(integrity)}`;

const MAX_PARALLEL_FETCHES = 4;

async function cacheFile(cache: Cache, file: SiteFile): Promise<void> {
  const key = toCacheKey(file);
  if (await cache.match(key)) return;
  // Files that the previous build already cached aren't fetched again.
  const response =
    (await caches.match(key)) ??
    (await fetch(file.url, {
      integrity: file.integrity,
      cache: key === file.url ? 'default' : 'no-cache',
      redirect: 'error',
      priority: 'low',
    }));
  if (!response.ok) throw new Error(`Fetching ${file.url} failed with status ${response.status}`);
  await cache.put(key, response);
}

/**
 * Caches these files. Existing ones stay, so that a retry resumes. After a failure no other
 * download starts, and running ones are awaited.
 * @param onCached called after each file
 * @throws Error if a file can't be fetched or differs from the build; running out of storage takes
 * precedence
 */
async function cacheAll(
  name: string,
  files: readonly SiteFile[],
  onCached: () => void = () => undefined,
): Promise<void> {
  const cache = await caches.open(name);
  const remaining = [...files];
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
    remaining.length = 0;
  };
  const downloadNext = async () => {
    for (let file = remaining.shift(); file; file = remaining.shift())
      await cacheFile(cache, file).then(onCached, fail);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_FETCHES }, downloadNext));
  if (failures.length > 0) throw failures.find(isFull) ?? failures[0];
}

async function cacheKit({ version, kit }: Site, onCached?: () => void): Promise<void> {
  try {
    await cacheAll(getKitName(version), kit, onCached);
  } catch (error) {
    if (isFull(error)) await caches.delete(getKitName(version));
    throw error;
  }
}

/**
 * Caches missing files of the running version: the kit, and the shell, which a browser may have
 * evicted.
 * @param onCached called after each file, including existing ones
 * @throws Error for the first file that can't be fetched or doesn't fit
 */
export async function cacheMissing(site: Site, onCached: () => void): Promise<void> {
  await cacheAll(getShellName(site.version), site.shell, onCached);
  await cacheKit(site, onCached);
}

export async function countCached(name: string, files: readonly SiteFile[]): Promise<number> {
  if (!(await caches.has(name))) return 0;
  const cache = await caches.open(name);
  const cachedUrls = new Set((await cache.keys()).map(({ url }) => url));
  return files.filter((file) =>
    cachedUrls.has(new URL(toCacheKey(file), self.location.origin).href),
  ).length;
}

interface Installed {
  readonly runs: boolean;
  /**
   * Another version is waiting. Its files aren't listed yet, and it takes over if this one fails.
   */
  readonly waits: boolean;
}

/**
 * Caches a new version while another may run. The kit is cached only if the running version has
 * one, which means that a member uses this device. Skips the kit if there is no room for it.
 * Deletes earlier kits if there is no room for the shell.
 * @throws Error for the first file that can't be fetched, or if there is no room for the shell
 */
export async function cacheVersion(site: Site, { runs, waits }: Installed): Promise<void> {
  const { version, shell } = site;
  const versions = await readVersions();
  // Deletes leftovers of failed installations. If the index was lost, nothing is deleted, because
  // we can't tell which files are in use.
  if (!waits && (versions.length > 0 || !runs)) await deleteOtherVersions([version, ...versions]);
  await retryWithRoom(() => cacheAll(getShellName(version), shell), [...versions].reverse());
  const [running] = versions;
  if (running !== undefined && (await caches.has(getKitName(running))) && !isSavingData())
    await cacheKit(site).catch((error: unknown) => {
      if (!isFull(error)) throw error;
    });
  // Written before the version runs: if the write failed later, the next version would delete the
  // running one's files.
  if (!versions.includes(version)) await writeVersions([...versions, version]);
}
