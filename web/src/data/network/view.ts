import {
  type NetworkAction,
  networkActionSchema,
  type NetworkMember,
  type Post,
} from '@quantalgo/contracts/network/post';
import { toServerTime } from '../core/clock';
import { isOfKind, isUnsent, type TypedOutboxItem, type OutboxItem } from '../outbox/item';

type Delivery =
  | { readonly state: 'open' }
  | {
      readonly state: 'unsent';
      readonly failing: boolean;
      /**
       * Earliest time that the server accepts it (epoch ms, device clock). In the past unless the
       * server delayed it.
       */
      readonly notBefore: number;
    }
  | { readonly state: 'held' }
  | { readonly state: 'refused'; readonly reason: string; readonly item: OutboxItem | null };

/** True if the server has the post, published or not. */
export const isStored = ({ delivery }: Pick<PostView, 'delivery'>): boolean =>
  delivery.state !== 'unsent' && !(delivery.state === 'refused' && delivery.item !== null);

export interface PostView extends Omit<
  Post,
  'createdAt' | 'updatedAt' | 'editedAt' | 'open' | 'gone'
> {
  /** `absent`: this device has an answer to the post, but not the post itself. */
  readonly gone: Post['gone'] | 'absent';
  readonly isOwn: boolean;
  readonly isLiked: boolean;
  readonly isEdited: boolean;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly delivery: Delivery;
}

export interface Thread {
  readonly post: PostView;
  readonly answers: readonly PostView[];
}

interface Pending {
  readonly action: NetworkAction;
  readonly item: TypedOutboxItem<'network'>;
}

const parsedActions = new Map<string, NetworkAction | null>();

function parseAction({ id, content }: TypedOutboxItem<'network'>): NetworkAction | null {
  const cached = parsedActions.get(id);
  if (cached !== undefined) return cached;
  const action = networkActionSchema.safeParse(content.action).data ?? null;
  parsedActions.set(id, action);
  return action;
}

export const parseNetworkActions = (items: readonly OutboxItem[]): readonly Pending[] =>
  items.filter(isOfKind('network')).flatMap((item) => {
    const action = parseAction(item);
    return action ? [{ action, item }] : [];
  });

function getDelivery(item: OutboxItem): Delivery {
  if (item.state === 'refused')
    return {
      state: 'refused',
      reason: item.reason ?? 'The server didn’t accept this message',
      item,
    };
  return { state: 'unsent', failing: item.attempts > 0, notBefore: item.notBefore };
}

interface Viewer {
  readonly uid: string;
  readonly me: {
    readonly [Field in 'blocked' | 'liked']: readonly NetworkMember[Field][number][];
  };
}

export function toPostView(post: Post, { uid, me }: Viewer): PostView {
  const { open, editedAt, createdAt, updatedAt: _changed, ...fields } = post;
  const unpublished: Delivery =
    post.reason === null
      ? { state: 'held' }
      : { state: 'refused', reason: `Not published: ${post.reason}`, item: null };
  return {
    ...fields,
    isOwn: post.uid === uid,
    isLiked: me.liked.includes(post.id),
    isEdited: editedAt !== null,
    createdAt: Date.parse(createdAt),
    delivery: open ? { state: 'open' } : unpublished,
  };
}

export const toUnsentPost = (
  item: OutboxItem,
  fields: Pick<PostView, 'uid' | 'tier' | 'text' | 'to' | 'picture'>,
): PostView => ({
  ...fields,
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
  delivery: getDelivery(item),
});

function toUnsentPosts({ action, item }: Pending, { uid }: Viewer): PostView[] {
  if (action.action !== 'write') return [];
  const { to, text, picture = null } = action;
  return [toUnsentPost(item, { uid, tier: 'guest', to, text, picture })];
}

const DELETED_CONTENT = {
  uid: null,
  name: '',
  text: '',
  signal: null,
  embed: null,
  picture: null,
  gone: 'deleted',
} as const;

function applyAction(post: PostView, { action, item }: Pending): PostView {
  if (
    item.state === 'refused' ||
    action.action === 'write' ||
    action.action === 'block' ||
    action.id !== post.id
  )
    return post;
  switch (action.action) {
    case 'edit':
      return { ...post, text: action.text, isEdited: true };
    case 'delete':
      return { ...post, ...DELETED_CONTENT };
    case 'like':
      if (action.on === post.isLiked) return post;
      return { ...post, isLiked: action.on, likes: Math.max(0, post.likes + (action.on ? 1 : -1)) };
    case 'report':
      return post;
  }
}

export function findHiddenAuthors(
  items: readonly OutboxItem[],
  blocked: readonly string[],
  syncedAt: number,
): ReadonlySet<string> {
  const hiddenAuthors = new Set(blocked);
  const pending = parseNetworkActions(items).filter((item) => isAhead(item, syncedAt));
  for (const { action } of pending) {
    if (action.action !== 'block') continue;
    if (action.on) hiddenAuthors.add(action.author);
    else hiddenAuthors.delete(action.author);
  }
  return hiddenAuthors;
}

/**
 * True if `rows` doesn't reflect the action yet: it is unsent, or the server accepted it after the
 * last sync was requested (epoch ms).
 */
const isAhead = ({ item }: Pending, syncedAt: number): boolean =>
  isUnsent(item) ||
  (item.state === 'sent' && toServerTime(item.sentAt ?? item.createdAt) > syncedAt);

const createPlaceholder = (id: string, answer: PostView): PostView => ({
  ...answer,
  ...DELETED_CONTENT,
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
 * Newest thread first, with pending actions applied and hidden authors omitted. Deleted posts stay
 * only if they have answers.
 * @param syncedAt when the rows were last requested (epoch ms)
 */
export function arrangeNetwork(
  rows: readonly Post[],
  items: readonly OutboxItem[],
  viewer: Viewer,
  syncedAt: number,
): readonly Thread[] {
  const pending = parseNetworkActions(items);
  const rowIds = new Set(rows.map(({ id }) => id));
  const hiddenAuthors = findHiddenAuthors(items, viewer.me.blocked, syncedAt);
  const unconfirmed = pending.filter(({ item }) => !rowIds.has(item.id) && item.state !== 'sent');
  const posts = [
    ...rows.map((post) => toPostView(post, viewer)),
    ...unconfirmed.flatMap((action) => toUnsentPosts(action, viewer)),
  ]
    .map((post) => pending.filter((action) => isAhead(action, syncedAt)).reduce(applyAction, post))
    .filter(({ uid }) => uid === null || !hiddenAuthors.has(uid))
    .sort((a, b) => a.createdAt - b.createdAt);
  const threads = new Map<string, { post: PostView; answers: PostView[] }>();
  for (const post of posts) if (post.to === null) threads.set(post.id, { post, answers: [] });
  for (const answer of posts) {
    if (answer.to === null || answer.gone !== null) continue;
    const thread = threads.get(answer.to) ?? {
      post: createPlaceholder(answer.to, answer),
      answers: [],
    };
    thread.answers.push(answer);
    threads.set(answer.to, thread);
  }
  return [...threads.values()]
    .filter(({ post, answers }) => post.gone === null || answers.length > 0)
    .sort((a, b) => b.post.createdAt - a.post.createdAt);
}
