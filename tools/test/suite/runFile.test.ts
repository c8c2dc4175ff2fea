import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claimRun, markReady, createRun, readRun, releaseRun } from '../../src/suite/runFile';
import { waitUntilGone } from '../../src/system/processes';

const path = join(mkdtempSync(join(tmpdir(), 'run-')), 'nested', 'run.json');
const running: { kill: () => boolean }[] = [];

/** A process whose command line is that of a suite. */
function suiteProcess() {
  const child = spawn(process.execPath, [
    '-e',
    'setInterval(() => {}, 1000)',
    'tools/bootstrap.mjs',
  ]);
  running.push(child);
  return new Promise<number>((resolve) => child.once('spawn', () => resolve(child.pid ?? 0)));
}

afterEach(() => {
  for (const child of running.splice(0)) child.kill();
  releaseRun(path);
});

describe('run file', () => {
  it('names the running suite to another one that tries to start', async () => {
    const first = { ...createRun(0), pid: await suiteProcess() };
    expect(claimRun(path, first)).toBeUndefined();
    expect(claimRun(path, createRun(0))).toEqual(first);
    expect(readRun(path)).toEqual(first);
  });

  it('states when the suite is ready', async () => {
    const starting = { ...createRun(0), pid: await suiteProcess() };
    claimRun(path, starting);
    expect(readRun(path)?.state).toBe('starting');
    markReady(path);
    expect(readRun(path)).toEqual({ ...starting, state: 'ready' });
  });

  it('can be claimed after its suite has died', async () => {
    const pid = await suiteProcess();
    claimRun(path, { ...createRun(0), pid });
    for (const child of running) child.kill();
    await waitUntilGone([pid], 5000);
    expect(readRun(path)).toBeUndefined();
    expect(claimRun(path, createRun(0))).toBeUndefined();
  });

  it('can be claimed if its process id now belongs to another program', () => {
    claimRun(path, { ...createRun(0), pid: 1 });
    expect(readRun(path)).toBeUndefined();
    expect(claimRun(path, createRun(0))).toBeUndefined();
  });

  it('can be claimed if it is damaged', () => {
    claimRun(path, createRun(0));
    writeFileSync(path, '{"pid":');
    expect(claimRun(path, createRun(0))).toBeUndefined();
  });
});
