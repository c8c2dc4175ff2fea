import { hasLinkOrContact } from '@quantalgo/contracts/core/links';
import { parseMentions } from '@quantalgo/contracts/network/mentions';
import {
  MUTE_DURATION_MS,
  type Restriction,
} from '@quantalgo/contracts/network/moderationEndpoints';
import {
  type ModerationReason,
  STRANGER_INTERVAL_MS,
  STRANGER_POSTS,
} from '@quantalgo/contracts/network/post';

/** Times in epoch ms. */
export type Silence =
  | { readonly kind: 'muted'; readonly until: number; readonly reason: string }
  | { readonly kind: 'banned'; readonly at: number; readonly reason: string };

export interface Writer {
  readonly posts: number;
  readonly lastPostAt: number | null;
  readonly silence: Silence | null;
}

export type CaseKind = 'first' | 'link' | 'picture' | 'report';

/** `slowed`: retry after `waitMs`. `open`: visible to all. Other posts are held for moderators. */
export type PostDecision =
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'slowed'; readonly waitMs: number }
  | { readonly type: 'written'; readonly open: boolean; readonly kinds: readonly CaseKind[] };

/** Only `lift` ends a ban. Muting a banned member keeps the ban and its reason. */
export function applyRestriction(
  current: Silence | null,
  { restriction, reason }: { readonly restriction: Restriction; readonly reason: ModerationReason },
  now: number,
): Silence | null {
  switch (restriction) {
    case 'mute':
      return current?.kind === 'banned'
        ? current
        : { kind: 'muted', until: now + MUTE_DURATION_MS, reason };
    case 'ban':
      return { kind: 'banned', at: now, reason };
    case 'lift':
      return null;
  }
}

export const getSilence = ({ silence }: Pick<Writer, 'silence'>, now: number): Silence | null =>
  silence?.kind === 'muted' && silence.until <= now ? null : silence;

/** Null if the member may write. */
export function getSilenceReason(writer: Pick<Writer, 'silence'>, now: number): string | null {
  const silence = getSilence(writer, now);
  if (!silence) return null;
  const { kind, reason } = silence;
  return kind === 'banned'
    ? `You can no longer post here: ${reason}.`
    : `You can’t post here for the time being: ${reason}.`;
}

interface PostDraft {
  readonly text: string;
  readonly picture?: string | null;
  /** Names of mentioned members. `@Name` doesn't count as a link. */
  readonly names?: readonly string[];
}

/**
 * Strangers must pause between posts, and their links and pictures are held for moderators.
 * Moderators also check everyone's first post, which is visible in the meantime.
 */
export function judgePost(
  writer: Writer,
  { text, picture = null, names = [] }: PostDraft,
  now: number,
): PostDecision {
  const reason = getSilenceReason(writer, now);
  if (reason !== null) return { type: 'refused', reason };
  const isStranger = writer.posts < STRANGER_POSTS;
  const waitMs = (writer.lastPostAt ?? -Infinity) + STRANGER_INTERVAL_MS - now;
  if (isStranger && waitMs > 0) return { type: 'slowed', waitMs };
  const kinds: CaseKind[] = [];
  if (isStranger && hasLinkOrContact(parseMentions(text, names).rest)) kinds.push('link');
  if (isStranger && picture !== null) kinds.push('picture');
  const open = kinds.length === 0;
  return { type: 'written', open, kinds: writer.posts === 0 ? ['first', ...kinds] : kinds };
}

/** Refuses strangers' links, because edits bypass the moderators. Null if the edit is allowed. */
export const findEditProblem = ({ posts }: Pick<Writer, 'posts'>, text: string): string | null =>
  posts < STRANGER_POSTS && hasLinkOrContact(text)
    ? 'You’re new here. To share a link, write a new post, and we’ll check it first.'
    : null;
