import { type Access, getEffectiveTier } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { type ChatAction, chatActionSchema, MAX_MENTIONS } from '@quantalgo/contracts/chat/chat';
import { parseMentions } from '@quantalgo/contracts/network/mentions';
import type { Post } from '@quantalgo/contracts/network/post';
import { isOfKind, type TypedOutboxItem, type OutboxItem } from '../outbox/item';
import { findRefusals, type Refusal } from '../network/refusals';
import { parseNetworkActions, toPostView, type PostView, toUnsentPost } from '../network/view';

interface Pending {
  readonly action: ChatAction;
  readonly item: TypedOutboxItem<'chat'>;
}

const parsePendingActions = (items: readonly OutboxItem[]): readonly Pending[] =>
  items.filter(isOfKind('chat')).flatMap((item) => {
    const action = chatActionSchema.safeParse(item.content.action).data;
    return action ? [{ action, item }] : [];
  });

type Writer = Access & Pick<User, 'id'>;

/** As on the server, staff messages show the tier of the author's own access. */
function toUnsentMessages({ action, item }: Pending, writer: Writer): PostView[] {
  if (action.action !== 'write') return [];
  const tier = getEffectiveTier({ ...writer, staff: false });
  return [toUnsentPost(item, { uid: writer.id, tier, text: action.text, to: null, picture: null })];
}

const findDeletedIds = (pending: readonly Pending[]): ReadonlySet<string> =>
  new Set(
    pending.flatMap(({ action, item }) =>
      action.action === 'delete' && item.state !== 'refused' ? [action.id] : [],
    ),
  );

/**
 * Newest first; unsent messages precede all others. Omits hidden authors, deleted messages and
 * notices about pinned notes. Messages that moderators removed stay, with the reason.
 */
export function arrangeChat(
  rows: readonly Post[],
  items: readonly OutboxItem[],
  writer: Writer,
  hiddenAuthors: ReadonlySet<string>,
): readonly PostView[] {
  const pending = parsePendingActions(items);
  const rowIds = new Set(rows.map(({ id }) => id));
  const deletedIds = findDeletedIds(pending);
  const unconfirmed = pending
    .filter(({ item }) => !rowIds.has(item.id) && item.state !== 'sent')
    .flatMap((action) => toUnsentMessages(action, writer))
    .reverse();
  const viewer = { uid: writer.id, me: { blocked: [], liked: [] } };
  const confirmed = rows
    .map((post) => toPostView(post, viewer))
    .filter((post) => post.pinned !== true && post.gone !== 'deleted' && !deletedIds.has(post.id))
    .filter((post) => post.uid === null || !hiddenAuthors.has(post.uid))
    .sort((a, b) => b.createdAt - a.createdAt);
  return [...unconfirmed, ...confirmed];
}

/** Includes refused requests to hide an author, which apply in both rooms. */
export const findChatRefusals = (items: readonly OutboxItem[]): readonly Refusal[] =>
  findRefusals([
    ...parsePendingActions(items),
    ...parseNetworkActions(items).filter(({ action }) => action.action === 'block'),
  ]);

export const countRefused = (items: readonly OutboxItem[]): number =>
  parsePendingActions(items).filter(({ item }) => item.state === 'refused').length;

export function findMentions(
  text: string,
  messages: readonly Pick<PostView, 'uid' | 'name' | 'isOwn'>[],
): readonly string[] {
  // Includes the author's own name, which may begin with another member's.
  const { mentioned } = parseMentions(
    text,
    messages.map(({ name }) => name),
  );
  const uids = messages.flatMap(({ uid, name, isOwn }) =>
    !isOwn && uid !== null && mentioned.has(name) ? [uid] : [],
  );
  return [...new Set(uids)].slice(0, MAX_MENTIONS);
}
