import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Absolute path of a file or folder in the repository. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);
