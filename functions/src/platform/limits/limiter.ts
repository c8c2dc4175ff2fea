import type { LimitName } from '../../domain/limits';

/** One event was counted, or refused. */
export type Taken =
  | {
      readonly allowed: true;
      /** Counts the event no longer. */
      readonly giveBack: () => Promise<void>;
    }
  | { readonly allowed: false; readonly retryAfterMs: number };

/** Counts what may happen only so often. */
export interface Limiter {
  /** Counts one more event of this key (an address, a uid, a network origin), unless the limit is reached. */
  take(name: LimitName, key: string): Promise<Taken>;
  /** Forgets all events of this key. For limits with one shard. */
  clear(name: LimitName, key: string): Promise<void>;
}
