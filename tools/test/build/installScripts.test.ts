import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inRoot } from '../../src/system/root';
import { buildFunctions } from '../../src/build/functions';

/** Packages that come with an install script, and why each works without it. */
const REVIEWED = {
  '@firebase/util': 'only writes defaults of Firebase App Hosting',
  esbuild: 'only replaces its command by the binary, which the command finds by itself',
  protobufjs: 'only warns about versions',
  re2: 'optional in superstatic, which falls back to RegExp',
};

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.optional(z.boolean()) })),
});

it('disables install scripts in .npmrc', () => {
  expect(readFileSync(inRoot('.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
});

it('skips the install scripts of exactly the reviewed packages', () => {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')),
  );
  const names = Object.entries(packages)
    .filter(([, one]) => one.hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect([...new Set(names)].sort()).toEqual(Object.keys(REVIEWED).sort());
});

it('deploys the functions with install scripts disabled', async () => {
  const folder = inRoot('.local', 'tests', 'installed');
  await buildFunctions(folder, {}, {});
  expect(readFileSync(join(folder, '.npmrc'), 'utf8')).toContain('ignore-scripts=true');
});
