import {
  type NetworkAct,
  networkActSchema,
  type NetworkMember,
  type Post,
} from '@quantalgo/contracts/network/post';
import { isOfKind, isUnsent, type ItemOf, type OutboxItem } from '../outbox/item';

/** How far a post of this member has come; `held` by moderators, `refused` by them or by the server. */
type Delivery =
  | { readonly state: 'open' }
  /** `failing`: attempts did not reach the server. */
  | { readonly state: 'unsent'; readonly failing: boolean }
  | { readonly state: 'held' }
  | { readonly state: 'refused'; readonly reason: string; readonly item: OutboxItem | null };

/** A post as a member sees it: the server's version with what waits on this device. */
export interface PostView extends Omit<
  Post,
  'createdAt' | 'updatedAt' | 'editedAt' | 'open' | 'gone'
> {
  /** `absent`: only its place is known here, as something answers it. */
  readonly gone: Post['gone'] | 'absent';
  readonly isOwn: boolean;
  readonly isLiked: boolean;
  readonly isEdited: boolean;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly delivery: Delivery;
}

/** A post with its answers, oldest first. */
export interface Thread {
  readonly post: PostView;
  readonly answers: readonly PostView[];
}

/** An act of this member that the server has not confirmed here. */
interface Pending {
  readonly act: NetworkAct;
  readonly item: ItemOf<'network'>;
}

const acts = new Map<string, NetworkAct | null>();

function actOf({ id, content }: ItemOf<'network'>): NetworkAct | null {
  const known = acts.get(id);
  if (known !== undefined) return known;
  const act = networkActSchema.safeParse(content.act).data ?? null;
  acts.set(id, act);
  return act;
}

/** The acts in the outbox, in the order in which they were done. */
export const pendingIn = (items: readonly OutboxItem[]): readonly Pending[] =>
  items.filter(isOfKind('network')).flatMap((item) => {
    const act = actOf(item);
    return act ? [{ act, item }] : [];
  });

/** How far what waits in the outbox has come. */
function deliveryOf(item: OutboxItem): Delivery {
  if (item.state === 'refused')
    return { state: 'refused', reason: item.reason ?? 'It was refused', item };
  return { state: 'unsent', failing: item.attempts > 0 };
}

/** Who looks: their id, and what the room knows of them. */
interface Viewer {
  readonly uid: string;
  readonly me: {
    readonly [Field in 'blocked' | 'liked']: readonly NetworkMember[Field][number][];
  };
}

/** A post as the server has it. */
export function ofServer(post: Post, { uid, me }: Viewer): PostView {
  const { open, editedAt, createdAt, updatedAt: _changed, ...rest } = post;
  const held: Delivery =
    post.reason === null
      ? { state: 'held' }
      : { state: 'refused', reason: `Not published: ${post.reason}`, item: null };
  return {
    ...rest,
    isOwn: post.uid === uid,
    isLiked: me.liked.includes(post.id),
    isEdited: editedAt !== null,
    createdAt: Date.parse(createdAt),
    delivery: open ? { state: 'open' } : held,
  };
}

/** What a member wrote in a room that only this device has so far. @param written what isn't the same of all of them */
export const unsentPost = (
  item: OutboxItem,
  written: Pick<PostView, 'uid' | 'tier' | 'text' | 'to' | 'picture'>,
): PostView => ({
  ...written,
  id: item.id,
  name: 'You',
  signal: null,
  embed: null,
  gone: null,
  reason: null,
  likes: 0,
  seeded: false,
  isOwn: true,
  isLiked: false,
  isEdited: false,
  createdAt: item.createdAt,
  delivery: deliveryOf(item),
});

function ofItem({ act, item }: Pending, { uid }: Viewer): PostView[] {
  if (act.act !== 'write') return [];
  const { to, text, picture = null } = act;
  return [unsentPost(item, { uid, tier: 'guest', to, text, picture })];
}

const GONE = {
  uid: null,
  name: '',
  text: '',
  signal: null,
  embed: null,
  picture: null,
  gone: 'deleted',
} as const;

/** The post after an act that the server has not confirmed; a refused act changes nothing. */
function after(post: PostView, { act, item }: Pending): PostView {
  if (item.state === 'refused' || act.act === 'write' || act.act === 'block' || act.id !== post.id)
    return post;
  switch (act.act) {
    case 'edit':
      return { ...post, text: act.text, isEdited: true };
    case 'delete':
      return { ...post, ...GONE };
    case 'like':
      if (act.on === post.isLiked) return post;
      return { ...post, isLiked: act.on, likes: Math.max(0, post.likes + (act.on ? 1 : -1)) };
    case 'report':
      return post;
  }
}

/** The authors whom the member hides, with what waits here. @param syncedAt see {@link arrangeNetwork} */
export function hiddenAuthors(
  items: readonly OutboxItem[],
  blocked: readonly string[],
  syncedAt: number,
): ReadonlySet<string> {
  const hidden = new Set(blocked);
  for (const { act } of pendingIn(items).filter((one) => isAhead(one, syncedAt))) {
    if (act.act !== 'block') continue;
    if (act.on) hidden.add(act.author);
    else hidden.delete(act.author);
  }
  return hidden;
}

/** Whether an act's effect isn't part of `rows` yet: it waits, or was sent after the last sync (epoch ms). */
const isAhead = ({ item }: Pending, syncedAt: number): boolean =>
  isUnsent(item) || (item.state === 'sent' && item.createdAt > syncedAt);

/** Shows an answer's place where its post is not, or no longer, on this device. */
const place = (id: string, answer: PostView): PostView => ({
  ...answer,
  ...GONE,
  gone: 'absent',
  reason: null,
  id,
  to: null,
  isOwn: false,
  isLiked: false,
  isEdited: false,
  likes: 0,
  delivery: { state: 'open' },
});

/**
 * The room as a member sees it, newest thread first: without authors whom they hide, and with what waits here. A post
 * that is gone is shown only while something answers it.
 * @param syncedAt when the rows were last asked for (epoch ms)
 */
export function arrangeNetwork(
  rows: readonly Post[],
  items: readonly OutboxItem[],
  viewer: Viewer,
  syncedAt: number,
): readonly Thread[] {
  const pending = pendingIn(items);
  const known = new Set(rows.map(({ id }) => id));
  const hidden = hiddenAuthors(items, viewer.me.blocked, syncedAt);
  const own = pending.filter(({ item }) => !known.has(item.id) && item.state !== 'sent');
  const all = [
    ...rows.map((post) => ofServer(post, viewer)),
    ...own.flatMap((one) => ofItem(one, viewer)),
  ]
    .map((post) => pending.filter((one) => isAhead(one, syncedAt)).reduce(after, post))
    .filter(({ uid }) => uid === null || !hidden.has(uid))
    .sort((a, b) => a.createdAt - b.createdAt);
  const threads = new Map<string, { post: PostView; answers: PostView[] }>();
  for (const post of all) if (post.to === null) threads.set(post.id, { post, answers: [] });
  for (const answer of all) {
    if (answer.to === null || answer.gone !== null) continue;
    const thread = threads.get(answer.to) ?? { post: place(answer.to, answer), answers: [] };
    thread.answers.push(answer);
    threads.set(answer.to, thread);
  }
  return [...threads.values()]
    .filter(({ post, answers }) => post.gone === null || answers.length > 0)
    .sort((a, b) => b.post.createdAt - a.post.createdAt);
}
