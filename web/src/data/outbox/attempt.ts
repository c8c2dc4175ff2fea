import { ApiError } from '../api/errors';
import { isUnsent, type OutboxItem } from './item';

/** How a try ended. `later`: not before `ms` have passed. */
export type Outcome =
  | { readonly type: 'sent' }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'unreachable' }
  | { readonly type: 'later'; readonly ms: number };

/** Longest wait (ms) between two tries of an item that found no server. */
const MAX_WAIT_MS = 60_000;
/** Longest wait (ms) that can have been agreed on: a later date means that the clock was set back. */
const MAX_AGREED_MS = 60 * 60_000;

/** Refusals that say nothing about the item: the session ended, the server was slow or in trouble. */
const NOT_ABOUT_THE_ITEM = new Set([401, 408, 425]);

/** What a failed try means for its item. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { type: 'unreachable' };
  const { status, retryAfter, message } = error;
  if (status === 429) return { type: 'later', ms: (retryAfter ?? 60) * 1000 };
  if (status >= 500 || NOT_ABOUT_THE_ITEM.has(status)) return { type: 'unreachable' };
  return { type: 'refused', reason: message };
}

/**
 * The item after a try that ended at `now` (epoch ms): tries grow rarer, and none is ever the last. `spread` (0 to 1)
 * shortens the wait by up to half, so that not all devices come back at once.
 */
export function afterAttempt(
  item: OutboxItem,
  outcome: Outcome,
  now: number,
  spread: number,
): OutboxItem {
  switch (outcome.type) {
    case 'sent':
      return { ...item, state: 'sent', reason: null };
    case 'refused':
      return { ...item, state: 'refused', reason: outcome.reason };
    case 'later':
      return { ...item, state: 'waiting', nextAttemptAt: now + outcome.ms };
    case 'unreachable': {
      const attempts = item.attempts + 1;
      const wait = Math.min(1000 * 2 ** attempts, MAX_WAIT_MS) * (1 - spread / 2);
      return { ...item, state: 'waiting', attempts, nextAttemptAt: now + wait };
    }
  }
}

/** When the item is due (epoch ms), null when it never is again. One found `sending` was left by a page that closed. */
export function dueTime(item: OutboxItem, now: number): number | null {
  if (!isUnsent(item)) return null;
  return item.nextAttemptAt > now + MAX_AGREED_MS ? now : item.nextAttemptAt;
}
