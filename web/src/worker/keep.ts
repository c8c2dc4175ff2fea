import type { SiteFile } from './site';

/** What is kept under a URL; its name tells its content, of which hashed names do by themselves. */
export const keyOf = ({ url, integrity }: SiteFile): string =>
  url.startsWith('/assets/') ? url : `${url}?${encodeURIComponent(integrity)}`;

/** How many files are asked for at a time. */
const AT_ONCE = 4;

async function keepFile(cache: Cache, file: SiteFile): Promise<void> {
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
export async function keepAll(
  name: string,
  files: readonly SiteFile[],
  onKept: () => void = () => undefined,
): Promise<void> {
  const cache = await caches.open(name);
  const left = [...files];
  const work = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      await keepFile(cache, file);
      onKept();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** How many of these files the cache of this name holds. */
export async function countKept(name: string, files: readonly SiteFile[]): Promise<number> {
  if (!(await caches.has(name))) return 0;
  const cache = await caches.open(name);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return files.filter((file) => kept.has(new URL(keyOf(file), self.location.origin).href)).length;
}
