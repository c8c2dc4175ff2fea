import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot, ROOT } from '../system/root';

const IGNORED = new Set(['node_modules', 'dist', 'deploy', 'test', 'e2e', '.cache', '.vite']);

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path).filter((name) => !IGNORED.has(name));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}

/**
 * SHA-256 over all that a build depends on: files and folders (paths relative to the root, tests left out), and values
 * that are no files.
 */
export function hashOf(paths: string[], values: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const file of paths.flatMap((path) => filesIn(inRoot(path)))) {
    hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * Runs `build` unless its result in `folder` was built from the same inputs. The hash lies beside the folder, so that
 * it is never served.
 * @returns whether it was built
 */
export async function buildWhenChanged(
  folder: string,
  hash: string,
  build: () => Promise<void>,
): Promise<boolean> {
  const record = `${folder}.hash`;
  const unchanged =
    existsSync(folder) && existsSync(record) && readFileSync(record, 'utf8') === hash;
  if (unchanged) return false;
  writeFileSync(record, '');
  await build();
  writeFileSync(record, hash);
  return true;
}
