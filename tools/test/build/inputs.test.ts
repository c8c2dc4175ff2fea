import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildWhenChanged, hashOf } from '../../src/build/functions';
import { ROOT } from '../../src/system/root';

const folder = mkdtempSync(join(tmpdir(), 'inputs-'));
const source = relative(ROOT, join(folder, 'source'));
const write = (path: string, content: string) => {
  mkdirSync(join(folder, 'source', path, '..'), { recursive: true });
  writeFileSync(join(folder, 'source', path), content);
};

describe('the hash of a build’s inputs', () => {
  it('changes with a file’s content, its name and the values, but not with tests', () => {
    write('a/one.ts', '1');
    const first = hashOf([source], { port: 1 });
    write('test/one.test.ts', 'x');
    expect(hashOf([source], { port: 1 })).toBe(first);
    expect(hashOf([source], { port: 2 })).not.toBe(first);
    write('a/one.ts', '2');
    const second = hashOf([source], { port: 1 });
    expect(second).not.toBe(first);
    write('a/two.ts', '');
    expect(hashOf([source], { port: 1 })).not.toBe(second);
  });
});

describe('a build', () => {
  it('is skipped when nothing changed, and repeated when it failed', async () => {
    const out = join(folder, 'out');
    const build = () => {
      mkdirSync(out, { recursive: true });
      return Promise.resolve();
    };
    await expect(
      buildWhenChanged(out, 'a', () => Promise.reject(new Error('no'))),
    ).rejects.toThrow();
    expect(await buildWhenChanged(out, 'a', build)).toBe(true);
    expect(await buildWhenChanged(out, 'a', build)).toBe(false);
    expect(await buildWhenChanged(out, 'b', build)).toBe(true);
  });
});
