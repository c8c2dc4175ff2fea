import { DOCUMENT_PATHS, PATHS } from '@quantalgo/contracts';
import { SHARE_PART, SHARE_PATH, SHARED_FILE_STORE } from '../data/core/workerProtocol';
import { keyOf, kitOf, shellOf, type Site, type SiteFile } from './cache';

/** What is kept of this version under a file's key; the network's answer where it was taken away. */
async function cachedFile(site: Site, file: SiteFile, request: Request): Promise<Response> {
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
    ? screenDocument(site, pathname).then((document) => document ?? cachedFile(site, file, request))
    : cachedFile(site, file, request);
}

/** Paths that the server answers itself. */
const SERVER_PATHS = ['/auth', '/api', '/countdown', '/__'];

/** Pages with a document of their own, as Hosting serves them: `/terms` is answered with terms.html. */
const OWN_DOCUMENT: readonly string[] = [...DOCUMENT_PATHS, PATHS.login, PATHS.signUp];

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const isFile = (path: string) => path.slice(path.lastIndexOf('/')).includes('.');

/**
 * The built document that answers a navigation to this path, online and offline: the page's own, or the app's shell. Null
 * for what the server answers and for files, so that HTML never passes for one.
 */
export function documentAt(path: string): string | null {
  if (path === PATHS.landing) return '/index.html';
  if (OWN_DOCUMENT.includes(path)) return `${path}.html`;
  const isServers = SERVER_PATHS.some((folder) => isBelow(path, folder));
  return isServers || isFile(path) ? null : '/app.html';
}

/** The app's shell for the screen at this path, with that screen's scripts asked for from the start; null where there is none. */
export function screenDocumentAt(path: string): string | null {
  if (path === PATHS.dashboard) return '/screens/dashboard.html';
  return path === PATHS.signals ? '/screens/signals.html' : null;
}

const openShared = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(SHARED_FILE_STORE.database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(SHARED_FILE_STORE.store);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('What was shared can’t be kept'));
  });

/** Keeps a shared file until a page takes it: bytes, as Blobs don't survive every browser's IndexedDB. */
async function keepShared(file: File): Promise<void> {
  const { name, type } = file;
  const row = { name, type, bytes: await file.arrayBuffer(), sharedAt: Date.now() };
  const database = await openShared();
  await new Promise<void>((resolve, reject) => {
    const writing = database.transaction(SHARED_FILE_STORE.store, 'readwrite', {
      durability: 'strict',
    });
    writing.objectStore(SHARED_FILE_STORE.store).put(row, SHARED_FILE_STORE.key);
    writing.oncomplete = () => resolve();
    writing.onabort = () => reject(new Error('What was shared can’t be kept'));
  }).finally(() => database.close());
}

/** False where a page of another site posts the form: no app does, and a browser tells of it unless that page forbids it. */
const isOfNoOtherSite = ({ referrer }: Request): boolean =>
  referrer === '' || new URL(referrer).origin === self.location.origin;

/**
 * Answers another app that shares a screenshot, online and offline: keeps it on the device and leads on to the form that
 * it is meant for, which asks its member whether to take it.
 */
async function takeShared(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).get(SHARE_PART);
    if (shared instanceof File && isOfNoOtherSite(request)) await keepShared(shared);
  } catch {
    // The form then opens without it, and asks for it.
  }
  return Response.redirect(PATHS.linkTrader, 303);
}
