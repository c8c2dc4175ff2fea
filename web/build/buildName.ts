import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The commit that is checked out, in short; null where the sources came without their history. */
function commit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

/** What names a build of the package that this file describes: `0.1.0 (1a2b3c4)`. */
export function buildName(manifestFile: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const made = commit();
  return made === null ? version : `${version} (${made})`;
}
