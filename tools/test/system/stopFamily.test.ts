import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { findProcessTree, isAlive, findProcessesByVariable } from '../../src/system/processes';
import { stopProcessTree } from '../../src/system/childProcess';

const STUBBORN = "process.on('SIGINT', () => {}); setInterval(() => {}, 1000);";

/** A process with a detached, stubborn child, as firebase-tools starts its Java emulators. */
const PARENT = `
  ${STUBBORN}
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}], { detached: true });
  child.once('spawn', () => console.log('ready'));
`;

async function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['-e', PARENT], {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('stopProcessTree', () => {
  it('ends all processes, even those that ignore signals in groups of their own', async () => {
    const { pid } = await start();
    const family = findProcessTree(pid ?? 0);
    expect(family).toHaveLength(2);
    await stopProcessTree(pid, () => [], 200);
    expect(family.filter(isAlive)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'ends processes left behind by a killed parent, found by an environment variable',
    async () => {
      const child = await start({ TOOLS_TEST_MARK: 'mine' });
      const family = findProcessTree(child.pid ?? 0);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const left = findProcessesByVariable('TOOLS_TEST_MARK', 'mine');
      expect(left).toEqual(family.filter((pid) => pid !== child.pid));
      await stopProcessTree(undefined, () => left, 0);
      expect(family.filter(isAlive)).toEqual([]);
    },
  );
});
