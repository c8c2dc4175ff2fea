import pLimit from 'p-limit';
import {
  countShed,
  getLaneCapacity,
  MAX_CALLS_PER_LANE,
  NO_SHED_CALLS,
  getShedRetryMs,
} from '../../domain/core/hashing';
import type { Clock } from '../core/clock';
import type { Passwords } from './passwords';

export class HashingBusyError extends Error {
  override readonly name = 'HashingBusyError';

  constructor(readonly retryAfterMs: number) {
    super('Too many calls are waiting for a hash');
  }
}

export type Hasher = Pick<Passwords, 'hash' | 'matches' | 'isOutdated'>;

/** Hashes one password at a time, because concurrent hashes would compete for the one core. */
class Lane {
  #callCount = 0;
  #refusals = NO_SHED_CALLS;
  #currentHash: Promise<unknown> = Promise.resolve();
  readonly #workLimit = pLimit(MAX_CALLS_PER_LANE);
  readonly #hasher: Hasher;
  readonly #capacity: number;

  constructor(
    passwords: Passwords,
    readonly clock: Clock,
    beforeHash: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    this.#capacity = getLaneCapacity(passwords.hashMs);
    const limit = pLimit(1);
    const runQueued = <T>(hash: () => Promise<T>): Promise<T> =>
      limit(async () => {
        await beforeHash();
        const hashing = hash();
        this.#currentHash = Promise.allSettled([hashing]);
        return hashing;
      });
    this.#hasher = {
      hash: (...args) => runQueued(() => passwords.hash(...args)),
      matches: (...args) => runQueued(() => passwords.matches(...args)),
      isOutdated: (stored) => passwords.isOutdated(stored),
    };
  }

  readonly waitForHash = (): Promise<unknown> => this.#currentHash;

  throwIfFull(): void {
    if (this.#callCount >= this.#capacity) throw new HashingBusyError(this.#retryAfter());
  }

  async run<T>(work: (hasher: Hasher) => Promise<T>): Promise<T> {
    this.throwIfFull();
    this.#callCount += 1;
    try {
      return await this.#workLimit(() => work(this.#hasher));
    } finally {
      this.#callCount -= 1;
    }
  }

  #retryAfter(): number {
    this.#refusals = countShed(this.#refusals, this.clock());
    const { current, before } = this.#refusals;
    return getShedRetryMs(current + before, Math.random());
  }
}

/** Strangers and members have separate queues, so that strangers can't fill the members' queue. */
export interface Hashing {
  stranger<T>(work: (hasher: Hasher) => Promise<T>): Promise<T>;
  throwIfStrangerQueueFull(): void;
  member<T>(work: (hasher: Hasher) => Promise<T>): Promise<T>;
}

/** Strangers' hashes wait for a member's hash in progress, because an instance has one core. */
export function createHashing(passwords: Passwords, clock: Clock): Hashing {
  const members = new Lane(passwords, clock);
  const strangers = new Lane(passwords, clock, members.waitForHash);
  return {
    stranger: (work) => strangers.run(work),
    throwIfStrangerQueueFull: () => strangers.throwIfFull(),
    member: (work) => members.run(work),
  };
}
