import { DOCUMENT_PATHS, PATHS } from '@quantalgo/contracts';

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
