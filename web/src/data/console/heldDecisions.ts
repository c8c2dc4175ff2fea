import { serverNow } from '../core/clock';
import { ApiError } from '../core/errors';
import { observable } from '../core/observable';

/** A decision is sent after this delay, so that it can be undone until then. */
export const UNDO_TIMEOUT_MS = 10_000;

export interface HeldDecision {
  readonly key: string;
  /** Ids of the submissions that it decides. */
  readonly ids: readonly string[];
  /** For example `Chike Obi is Essential`. */
  readonly text: string;
  /** Epoch ms, server clock. */
  readonly until: number;
  readonly state: 'held' | 'sending' | 'failed';
  readonly failure: string | null;
}

export interface DecisionOrder {
  readonly ids: readonly string[];
  readonly text: string;
  readonly send: () => Promise<unknown>;
  readonly describeFailure: (error: unknown) => string;
}

/** Thrown by `send` if the server skipped some of the submissions. */
export class PartlySavedError extends ApiError {
  constructor(
    readonly unsavedIds: readonly string[],
    total: number,
  ) {
    const saved = total - unsavedIds.length;
    const reason =
      unsavedIds.length === 1
        ? 'a colleague has it, it changed, or saving failed'
        : 'a colleague has them, they changed, or saving failed';
    const others = unsavedIds.length === 1 ? 'The other wasn’t' : 'The others weren’t';
    super(
      saved === 0
        ? `Not saved: ${reason}.`
        : `${saved} of ${total} ${saved === 1 ? 'was' : 'were'} saved. ${others}: ${reason}.`,
      409,
    );
  }
}

interface ScheduledDecision {
  readonly order: DecisionOrder;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Oldest first. A failed decision stays until it is dismissed, so that its case can be reopened.
 */
export class HeldDecisions {
  readonly #decisions = observable<readonly HeldDecision[]>([]);
  readonly #scheduled = new Map<string, ScheduledDecision>();
  readonly #sending = new Set<Promise<void>>();
  #count = 0;

  readonly get = this.#decisions.get;
  readonly subscribe = this.#decisions.subscribe;

  hold(order: DecisionOrder): void {
    this.#count += 1;
    const key = String(this.#count);
    const { ids, text } = order;
    const until = serverNow() + UNDO_TIMEOUT_MS;
    const timer = setTimeout(() => this.#send(key), UNDO_TIMEOUT_MS);
    this.#scheduled.set(key, { order, timer });
    const decision: HeldDecision = { key, ids, text, until, state: 'held', failure: null };
    this.#decisions.set([...this.#decisions.get(), decision]);
  }

  /** @returns false if it is too late */
  undo(key: string): boolean {
    const scheduled = this.#scheduled.get(key);
    if (!scheduled) return false;
    clearTimeout(scheduled.timer);
    this.#scheduled.delete(key);
    this.dismiss(key);
    return true;
  }

  dismiss(key: string): void {
    this.#decisions.set(this.#decisions.get().filter((decision) => decision.key !== key));
  }

  /** Sends everything at once, because the staff member is leaving. Never rejects. */
  async flush(): Promise<void> {
    for (const [key, { timer }] of this.#scheduled) {
      clearTimeout(timer);
      this.#send(key);
    }
    await Promise.all(this.#sending);
  }

  #change(key: string, changes: Partial<HeldDecision>): void {
    const change = (item: HeldDecision) => (item.key === key ? { ...item, ...changes } : item);
    this.#decisions.set(this.#decisions.get().map(change));
  }

  #send(key: string): void {
    const scheduled = this.#scheduled.get(key);
    if (!scheduled) return;
    this.#scheduled.delete(key);
    this.#change(key, { state: 'sending', failure: null });
    const sending = this.#attempt(key, scheduled.order);
    this.#sending.add(sending);
    void sending.then(() => this.#sending.delete(sending));
  }

  async #attempt(key: string, { ids, send, describeFailure }: DecisionOrder): Promise<void> {
    try {
      await send();
      this.dismiss(key);
    } catch (error) {
      this.#change(key, {
        ids: error instanceof PartlySavedError ? error.unsavedIds : ids,
        state: 'failed',
        failure: describeFailure(error),
      });
    }
  }
}
