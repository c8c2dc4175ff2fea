import { describe, expect, it } from 'vitest';
import { runQuietly } from '../../src/system/childProcess';
import { familyOf, isAlive } from '../../src/system/processes';

const node = (script: string) => ({ program: process.execPath, args: ['-e', script] });

describe('running a program', () => {
  it('gives its exit code and all that it wrote', async () => {
    const script = "console.log('out'); console.error('err'); process.exit(3)";
    expect(await runQuietly(node(script))).toEqual({ code: 3, output: 'out\nerr\n' });
  });

  it('leaves nothing of it behind when it is interrupted, not even a child in an endless loop', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'inherit' });`;
    const before = familyOf(process.pid);
    const started = () => familyOf(process.pid).filter((pid) => !before.includes(pid));
    const interrupt = new AbortController();
    const running = runQuietly(node(script), interrupt.signal);
    await expect.poll(() => started().length, { timeout: 15_000 }).toBe(2);
    const family = started();
    interrupt.abort();
    await expect(running).rejects.toThrow('aborted');
    expect(family.filter(isAlive)).toEqual([]);
  });
});
