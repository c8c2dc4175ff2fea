import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAndCapture } from '../src/system/childProcess';
import { inRoot } from '../src/system/root';

describe('tools/bootstrap.mjs', () => {
  it('lists the commands if it is given an unknown one', async () => {
    const args = [inRoot('tools', 'bootstrap.mjs'), 'stat'];
    const { code, output } = await runAndCapture({ program: process.execPath, args });
    expect(code).toBe(1);
    expect(output).toMatch(/^There is no command 'stat', but: .*dev.*start.*test/);
  });

  it('passes on arguments and the exit code', async () => {
    const args = [inRoot('tools', 'bootstrap.mjs'), 'test', '--only', 'nothing'];
    const { code, output } = await runAndCapture({ program: process.execPath, args });
    expect(code).toBe(1);
    expect(output).toContain('--only check');
  });

  it('prints a wrong argument’s error as one sentence', async () => {
    const args = [inRoot('tools', 'bootstrap.mjs'), 'symbolicate', 'somewhere'];
    const { code, output } = await runAndCapture({ program: process.execPath, args });
    expect({ code, output }).toEqual({
      code: 1,
      output: 'somewhere is not a stack frame. Use the form file.js:line:column.\n',
    });
  });

  it('installs once if two commands start at the same time in a fresh clone', async () => {
    const clone = freshClone();
    const start = () =>
      runAndCapture({
        program: process.execPath,
        args: [join(clone, 'tools', 'bootstrap.mjs'), 'hello'],
        env: { PATH: `${join(clone, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` },
      });
    const both = await Promise.all([start(), start()]);
    for (const { code, output } of both) {
      expect(output).toContain('Hello');
      expect(code).toBe(0);
    }
    expect(readFileSync(join(clone, 'installs'), 'utf8')).toBe('one\n');
  });

  it('installs again once if packages were installed by an unsupported Node', async () => {
    const clone = freshClone();
    const bin = join(clone, 'bin');
    const oldNode = join(clone, 'oldNode.cjs');
    writeFileSync(oldNode, "Object.defineProperty(process.versions, 'node', { value: '20.0.0' });");
    installPinnedNode(clone);
    await runAndCapture({ program: join(bin, 'npm'), args: ['ci'], cwd: clone });
    const start = () =>
      runAndCapture({
        program: process.execPath,
        args: ['--require', oldNode, join(clone, 'tools', 'bootstrap.mjs'), 'hello'],
        env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
      });
    expect((await start()).output).toContain('Hello');
    expect((await start()).output).toContain('Hello');
    expect(readFileSync(join(clone, 'installs'), 'utf8')).toBe('one\none\n');
  });
});

/** Lets `bootstrap.mjs` find this process's Node as the one it fetched. */
function installPinnedNode(clone: string): void {
  writeFileSync(join(clone, '.nvmrc'), process.versions.node);
  const modules = join(clone, '.local', 'node', process.versions.node, 'node_modules');
  for (const prefix of ['node', 'node-bin']) {
    const bin = join(modules, `${prefix}-${process.platform}-${process.arch}`, 'bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(process.execPath, join(bin, 'node'));
  }
}

/** A clone with one command, a slow npm that logs its installs, and a tsx that prints a greeting. */
function freshClone(): string {
  const clone = mkdtempSync(join(tmpdir(), 'clone-'));
  mkdirSync(join(clone, 'tools', 'src'), { recursive: true });
  mkdirSync(join(clone, 'bin'));
  copyFileSync(inRoot('tools', 'bootstrap.mjs'), join(clone, 'tools', 'bootstrap.mjs'));
  writeFileSync(join(clone, 'package-lock.json'), '{}');
  writeFileSync(join(clone, 'tools', 'src', 'hello.ts'), '');
  const npm = join(clone, 'bin', 'npm');
  const tsx = 'node_modules/tsx';
  const install = [
    '#!/bin/sh',
    'sleep 1',
    'echo one >> installs',
    `mkdir -p ${tsx}`,
    'touch node_modules/.package-lock.json',
    `echo '{"main":"tsx.js"}' > ${tsx}/package.json`,
    `echo "console.log('Hello'); process.exit()" > ${tsx}/tsx.js`,
  ];
  writeFileSync(npm, install.join('\n'));
  chmodSync(npm, 0o755);
  return clone;
}
