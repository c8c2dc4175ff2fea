import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { commandLineOf, isAlive } from '../system/processes';
import { addressesOf } from './environment';
import { type Offset, portsAt } from './ports';

const runSchema = z.object({
  pid: z.int(),
  state: z.enum(['starting', 'ready']),
  site: z.string(),
  inbox: z.string(),
  startedAt: z.iso.datetime(),
});

/** What a running suite says of itself in its run file. */
export type Run = z.infer<typeof runSchema>;

/** The suite that this process is starting at an offset. */
export function ownRun(offset: Offset): Run {
  const { site, inbox } = addressesOf(portsAt(offset));
  const startedAt = new Date().toISOString();
  return { pid: process.pid, state: 'starting', site, inbox, startedAt };
}

function contentOf(path: string): Run | undefined {
  try {
    return runSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

const isOurs = (pid: number) => isAlive(pid) && commandLineOf(pid).includes('tools/src/');

/** The suite that holds this run file; undefined when there is none or its process has ended. */
export function readRun(path: string): Run | undefined {
  const run = contentOf(path);
  return run && isOurs(run.pid) ? run : undefined;
}

/**
 * Claims the run file for this process, so that a suite is started once.
 * @returns the suite that holds it already, or undefined when the claim succeeded
 */
export function claimRun(path: string, run: Run): Run | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const holder = readRun(path);
  if (holder) return holder;
  rmSync(path, { force: true });
  try {
    writeFileSync(path, JSON.stringify(run), { flag: 'wx' });
    return undefined;
  } catch {
    return readRun(path) ?? run;
  }
}

/** Rewrites the run file of a suite that this process holds. */
export function updateRun(path: string, run: Run): void {
  writeFileSync(path, JSON.stringify(run));
}

export function releaseRun(path: string): void {
  rmSync(path, { force: true });
}
