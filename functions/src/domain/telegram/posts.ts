import * as z from 'zod/mini';
import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import { TELEGRAM_CHANNELS } from '@quantalgo/contracts/telegram/endpoints';
import { sha256Schema } from '@quantalgo/contracts/core/sha256Schema';
import { slotIdSchema } from '@quantalgo/contracts/core/slots';

export type StoredPost = z.output<typeof telegramPostDocument>;

/** A run's lease on a post (ms). A call to Telegram takes at most a sixth of it. */
export const POST_LEASE_MS = 60_000;

// The sweep compares a post with its signal this often while it may still change.
const CHECK_INTERVAL_MS = 10 * 60_000;

// The sweep gives up on a post after this long, because its signal was never settled.
const CHECK_TIMEOUT_MS = 24 * 60 * 60_000;

const MAX_POST_ATTEMPTS = 10;

export interface ExpectedPost {
  readonly digest: string;
  /** Entry time, epoch ms. The signal isn't posted after it. */
  readonly entersAt: number;
  readonly isSettled: boolean;
}

type PostChange = Partial<Pick<StoredPost, 'state' | 'dueAt' | 'problem'>>;

export type PostStep =
  | { readonly type: 'none' }
  | { readonly type: 'note'; readonly change: PostChange }
  | { readonly type: 'post' }
  | { readonly type: 'edit'; readonly messageId: number };

const NO_STEP: PostStep = { type: 'none' };

const endPost = (state: 'lost' | 'late' | 'refused', problem: string | null = null): PostStep => ({
  type: 'note',
  change: { state, dueAt: null, ...(problem !== null && { problem }) },
});

export const toShownFields = ({ isSettled }: Pick<ExpectedPost, 'isSettled'>, now: number) =>
  ({
    state: isSettled ? 'settled' : 'posted',
    dueAt: isSettled ? null : now + CHECK_INTERVAL_MS,
  }) as const;

function decideShownPost(stored: StoredPost, expected: ExpectedPost, now: number): PostStep {
  const change = toShownFields(expected, now);
  const isDue = stored.dueAt !== null && stored.dueAt <= now;
  if (!isDue && stored.state === change.state) return NO_STEP;
  const hasTimedOut = now >= stored.createdAt + CHECK_TIMEOUT_MS;
  return { type: 'note', change: hasTimedOut ? { ...change, dueAt: null } : change };
}

/**
 * An interrupted send is never repeated, because Telegram has no idempotency key. A channel may
 * therefore lack a signal's post, but never has two. Edits may be repeated.
 */
export function decidePostStep(
  stored: StoredPost | null,
  expected: ExpectedPost,
  now: number,
): PostStep {
  const isLate = now >= expected.entersAt;
  if (!stored) return isLate ? NO_STEP : { type: 'post' };
  const { state, messageId, heldUntil, shown, attempts } = stored;
  if (heldUntil > now || state === 'lost' || state === 'late' || state === 'refused')
    return NO_STEP;
  if (messageId === null && state === 'posting')
    return endPost('lost', 'Interrupted. It may or may not have been posted.');
  if (messageId === null && isLate) return endPost('late');
  if (shown === expected.digest) return decideShownPost(stored, expected, now);
  if (attempts >= MAX_POST_ATTEMPTS) return endPost('refused');
  return messageId === null ? { type: 'post' } : { type: 'edit', messageId };
}

/**
 * `posting`, `editing`: a run is calling Telegram. `posted`: may still change. `lost`: unknown if
 * it was posted. `late`: wasn't posted before the entry. `refused`: by Telegram.
 */
export const telegramPostDocument = z.object({
  signal: slotIdSchema,
  channel: z.enum(TELEGRAM_CHANNELS),
  state: z.enum(['waiting', 'posting', 'posted', 'editing', 'settled', 'lost', 'late', 'refused']),
  messageId: z.nullable(z.int()),
  // SHA-256 of the displayed text; null before it is posted.
  shown: z.nullable(sha256Schema),
  // Nobody else may change it until then, because a run holds it or Telegram requested a wait.
  heldUntil: firestoreTimeSchema,
  // Next check by the sweep; null if there is nothing left to do.
  dueAt: z.nullable(firestoreTimeSchema),
  attempts: z.int(),
  problem: z.nullable(z.string()),
  createdAt: firestoreTimeSchema,
});
