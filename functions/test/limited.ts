import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Memory of the deployed inspection, in bytes. */
export const INSPECTION_MEMORY = 512 * 1024 * 1024;

/** Heap of the process in MB: a quarter of the memory, as files and pictures lie beside it. */
const HEAP = 128;

/** Where Linux keeps memory groups of the first version. */
const GROUPS = '/sys/fs/cgroup/memory';

/** A group of processes that has so much memory together and is killed beyond; null where nobody may make one here. */
function limitedGroup(bytes: number): string | null {
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

/** Joins the group before the program begins, so that all of it counts. */
const JOIN = 'echo $$ > "$0/cgroup.procs" && exec "$@"';

/**
 * Runs node with the memory of the deployed inspection: in a group of its own, where the system lets us make one, else as it
 * is, and whoever asks holds its peak against {@link INSPECTION_MEMORY}.
 * @returns its output, and whether the limit was real
 * @throws Error where it was killed or failed
 */
export async function runLimited(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ lines: string[]; isEnforced: boolean }> {
  const group = limitedGroup(INSPECTION_MEMORY);
  const node = [process.execPath, `--max-old-space-size=${HEAP}`, ...args] as const;
  const [program, ...rest] = group === null ? node : (['sh', '-c', JOIN, group, ...node] as const);
  try {
    const { stdout } = await promisify(execFile)(program, rest, { env, maxBuffer: 50_000_000 });
    return { lines: stdout.trim().split('\n'), isEnforced: group !== null };
  } finally {
    if (group !== null) rmdirSync(group);
  }
}
