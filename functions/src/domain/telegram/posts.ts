import * as z from 'zod/mini';
import { slotIdSchema } from '@quantalgo/contracts/core/slotId';
import { firestoreTime } from '@quantalgo/contracts/core/time';
import { TELEGRAM_CHANNELS } from '@quantalgo/contracts/telegram/endpoints';
import { sha256Schema } from '@quantalgo/contracts/core/sha256Schema';

/** A signal's post in a channel as stored; times in epoch ms. */
export type StoredPost = z.output<typeof telegramPostDocument>;

/** How long (ms) a run has a post to itself. A call to Telegram takes at most a sixth of that. */
export const HELD_MS = 60_000;

/** How often (ms) the sweep looks whether a post that may still change is as its signal is. */
const LOOKED_AT_MS = 10 * 60_000;

/** From when on (ms after it was written) nobody looks any more: its signal was never settled. */
const GIVEN_UP_MS = 24 * 60 * 60_000;

/** Calls to Telegram before a post is given up. */
const ATTEMPTS = 10;

/** What its signal says of a post. */
export interface Wanted {
  /** SHA-256 of the text that it should show. */
  readonly digest: string;
  /** Its entry, epoch ms: from then on it isn't posted any more. */
  readonly entersAt: number;
  readonly isSettled: boolean;
}

type Change = Partial<Pick<StoredPost, 'state' | 'dueAt' | 'problem'>>;

/** What is to be done about a post: nothing, only its document changed, or a call made. */
export type PostStep =
  | { readonly type: 'none' }
  | { readonly type: 'note'; readonly change: Change }
  | { readonly type: 'post' }
  | { readonly type: 'edit'; readonly messageId: number };

const NOTHING: PostStep = { type: 'none' };

const over = (state: 'lost' | 'late' | 'refused', problem: string | null = null): PostStep => ({
  type: 'note',
  change: { state, dueAt: null, ...(problem !== null && { problem }) },
});

/** The state of a post that shows what it should, and when the sweep looks at it next. */
export const shownFields = ({ isSettled }: Pick<Wanted, 'isSettled'>, now: number) =>
  ({
    state: isSettled ? 'settled' : 'posted',
    dueAt: isSettled ? null : now + LOOKED_AT_MS,
  }) as const;

function stepOfShown(stored: StoredPost, wanted: Wanted, now: number): PostStep {
  const change = shownFields(wanted, now);
  const isDue = stored.dueAt !== null && stored.dueAt <= now;
  if (!isDue && stored.state === change.state) return NOTHING;
  const isGivenUp = now >= stored.createdAt + GIVEN_UP_MS;
  return { type: 'note', change: isGivenUp ? { ...change, dueAt: null } : change };
}

/**
 * The next step of a post at `now` (epoch ms). Telegram has no key by which a message is sent once: one whose sending was
 * interrupted is never sent again, so a channel has at most one post of a signal, and may lack it. An edit may be
 * made twice.
 * @param stored null before its first
 */
export function stepOf(stored: StoredPost | null, wanted: Wanted, now: number): PostStep {
  const isLate = now >= wanted.entersAt;
  if (!stored) return isLate ? NOTHING : { type: 'post' };
  const { state, messageId, heldUntil, shown, attempts } = stored;
  if (heldUntil > now || state === 'lost' || state === 'late' || state === 'refused')
    return NOTHING;
  if (messageId === null && state === 'posting')
    return over('lost', 'Interrupted: whether it was posted is not known');
  if (messageId === null && isLate) return over('late');
  if (shown === wanted.digest) return stepOfShown(stored, wanted, now);
  if (attempts >= ATTEMPTS) return over('refused');
  return messageId === null ? { type: 'post' } : { type: 'edit', messageId };
}

/**
 * A signal's post in a channel. `posting` and `editing` while a run calls Telegram; `waiting` until its post may be sent,
 * `posted` while it may still change, `settled` when it won't. `lost` where nobody knows whether it was posted, `late`
 * where its entry had come first, `refused` by Telegram.
 */
export const telegramPostDocument = z.object({
  signal: slotIdSchema,
  channel: z.enum(TELEGRAM_CHANNELS),
  state: z.enum(['waiting', 'posting', 'posted', 'editing', 'settled', 'lost', 'late', 'refused']),
  /** Telegram's id of the message; null before it is known. */
  messageId: z.nullable(z.int()),
  /** SHA-256 of the text that it shows; null before it is posted. */
  shown: z.nullable(sha256Schema),
  /** Until when nobody else touches it: a run has it, or Telegram asked to wait. */
  heldUntil: firestoreTime,
  /** When the sweep looks at it next; null once there is nothing more to do. */
  dueAt: z.nullable(firestoreTime),
  attempts: z.int(),
  /** What Telegram said last, where it refused. */
  problem: z.nullable(z.string()),
  createdAt: firestoreTime,
});
