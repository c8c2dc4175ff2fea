import { mkdirSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { inRoot } from './system/root';

const FOLDER = inRoot('.cache', 'backtest');
const outfile = `${FOLDER}/${process.pid}.mjs`;

/**
 * Runs the backtest as the functions are deployed: bundled. Compiled file by file, every function that is made while it
 * walks would be given its name, which takes as long as the work.
 */
async function backtest(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  process.on('exit', () => rmSync(outfile, { force: true }));
  await build({
    absWorkingDir: inRoot(),
    entryPoints: ['tools/src/backtest/command.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['firebase-admin', 'firebase-functions', 'trading-signals', 'zod'],
    logLevel: 'error',
  });
  await import(pathToFileURL(outfile).href);
}

await backtest();
