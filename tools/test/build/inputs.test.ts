import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildIfChanged, hashInputs } from '../../src/build/functions';
import { ROOT } from '../../src/system/root';

const folder = mkdtempSync(join(tmpdir(), 'inputs-'));
const source = relative(ROOT, join(folder, 'source'));
const write = (path: string, content: string) => {
  mkdirSync(join(folder, 'source', path, '..'), { recursive: true });
  writeFileSync(join(folder, 'source', path), content);
};

describe('hashInputs', () => {
  it('changes with file contents, file names and values, but not with tests', () => {
    write('a/one.ts', '1');
    const first = hashInputs([source], { port: 1 });
    write('test/one.test.ts', 'x');
    expect(hashInputs([source], { port: 1 })).toBe(first);
    expect(hashInputs([source], { port: 2 })).not.toBe(first);
    write('a/one.ts', '2');
    const second = hashInputs([source], { port: 1 });
    expect(second).not.toBe(first);
    write('a/two.ts', '');
    expect(hashInputs([source], { port: 1 })).not.toBe(second);
  });
});

describe('buildIfChanged', () => {
  it('skips an unchanged build and repeats a failed one', async () => {
    const out = join(folder, 'out');
    const build = () => {
      mkdirSync(out, { recursive: true });
      return Promise.resolve();
    };
    await expect(buildIfChanged(out, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow();
    expect(await buildIfChanged(out, 'a', build)).toBe(true);
    expect(await buildIfChanged(out, 'a', build)).toBe(false);
    expect(await buildIfChanged(out, 'b', build)).toBe(true);
  });
});
