import { hasLink } from '@quantalgo/contracts/core/links';
import { MEMBER_MUTE_MS, type Restriction } from '@quantalgo/contracts/network/moderationEndpoints';
import {
  type ModerationReason,
  STRANGER_PAUSE_MS,
  STRANGER_POSTS,
} from '@quantalgo/contracts/network/post';

/** What moderators decided about a member, and why. Times in epoch ms. */
export type Silence =
  | { readonly kind: 'muted'; readonly until: number; readonly reason: string }
  | { readonly kind: 'banned'; readonly at: number; readonly reason: string };

/** What the room knows of a member who writes. Times in epoch ms. */
export interface Writer {
  /** How many of their posts were open to all. */
  readonly posts: number;
  readonly lastPostAt: number | null;
  /** Null for a member who was never restricted, or whose restriction was lifted. */
  readonly silence: Silence | null;
}

/** Why moderators look at a post. */
export type CaseKind = 'first' | 'link' | 'picture' | 'report';

/** What becomes of a new post: refused for good, slowed down, or written, and then open to all or held. */
export type PostDecision =
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'slowed'; readonly waitMs: number }
  | { readonly type: 'written'; readonly open: boolean; readonly kinds: readonly CaseKind[] };

/**
 * What silences a member after moderators restricted them at `now` (epoch ms), or lifted what did. Only an explicit lift
 * ends a ban: muting a banned member keeps the ban and its reason.
 */
export function restricted(
  before: Silence | null,
  { restriction, reason }: { readonly restriction: Restriction; readonly reason: ModerationReason },
  now: number,
): Silence | null {
  switch (restriction) {
    case 'mute':
      return before?.kind === 'banned'
        ? before
        : { kind: 'muted', until: now + MEMBER_MUTE_MS, reason };
    case 'ban':
      return { kind: 'banned', at: now, reason };
    case 'lift':
      return null;
  }
}

/** What silences a member at `now` (epoch ms): a mute ends by itself. */
export const silenceAt = ({ silence }: Pick<Writer, 'silence'>, now: number): Silence | null =>
  silence?.kind === 'muted' && silence.until <= now ? null : silence;

/** Why this member may not write anything at `now` (epoch ms), in a sentence; null if they may. */
export function silenceOf(writer: Pick<Writer, 'silence'>, now: number): string | null {
  const silence = silenceAt(writer, now);
  if (!silence) return null;
  const { kind, reason } = silence;
  return kind === 'banned'
    ? `You can no longer post here: ${reason}.`
    : `You can’t post here for the time being: ${reason}.`;
}

/** A text without the members whom it calls by their names. A name that goes on is another one: it stays. */
const withoutNames = (text: string, names: readonly string[]): string =>
  names.reduce((left, name) => {
    const call = `@${name}`;
    const [before = '', ...parts] = left.split(call);
    return parts.reduce((done, part) => done + (/^\w/.test(part) ? call : ' ') + part, before);
  }, text);

/** What a member wrote. */
interface Written {
  readonly text: string;
  readonly picture?: string | null;
  /** Names of other members of the room whom it calls as `@Name`: they lead nowhere else. */
  readonly names?: readonly string[];
}

/**
 * What becomes of a post of this member at `now` (epoch ms). Strangers wait between their posts, and their links and
 * pictures wait for moderators, who also look at everybody's first post; that one is open meanwhile.
 */
export function judgePost(
  writer: Writer,
  { text, picture = null, names = [] }: Written,
  now: number,
): PostDecision {
  const why = silenceOf(writer, now);
  if (why !== null) return { type: 'refused', why };
  const isStranger = writer.posts < STRANGER_POSTS;
  const waitMs = (writer.lastPostAt ?? -Infinity) + STRANGER_PAUSE_MS - now;
  if (isStranger && waitMs > 0) return { type: 'slowed', waitMs };
  const kinds: CaseKind[] = [];
  if (isStranger && hasLink(withoutNames(text, names))) kinds.push('link');
  if (isStranger && picture !== null) kinds.push('picture');
  const open = kinds.length === 0;
  return { type: 'written', open, kinds: writer.posts === 0 ? ['first', ...kinds] : kinds };
}

/** Why an edit may not say this, in a sentence; null if it may. A stranger's link would escape the moderators. */
export const editProblem = ({ posts }: Pick<Writer, 'posts'>, text: string): string | null =>
  posts < STRANGER_POSTS && hasLink(text)
    ? 'You’re new here: to share a link, write a new post, and we’ll check it first.'
    : null;
