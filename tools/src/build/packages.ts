import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../system/root';

/**
 * Lets functions that were built into `folder` find the packages that npm keeps beside their workspace, because the root
 * holds another version of them. All others are found in the root.
 */
export function findOwnPackages(folder: string): void {
  const own = inRoot('functions', 'node_modules');
  const link = join(folder, 'node_modules');
  rmSync(link, { force: true });
  if (existsSync(own)) symlinkSync(own, link, 'dir');
}
