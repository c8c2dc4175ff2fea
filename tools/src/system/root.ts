import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the repository, absolute, without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** A path inside the repository, absolute. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);
