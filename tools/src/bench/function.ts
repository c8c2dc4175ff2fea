import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildFunctions } from '../build/functions';
import { linesWith } from '../suite/command';
import { LOADS_WITHIN_MS, MOST_BYTES } from '../deploy/functions';
import { loadOnce, onInstalled } from '../deploy/read';
import { inRoot } from '../system/root';
import { percentile } from './percentile';
import { type Figure, type Section } from './section';

const ROUNDS = 7;
const BARE = 'firebase-functions';
const FUNCTIONS = './index.js';
const CODE = 'index.js';

/** What goes up with a deployment; the emulators' own settings stay. */
const uploaded = (folder: string): string[] =>
  readdirSync(folder).filter((name) => !name.startsWith('.') && name !== 'node_modules');

const kilobytes = (bytes: number) => bytes / 1024;

function sizesOf(folder: string): Figure[] {
  const all = uploaded(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const code = readFileSync(join(folder, CODE));
  const size = { unit: 'kB' };
  return [
    { ...size, name: 'code', value: kilobytes(code.length), below: kilobytes(MOST_BYTES) },
    { ...size, name: 'code, gzip', value: kilobytes(gzipSync(code).length) },
    { ...size, name: 'all that goes up, source map and lockfile included', value: kilobytes(all) },
  ];
}

/** Loads both in turn, each time in a process of its own; the first, from a cold disk, is not counted. */
async function loadsOf(folder: string): Promise<Figure[]> {
  const bare: number[] = [];
  const own: number[] = [];
  await loadOnce(folder, BARE);
  await loadOnce(folder, FUNCTIONS);
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push((await loadOnce(folder, BARE)).ms);
    own.push((await loadOnce(folder, FUNCTIONS)).ms);
  }
  const median = percentile(own, 0.5);
  const beside = `${(median / percentile(bare, 0.5)).toFixed(2)} × ${BARE}`;
  return [
    { name: `import of ${BARE} alone`, value: percentile(bare, 0.5), unit: 'ms' },
    { name: 'cold start, median', value: median, unit: 'ms', below: LOADS_WITHIN_MS, beside },
    { name: 'cold start, most', value: percentile(own, 1), unit: 'ms', below: LOADS_WITHIN_MS },
  ];
}

async function measure(): Promise<Figure[]> {
  const built = inRoot('functions', 'deploy');
  const progress = linesWith('  function: ');
  await progress.step('Building the functions', buildFunctions(built, {}, {}));
  const loading = onInstalled(built, loadsOf);
  const loads = await progress.step('Installing and loading them', loading);
  return [...sizesOf(built), ...loads];
}

/** What is deployed, and how long an instance takes until it can answer. */
export const functions: Section = {
  title: `What is deployed, installed from its own lockfile; loads beside a bare import, ${ROUNDS} of each in turn, each in a process of its own`,
  measure,
};
