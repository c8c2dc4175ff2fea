/** @throws AggregateError unless `failures` is empty */
export function throwFailures(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

/**
 * Waits for all, even if some fail.
 * @throws AggregateError
 */
export async function completeAll<T>(running: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(running);
  throwFailures(
    results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : [])),
  );
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/**
 * Runs the steps one after another, even if some fail.
 * @throws AggregateError
 */
export async function runSteps<T>(steps: readonly (() => Promise<T>)[]): Promise<T[]> {
  const ended: Promise<T>[] = [];
  for (const step of steps) {
    // Started in a promise, because a step may throw before it returns one.
    const running = Promise.resolve().then(step);
    await Promise.allSettled([running]);
    ended.push(running);
  }
  return completeAll(ended);
}
