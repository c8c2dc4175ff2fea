interface LockRequest {
  readonly name: string;
  readonly mode: LockMode;
  readonly timeoutMs: number;
}

/**
 * Runs `work` without the lock if the browser has no locks, or doesn't grant one within
 * `timeoutMs`. Rethrows errors of `work`.
 */
export async function withLock<T>(
  { name, mode, timeoutMs }: LockRequest,
  work: () => Promise<T>,
): Promise<T> {
  let running: Promise<T> | undefined;
  const start = () => (running ??= work());
  if (!('locks' in navigator)) return start();
  const options = { mode, signal: AbortSignal.timeout(timeoutMs) };
  return await navigator.locks.request(name, options, start).catch(start);
}
