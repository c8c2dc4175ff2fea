import { type Access, openTier } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { type ChatAct, chatActSchema, MAX_MENTIONS } from '@quantalgo/contracts/chat/chat';
import type { Post } from '@quantalgo/contracts/network/post';
import { isOfKind, type ItemOf, type OutboxItem } from '../outbox/item';
import { ofServer, type PostView, unsentPost } from '../network/view';

interface Pending {
  readonly act: ChatAct;
  readonly item: ItemOf<'chat'>;
}

/** The acts in the outbox, in the order in which they were done. */
const pendingInChat = (items: readonly OutboxItem[]): readonly Pending[] =>
  items.filter(isOfKind('chat')).flatMap((item) => {
    const act = chatActSchema.safeParse(item.content.act).data;
    return act ? [{ act, item }] : [];
  });

/** Who writes, with what their tier follows from. */
type Writer = Access & Pick<User, 'id'>;

/** A message that only this device has so far. As on the server, staff have the tier of their own access. */
function ofItem({ act, item }: Pending, writer: Writer): PostView[] {
  if (act.act !== 'write') return [];
  const tier = openTier({ ...writer, staff: false });
  return [unsentPost(item, { uid: writer.id, tier, text: act.text, to: null, picture: null })];
}

/** Ids of messages whose deletion waits here, or was just sent. */
const deletedIn = (pending: readonly Pending[]): ReadonlySet<string> =>
  new Set(
    pending.flatMap(({ act, item }) =>
      act.act === 'delete' && item.state !== 'refused' ? [act.id] : [],
    ),
  );

/**
 * The chat as a member sees it, newest first: what waits on this device on top in the order in which it was written, and
 * nothing of authors whom they hide. A deleted message is gone; of one that moderators removed the reason is left. What
 * says of a pinned note that it changed is no message to read.
 */
export function arrangeChat(
  rows: readonly Post[],
  items: readonly OutboxItem[],
  writer: Writer,
  hidden: ReadonlySet<string>,
): readonly PostView[] {
  const pending = pendingInChat(items);
  const known = new Set(rows.map(({ id }) => id));
  const deleted = deletedIn(pending);
  const own = pending
    .filter(({ item }) => !known.has(item.id) && item.state !== 'sent')
    .flatMap((one) => ofItem(one, writer))
    .reverse();
  const viewer = { uid: writer.id, me: { blocked: [], liked: [] } };
  const arrived = rows
    .map((post) => ofServer(post, viewer))
    .filter((post) => post.pinned !== true && post.gone !== 'deleted' && !deleted.has(post.id))
    .filter((post) => post.uid === null || !hidden.has(post.uid))
    .sort((a, b) => b.createdAt - a.createdAt);
  return [...own, ...arrived];
}

/** Number of the member's acts that the server refused. */
export const refusedIn = (items: readonly OutboxItem[]): number =>
  pendingInChat(items).filter(({ item }) => item.state === 'refused').length;

/** Uids of the authors whom a text names as `@Name`, those who wrote last first, as many as a message may name. */
export function mentionsIn(
  text: string,
  messages: readonly Pick<PostView, 'uid' | 'name' | 'isOwn'>[],
): readonly string[] {
  const named = messages.flatMap(({ uid, name, isOwn }) =>
    uid !== null && !isOwn && name !== '' && text.includes(`@${name}`) ? [uid] : [],
  );
  return [...new Set(named)].slice(0, MAX_MENTIONS);
}
