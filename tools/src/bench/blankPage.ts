import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { QUIET_VITE } from '../build/site';
import { type Offset, suiteFolder } from '../suite/ports';
import { runLogged } from '../system/childProcess';
import { inRoot } from '../system/root';

/** Where the site of a suite answers with the blank page while {@link withBlankPage} works. */
export const BLANK_PATH = '/blank/';

const FILES = ['blank', 'blank-sw.js', join('assets', 'blank')];

/**
 * Does `work` while the site of the suite at this offset also holds a blank React page, built by the same tools and so
 * answered by the same server with the same headers.
 * @throws Refusal with the last lines of the log when it can't be built
 */
export async function withBlankPage<T>(
  offset: Offset,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const { site, logs } = suiteFolder(offset);
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const config = join('build', 'blank', 'vite.config.ts');
  try {
    await runLogged(
      'Building the blank page',
      {
        program: process.execPath,
        args: [vite, 'build', '--config', config, '--outDir', site],
        cwd: inRoot('web'),
        env: { ...QUIET_VITE, NODE_ENV: 'production' },
      },
      join(logs, 'blank.log'),
      signal,
    );
    return await work();
  } finally {
    for (const file of FILES) rmSync(join(site, file), { recursive: true, force: true });
  }
}
