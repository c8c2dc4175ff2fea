import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Memory limit of the deployed inspection, in bytes. */
export const INSPECTION_MEMORY = 512 * 1024 * 1024;

/** A quarter of the memory, because files and images need the rest. */
const HEAP_MB = 128;

const GROUPS = '/sys/fs/cgroup/memory';

const PROCESS_STATUS = '/proc/self/status';

/**
 * Peak memory of this process, in bytes. On Linux, a child's `resourceUsage().maxRSS` starts at its
 * parent's peak, so this reads the kernel's own figure.
 */
export function readPeakMemory(): number {
  if (!existsSync(PROCESS_STATUS)) return process.resourceUsage().maxRSS * 1024;
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(PROCESS_STATUS, 'utf8'))?.[1];
  if (peak === undefined) throw new Error(`${PROCESS_STATUS} states no VmHWM.`);
  return Number(peak) * 1024;
}

/**
 * The kernel kills the group's processes if they exceed `bytes` together.
 * @returns null if this system doesn't permit groups
 */
function createLimitedGroup(bytes: number): string | null {
  const folder = join(GROUPS, `quantalgo-${randomUUID()}`);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'memory.limit_in_bytes'), String(bytes));
    const withSwap = join(folder, 'memory.memsw.limit_in_bytes');
    if (existsSync(withSwap)) writeFileSync(withSwap, String(bytes));
    return folder;
  } catch {
    return null;
  }
}

const JOIN = 'echo $$ > "$0/cgroup.procs" && exec "$@"';

/**
 * Runs Node with the deployed inspection's memory limit, if the system permits it. Otherwise the
 * caller must compare the peak with {@link INSPECTION_MEMORY}.
 * @throws Error if it was killed or failed
 */
export async function runLimited(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ lines: string[]; isEnforced: boolean }> {
  const group = createLimitedGroup(INSPECTION_MEMORY);
  const command = [process.execPath, `--max-old-space-size=${HEAP_MB}`, ...args] as const;
  const [program, ...programArgs] =
    group === null ? command : (['sh', '-c', JOIN, group, ...command] as const);
  try {
    const { stdout } = await promisify(execFile)(program, programArgs, {
      env,
      maxBuffer: 50_000_000,
    });
    return { lines: stdout.trim().split('\n'), isEnforced: group !== null };
  } finally {
    if (group !== null) rmdirSync(group);
  }
}
