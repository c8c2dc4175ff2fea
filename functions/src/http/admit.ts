import type { LimitName } from '../domain/limits';
import type { Limiter } from '../platform/core/rateLimiter';
import { TooManyAttempts } from './tooManyAttempts';

/**
 * Counts a call against its limits, in their order.
 * @returns takes the count back, for calls that turn out not to be what is limited
 * @throws TooManyAttempts when one of them is reached
 */
export async function admit(
  limiter: Limiter,
  ...limits: readonly (readonly [name: LimitName, key: string])[]
): Promise<() => Promise<void>> {
  const counted: (() => Promise<void>)[] = [];
  for (const [name, key] of limits) {
    const taken = await limiter.take(name, key);
    if (!taken.allowed) throw new TooManyAttempts(taken.retryAfterMs);
    counted.push(taken.giveBack);
  }
  return async () => {
    await Promise.all(counted.map((giveBack) => giveBack()));
  };
}
