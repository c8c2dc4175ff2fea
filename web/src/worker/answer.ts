import { SHARE_PATH } from '../data/core/workerProtocol';
import { keyOf } from './keep';
import { documentAt, screenDocumentAt } from './navigation';
import { takeShared } from './share';
import type { Site, SiteFile } from './site';
import { kitOf, shellOf } from './versions';

/** What is kept of this version under a file's key; the network's answer where it was taken away. */
async function kept(site: Site, file: SiteFile, request: Request): Promise<Response> {
  const options = { cacheName: shellOf(site.version), ignoreVary: true };
  return (await caches.match(keyOf(file), options)) ?? fetch(request);
}

/** The document of a member's screen, where the kit that it belongs to is here. */
async function screenDocument({ version, kit }: Site, path: string): Promise<Response | undefined> {
  const url = screenDocumentAt(path);
  const file = kit.find((one) => one.url === url);
  return file && caches.match(keyOf(file), { cacheName: kitOf(version), ignoreVary: true });
}

/** A script, style or font, whose name tells its content: of this version, or of the one that an older tab was opened with. */
async function asset(site: Site, request: Request, path: string): Promise<Response> {
  const isShell = site.shell.some(({ url }) => url === path);
  const cacheName = (isShell ? shellOf : kitOf)(site.version);
  const found = await caches.match(path, { cacheName, ignoreVary: true });
  return found ?? (await caches.match(path, { ignoreVary: true })) ?? fetch(request);
}

/** What the worker answers itself; undefined for all that goes to the network as if there were no worker. */
export function answer(site: Site, request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return undefined;
  if (request.method === 'POST' && pathname === SHARE_PATH) return takeShared(request);
  if (request.method !== 'GET') return undefined;
  if (pathname.startsWith('/assets/')) return asset(site, request, pathname);
  const navigates = request.mode === 'navigate';
  const url = navigates ? documentAt(pathname) : pathname;
  const file = site.shell.find((one) => one.url === url);
  if (!file) return undefined;
  return navigates
    ? screenDocument(site, pathname).then((document) => document ?? kept(site, file, request))
    : kept(site, file, request);
}
