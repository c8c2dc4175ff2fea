import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { runAndCapture } from '../../src/system/childProcess';
import { findProcessTree, findProcessesByVariable } from '../../src/system/processes';

const node = (script: string) => ({ program: process.execPath, args: ['-e', script] });

const ENDLESS = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', 'const end = Date.now() + 60_000; while (Date.now() < end);'], { stdio: 'inherit' });`;

describe('runAndCapture', () => {
  it('returns the exit code and all output', async () => {
    const script = "console.log('out'); console.error('err'); process.exit(3)";
    expect(await runAndCapture(node(script))).toEqual({ code: 3, output: 'out\nerr\n' });
  });

  it('echoes output as it arrives if echo is set', async () => {
    const written: string[] = [];
    const note = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
    vi.spyOn(process.stdout, 'write').mockImplementation(note);
    vi.spyOn(process.stderr, 'write').mockImplementation(note);
    try {
      const script = "console.log('out'); console.error('err')";
      await runAndCapture({ ...node(script), echo: true });
    } finally {
      vi.restoreAllMocks();
    }
    expect(written.toSorted()).toEqual(['err\n', 'out\n']);
  });

  const marked = it.runIf(process.platform === 'linux');

  marked.each([
    { where: 'at normal priority', lowPriority: false },
    { where: 'at low priority', lowPriority: true },
  ])('leaves no processes behind when it is interrupted $where', async ({ lowPriority }) => {
    const mark = randomUUID();
    const started = () => findProcessesByVariable('TOOLS_TEST_MARK', mark);
    const interrupt = new AbortController();
    const program = { ...node(ENDLESS), lowPriority, env: { TOOLS_TEST_MARK: mark } };
    const running = runAndCapture(program, interrupt.signal);
    await expect.poll(() => started().length, { timeout: 15_000 }).toBe(2);
    interrupt.abort();
    await expect(running).rejects.toThrow('aborted');
    expect(started()).toEqual([]);
  });

  marked('ends processes that are no longer its children', async () => {
    const mark = randomUUID();
    const started = () => findProcessesByVariable('TOOLS_TEST_MARK', mark);
    const interrupt = new AbortController();
    const script = `${ENDLESS} process.exit();`;
    const running = runAndCapture(
      { ...node(script), env: { TOOLS_TEST_MARK: mark } },
      interrupt.signal,
    );
    await expect.poll(() => findProcessTree(process.pid).includes(started()[0] ?? 0)).toBe(false);
    await expect.poll(() => started().length, { timeout: 15_000 }).toBe(1);
    interrupt.abort();
    await expect(running).rejects.toThrow('aborted');
    expect(started()).toEqual([]);
  });

  it('runs a low-priority program in its own session with the lowest priority', async () => {
    const script = `
      const { existsSync, readFileSync } = require('node:fs');
      const { getPriority } = require('node:os');
      setTimeout(() => {
        const group = '/proc/self/autogroup';
        const kept = existsSync(group) ? readFileSync(group, 'utf8') : 'nice 19';
        console.log(getPriority(), /nice (-?\\d+)/.exec(kept)?.[1]);
      }, 200);`;
    const { output } = await runAndCapture({ ...node(script), lowPriority: true });
    expect(output).toBe('19 19\n');
  });
});
