const PREFIX = 'site-';

/** Holds one entry, which names the versions whose files are kept: the running one and the one before. */
const INDEX = `${PREFIX}versions`;
const ENTRY = '/site-versions';

/** Name of the cache that holds a version's shell. */
export const shellOf = (version: string): string => `${PREFIX}shell-${version}`;

/** Name of the cache that holds a version's offline kit. */
export const kitOf = (version: string): string => `${PREFIX}kit-${version}`;

const isText = (value: unknown) => typeof value === 'string';

/** The versions whose files are kept, the running one first; none before the first one runs. */
export async function keptVersions(): Promise<string[]> {
  const entry = await caches.match(ENTRY, { cacheName: INDEX });
  const versions: unknown = await entry?.json();
  return Array.isArray(versions) ? versions.filter(isText) : [];
}

/** Names of all caches that the site made. */
export const ownCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/**
 * Makes this version the running one. The files of the one before stay: a tab that was opened with it may ask for any of
 * them. All others go.
 */
export async function begin(version: string): Promise<void> {
  const others = (await keptVersions()).filter((other) => other !== version);
  const versions = [version, ...others].slice(0, 2);
  const index = await caches.open(INDEX);
  await index.put(ENTRY, Response.json(versions));
  const stay = [INDEX, ...versions.flatMap((one) => [shellOf(one), kitOf(one)])];
  const gone = (await ownCaches()).filter((name) => !stay.includes(name));
  await Promise.all(gone.map((name) => caches.delete(name)));
}
