import { DOCUMENT_PATHS } from '@quantalgo/contracts';

/** Paths that the server answers itself. */
const SERVER_PATHS = ['/auth', '/api', '/countdown', '/__'];

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const isDocument = (path: string) => DOCUMENT_PATHS.some((document) => document === path);

const isFile = (path: string) => path.slice(path.lastIndexOf('/')).includes('.');

/**
 * Whether a navigation to this path shows the app, whose shell then answers it, online and offline. Not the
 * visitor's documents, which are pages of their own; not what the server answers; and no file, so that HTML never passes for one.
 */
export const isAppRoute = (path: string): boolean =>
  !isDocument(path) && !isFile(path) && !SERVER_PATHS.some((folder) => isBelow(path, folder));
