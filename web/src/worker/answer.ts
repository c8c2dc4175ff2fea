import { DOCUMENT_PATHS, PATHS, stripTrailingSlash } from '@quantalgo/contracts/core/paths';
import { changeRow } from '../data/database/plain';
import { withTimeout } from '../data/core/withTimeout';
import { SHARE_PART, SHARE_PATH } from '../data/core/workerProtocol';
import { SHARED_FILE_ROW } from '../data/database/databases';
import { toCacheKey, getKitName, getShellName, type Site, type SiteFile } from './cache';

const NEWEST_DOCUMENT_TIMEOUT_MS = 2000;

/** The latest text is binding, so the network comes first and the cache is the fallback. */
const NETWORK_FIRST_PATHS: readonly string[] = [
  PATHS.terms,
  PATHS.privacy,
  PATHS.risk,
  PATHS.contacts,
];

async function fetchNewestDocument(
  site: Site,
  file: SiteFile,
  request: Request,
): Promise<Response> {
  const networkResponse = fetch(request).then(
    (response) => (response.ok ? response : null),
    () => null,
  );
  return (
    (await withTimeout(NEWEST_DOCUMENT_TIMEOUT_MS, networkResponse, null)) ??
    getCachedFile(site, file, request)
  );
}

async function getCachedFile(site: Site, file: SiteFile, request: Request): Promise<Response> {
  const options = { cacheName: getShellName(site.version), ignoreVary: true };
  return (await caches.match(toCacheKey(file), options)) ?? fetch(request);
}

async function findScreenDocument(
  { version, kit }: Site,
  path: string,
): Promise<Response | undefined> {
  const url = getScreenDocumentPath(path);
  const file = kit.find((candidate) => candidate.url === url);
  return (
    file && caches.match(toCacheKey(file), { cacheName: getKitName(version), ignoreVary: true })
  );
}

/** Content-hashed files of this version, or of the version that an older tab was opened with. */
async function getAsset(site: Site, request: Request, path: string): Promise<Response> {
  const isShell = site.shell.some(({ url }) => url === path);
  const cacheName = (isShell ? getShellName : getKitName)(site.version);
  const cached = await caches.match(path, { cacheName, ignoreVary: true });
  return cached ?? (await caches.match(path, { ignoreVary: true })) ?? fetch(request);
}

export function respondToRequest(site: Site, request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return undefined;
  if (request.method === 'POST' && pathname === SHARE_PATH) return receiveShared(request);
  if (request.method !== 'GET') return undefined;
  if (pathname.startsWith('/assets/')) return getAsset(site, request, pathname);
  const isNavigation = request.mode === 'navigate';
  const url = isNavigation ? getDocumentPath(pathname) : pathname;
  const file = site.shell.find((candidate) => candidate.url === url);
  if (!file) return undefined;
  if (isNavigation && NETWORK_FIRST_PATHS.includes(stripTrailingSlash(pathname)))
    return fetchNewestDocument(site, file, request);
  return isNavigation
    ? findScreenDocument(site, pathname).then(
        (document) => document ?? getCachedFile(site, file, request),
      )
    : getCachedFile(site, file, request);
}

const SERVER_PATHS = ['/auth', '/api', '/countdown', '/ledger', '/__'];

/** Pages with separate documents. As on Hosting, `/terms` is served from terms.html. */
const SEPARATE_DOCUMENTS: readonly string[] = [...DOCUMENT_PATHS, PATHS.login, PATHS.signUp];

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const isFile = (path: string) => path.slice(path.lastIndexOf('/')).includes('.');

/**
 * The built document for a navigation: the page's own, or the app's shell. Null for the server's
 * paths and for files, so that HTML is never served in place of a file.
 */
export function getDocumentPath(path: string): string | null {
  if (path === PATHS.landing) return '/index.html';
  const page = stripTrailingSlash(path);
  if (SEPARATE_DOCUMENTS.includes(page)) return `${page}.html`;
  const isServerPath = SERVER_PATHS.some((folder) => isBelow(path, folder));
  return isServerPath || isFile(path) ? null : '/app.html';
}

export const getScreenDocumentPath = (path: string): string =>
  `/screens${stripTrailingSlash(path)}.html`;

async function storeShared(file: File): Promise<void> {
  const { name, type } = file;
  const row = { name, type, bytes: await file.arrayBuffer(), sharedAt: Date.now() };
  await changeRow(SHARED_FILE_ROW, () => row, 'strict');
}

/**
 * False if another site's page posts the form. Apps send no referrer, and browsers send one unless
 * the page forbids it.
 */
const isFromApp = ({ referrer }: Request): boolean =>
  referrer === '' || new URL(referrer).origin === self.location.origin;

async function receiveShared(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).get(SHARE_PART);
    if (shared instanceof File && isFromApp(request)) await storeShared(shared);
  } catch {
    // The form then opens without the file, and the member chooses one.
  }
  return Response.redirect(PATHS.linkTrader, 303);
}
