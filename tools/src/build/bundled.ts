import { mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { inRoot } from '../system/root';
import { runtimeDependencies } from './functions';

/**
 * Bundles a program of the tools as the functions are deployed. Compiled file by file, every function that is made while
 * it runs would be given its name, which can take as long as the work.
 * @param entry its file, from the root
 * @returns the bundle, which goes when this process ends
 */
export async function bundled(entry: string): Promise<string> {
  const folder = inRoot('.cache', 'bundled');
  const outfile = `${folder}/${process.pid}-${entry.replaceAll('/', '-')}.mjs`;
  mkdirSync(folder, { recursive: true });
  process.on('exit', () => rmSync(outfile, { force: true }));
  await build({
    absWorkingDir: inRoot(),
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: Object.keys(runtimeDependencies()),
    logLevel: 'error',
  });
  return outfile;
}
