import { familyOf, send, untilGone } from './processes';

const KILL_TIMEOUT_MS = 2000;

/** Kills processes and waits until they are gone. */
export async function kill(pids: number[]): Promise<void> {
  for (const pid of pids) send(pid, 'SIGKILL');
  await untilGone(pids, KILL_TIMEOUT_MS);
}

/**
 * Asks a process to end (SIGINT) and kills what remains of it, its descendants and `others` after `graceMs`.
 * @param others further processes that belong to it, asked for before and after
 */
export async function stopFamily(
  pid: number | undefined,
  others: () => number[],
  graceMs: number,
): Promise<void> {
  const family = () => [...(pid === undefined ? [] : familyOf(pid)), ...others()];
  const before = new Set(family());
  if (pid !== undefined) send(pid, 'SIGINT');
  await untilGone([...before], graceMs);
  const remaining = new Set([...before, ...family()]);
  await kill(await untilGone([...remaining], 0));
}
