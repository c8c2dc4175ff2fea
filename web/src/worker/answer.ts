import { DOCUMENT_PATHS, PATHS } from '@quantalgo/contracts/core/paths';
import { changeRow } from '../data/core/rowStore';
import { withTimeout } from '../data/core/withTimeout';
import { SHARE_PART, SHARE_PATH, SHARED_FILE_STORE } from '../data/core/workerProtocol';
import { keyOf, kitOf, shellOf, type Site, type SiteFile } from './cache';

/** Longest wait (ms) for the server before a visitor gets the cached document. */
const NEWEST_WITHIN_MS = 2000;

/** Documents whose latest text is binding: requested from the server first, from the cache if it doesn't answer. */
const NEWEST_FIRST: readonly string[] = [PATHS.terms, PATHS.privacy, PATHS.risk, PATHS.contacts];

async function newestDocument(site: Site, file: SiteFile, request: Request): Promise<Response> {
  const asked = fetch(request).then(
    (reply) => (reply.ok ? reply : null),
    () => null,
  );
  return (await withTimeout(NEWEST_WITHIN_MS, asked, null)) ?? cachedFile(site, file, request);
}

/** This version's cached file; the network's answer if the browser has evicted it. */
async function cachedFile(site: Site, file: SiteFile, request: Request): Promise<Response> {
  const options = { cacheName: shellOf(site.version), ignoreVary: true };
  return (await caches.match(keyOf(file), options)) ?? fetch(request);
}

/** The document of a member's screen, if the kit with it is cached. */
async function screenDocument({ version, kit }: Site, path: string): Promise<Response | undefined> {
  const url = screenDocumentAt(path);
  const file = kit.find((one) => one.url === url);
  return file && caches.match(keyOf(file), { cacheName: kitOf(version), ignoreVary: true });
}

/**
 * A script, style or font with a content hash in its name: of this version, or of the one that an older tab was opened
 * with.
 */
async function asset(site: Site, request: Request, path: string): Promise<Response> {
  const isShell = site.shell.some(({ url }) => url === path);
  const cacheName = (isShell ? shellOf : kitOf)(site.version);
  const found = await caches.match(path, { cacheName, ignoreVary: true });
  return found ?? (await caches.match(path, { ignoreVary: true })) ?? fetch(request);
}

/** The worker's answer; undefined for requests that go to the network as if there were no worker. */
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
  if (navigates && NEWEST_FIRST.includes(pathname)) return newestDocument(site, file, request);
  return navigates
    ? screenDocument(site, pathname).then((document) => document ?? cachedFile(site, file, request))
    : cachedFile(site, file, request);
}

/** Paths that the API or Firebase answers. */
const SERVER_PATHS = ['/auth', '/api', '/countdown', '/ledger', '/__'];

/** Pages with separate documents, as Hosting serves them: `/terms` is answered with terms.html. */
const OWN_DOCUMENT: readonly string[] = [...DOCUMENT_PATHS, PATHS.login, PATHS.signUp];

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const isFile = (path: string) => path.slice(path.lastIndexOf('/')).includes('.');

/**
 * The built document for a navigation to this path, online and offline: the page's own, or the app's shell. Null for
 * the server's paths and for files, so that HTML is never mistaken for one.
 */
export function documentAt(path: string): string | null {
  if (path === PATHS.landing) return '/index.html';
  if (OWN_DOCUMENT.includes(path)) return `${path}.html`;
  const isServers = SERVER_PATHS.some((folder) => isBelow(path, folder));
  return isServers || isFile(path) ? null : '/app.html';
}

/** The app's shell for the screen at this path, with that screen's scripts preloaded; the kit may not contain one. */
export const screenDocumentAt = (path: string): string =>
  `/screens${path.replace(/\/+$/, '')}.html`;

/** Stores a shared file until a page takes it: as bytes, since Blobs don't survive in every browser's IndexedDB. */
async function storeShared(file: File): Promise<void> {
  const { name, type } = file;
  const row = { name, type, bytes: await file.arrayBuffer(), sharedAt: Date.now() };
  await changeRow(SHARED_FILE_STORE, () => row, 'strict');
}

/**
 * False if another site's page posts the form: apps send no referrer, and browsers send a page's unless it forbids
 * that.
 */
const isOfNoOtherSite = ({ referrer }: Request): boolean =>
  referrer === '' || new URL(referrer).origin === self.location.origin;

/**
 * Receives a screenshot that another app shares, online and offline: stores it on the device and redirects to its form,
 * which asks the member whether to use it.
 */
async function takeShared(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).get(SHARE_PART);
    if (shared instanceof File && isOfNoOtherSite(request)) await storeShared(shared);
  } catch {
    // The form then opens without the file, and asks for one.
  }
  return Response.redirect(PATHS.linkTrader, 303);
}
