import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { linkPackages } from '../../src/build/functions';
import { inRoot } from '../../src/system/root';

const folder = inRoot('.local', 'tests', 'functions');
const versionSchema = z.object({ version: z.string() });
const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

const { dependencies } = manifestSchema.parse(
  JSON.parse(readFileSync(inRoot('functions', 'package.json'), 'utf8')),
);
const published = Object.entries(dependencies).filter(([name]) => !name.startsWith('@quantalgo/'));

describe('functions built into another folder', () => {
  mkdirSync(folder, { recursive: true });
  linkPackages(folder);
  linkPackages(folder);

  it.each(published)('resolve %s in the version of their manifest', (name, version) => {
    const load = createRequire(join(folder, 'index.js'));
    const manifests = (load.resolve.paths(name) ?? []).map((modules) =>
      join(modules, name, 'package.json'),
    );
    const nearest = manifests.find((manifest) => existsSync(manifest)) ?? '';
    const found: unknown = JSON.parse(readFileSync(nearest, 'utf8'));
    expect(versionSchema.parse(found).version).toBe(version);
  });
});
