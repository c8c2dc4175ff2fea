import pLimit from 'p-limit';
import {
  countShed,
  lanePlaces,
  MAX_AT_WORK,
  NOTHING_SHED,
  retryAfterShedding,
} from '../../domain/core/hashing';
import type { Clock } from '../core/clock';
import type { Passwords } from './passwords';

/** All places of a lane are taken. */
export class HashingBusyError extends Error {
  override readonly name = 'HashingBusyError';

  constructor(readonly retryAfterMs: number) {
    super('Too many calls wait for a hash');
  }
}

/** What hashes passwords, within a place in the queue. */
export type Hasher = Pick<Passwords, 'hash' | 'matches' | 'isOutdated'>;

/**
 * A bounded queue in front of the hashes of one instance. It hashes one password at a time, because more would only
 * compete for the core with each other and with all other calls.
 */
class Lane {
  #taken = 0;
  #shed = NOTHING_SHED;
  #currentHash: Promise<unknown> = Promise.resolve();
  readonly #atWork = pLimit(MAX_AT_WORK);
  readonly #hasher: Hasher;
  readonly #places: number;

  /** @param beforeHash resolves when the next hash may begin */
  constructor(
    passwords: Passwords,
    readonly clock: Clock,
    beforeHash: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    this.#places = lanePlaces(passwords.hashMs);
    const limit = pLimit(1);
    const inTurn = <T>(hash: () => Promise<T>): Promise<T> =>
      limit(async () => {
        await beforeHash();
        const hashed = hash();
        this.#currentHash = Promise.allSettled([hashed]);
        return hashed;
      });
    this.#hasher = {
      hash: (...given) => inTurn(() => passwords.hash(...given)),
      matches: (...given) => inTurn(() => passwords.matches(...given)),
      isOutdated: (stored) => passwords.isOutdated(stored),
    };
  }

  /** Resolves when the hash that runs now has ended, though others may follow. */
  readonly whenHashed = (): Promise<unknown> => this.#currentHash;

  /** @throws HashingBusyError if no place is free */
  refuseWhenFull(): void {
    if (this.#taken >= this.#places) throw new HashingBusyError(this.#retryAfter());
  }

  /** @throws HashingBusyError if no place is free, before any work */
  async run<T>(work: (hasher: Hasher) => Promise<T>): Promise<T> {
    this.refuseWhenFull();
    this.#taken += 1;
    try {
      return await this.#atWork(() => work(this.#hasher));
    } finally {
      this.#taken -= 1;
    }
  }

  #retryAfter(): number {
    this.#shed = countShed(this.#shed, this.clock());
    const { current, before } = this.#shed;
    return retryAfterShedding(current + before, Math.random());
  }
}

/** Where passwords are hashed: strangers can't take the places of members. */
export interface Hashing {
  /** Runs a call of somebody who has shown nothing yet. @throws HashingBusyError */
  stranger<T>(work: (hasher: Hasher) => Promise<T>): Promise<T>;
  /** Refuses a stranger's call before its body is read. @throws HashingBusyError if no place is free */
  refuseStrangerWhenFull(): void;
  /** Runs a call of a known device, a session or the holder of a reset link. @throws HashingBusyError */
  member<T>(work: (hasher: Hasher) => Promise<T>): Promise<T>;
}

/** A stranger's hash begins after the member's hash that runs: an instance has one core. */
export function hashingWith(passwords: Passwords, clock: Clock): Hashing {
  const members = new Lane(passwords, clock);
  const strangers = new Lane(passwords, clock, members.whenHashed);
  return {
    stranger: (work) => strangers.run(work),
    refuseStrangerWhenFull: () => strangers.refuseWhenFull(),
    member: (work) => members.run(work),
  };
}
