import { SHARE_PATH } from '../data/pwa/protocol';
import { keyOf } from './keep';
import { documentAt } from './navigation';
import { takeShared } from './share';
import type { Site, SiteFile } from './site';
import { kitOf, shellOf } from './versions';

/** What is kept of this version under a file's key; the network's answer where it was taken away. */
async function kept(site: Site, file: SiteFile, request: Request): Promise<Response> {
  const options = { cacheName: shellOf(site.version), ignoreVary: true };
  return (await caches.match(keyOf(file), options)) ?? fetch(request);
}

/** A script, style or font, whose name tells its content: of this version, or of the one that an older tab was opened with. */
async function asset(site: Site, request: Request, path: string): Promise<Response> {
  for (const cacheName of [shellOf(site.version), kitOf(site.version)]) {
    const found = await caches.match(path, { cacheName, ignoreVary: true });
    if (found) return found;
  }
  return (await caches.match(path, { ignoreVary: true })) ?? fetch(request);
}

/** What the worker answers itself; undefined for all that goes to the network as if there were no worker. */
export function answer(site: Site, request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return undefined;
  if (request.method === 'POST' && pathname === SHARE_PATH) return takeShared(request);
  if (request.method !== 'GET') return undefined;
  if (pathname.startsWith('/assets/')) return asset(site, request, pathname);
  const url = request.mode === 'navigate' ? documentAt(pathname) : pathname;
  const file = site.shell.find((one) => one.url === url);
  return file && kept(site, file, request);
}
