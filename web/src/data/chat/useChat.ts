import type { User } from '@quantalgo/contracts/account/member';
import { type ChatAction, chatActionSchema } from '@quantalgo/contracts/chat/chat';
import { type PinnedNote, mergePinnedNotes } from '@quantalgo/contracts/chat/pinnedNotes';
import type { Post } from '@quantalgo/contracts/network/post';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { enqueueItem, useOutbox } from '../outbox/outbox';
import { useStored } from '../storage/memberDatabase';
import type { Refusal } from '../network/refusals';
import { readPosts, readPrunedGone } from '../network/rows';
import { findHiddenAuthors, type PostView } from '../network/view';
import { readBoard } from './board';
import {
  type ChatRoom,
  chatHasFailed,
  fetchHistory,
  followChat,
  readChatRoom,
  syncChat,
} from './sync';
import { arrangeChat, countRefused, findChatRefusals } from './view';

type HistoryState = 'idle' | 'loading' | 'failed' | 'whole';

export interface Chat {
  readonly messages: readonly PostView[];
  readonly notes: readonly PinnedNote[];
  readonly room: ChatRoom | null;
  readonly refusals: readonly Refusal[];
  readonly hasFailed: boolean;
  readonly history: HistoryState;
  readonly loadEarlier: () => void;
}

/** Retains the stored messages, too, because newer ones displace the oldest of them. */
function useHistory(stored: readonly Post[] | undefined) {
  const [earlier, setEarlier] = useState<readonly Post[]>([]);
  const [state, setState] = useState<HistoryState>('idle');
  // Own unpublished messages may be much older than the other stored ones.
  const oldest = earlier.at(-1) ?? stored?.findLast(({ open }) => open) ?? stored?.at(-1);
  const loadEarlier = () => {
    if (!oldest || state === 'loading') return;
    setState('loading');
    fetchHistory(Date.parse(oldest.createdAt)).then(
      ({ messages, isLast }) => {
        setEarlier((loaded) => [...(loaded.length > 0 ? loaded : (stored ?? [])), ...messages]);
        setState(isLast ? 'whole' : 'idle');
      },
      () => setState('failed'),
    );
  };
  return { earlier, state, loadEarlier };
}

export function useChat(member: User): Chat | undefined {
  const { id: uid } = member;
  useEffect(() => followChat(uid), [uid]);
  const hasFailed = useSyncExternalStore(chatHasFailed.subscribe, chatHasFailed.get);
  const items = useOutbox(uid);
  const stored = useStored(async (database) => ({
    posts: await readPosts(database, 'messages'),
    prunedGone: await readPrunedGone(database),
    room: await readChatRoom(database),
    board: await readBoard(database),
  }));
  const { earlier, state, loadEarlier } = useHistory(stored?.posts);
  // Moderators may have restricted the member, so sync at once after a refusal.
  const refusedCount = items && countRefused(items);
  useEffect(() => {
    if (refusedCount !== undefined && refusedCount > 0) void syncChat(uid);
  }, [uid, refusedCount]);
  const view = useMemo(() => {
    if (!items || !stored) return undefined;
    const { posts, prunedGone, room, board } = stored;
    const storedIds = new Set(posts.map(({ id }) => id));
    const goneById = new Map(prunedGone.map((post) => [post.id, post]));
    const displaced = earlier
      .filter(({ id }) => !storedIds.has(id))
      .map((post) => goneById.get(post.id) ?? post);
    const rows = [...posts, ...displaced];
    const hiddenAuthors = findHiddenAuthors(items, room?.me.blocked ?? [], room?.at ?? 0);
    return {
      messages: arrangeChat(rows, items, member, hiddenAuthors),
      notes: mergePinnedNotes(board, posts),
      room,
      refusals: findChatRefusals(items),
    };
  }, [member, items, stored, earlier]);
  return view && { ...view, hasFailed, history: state, loadEarlier };
}

export const useChatRoom = (): ChatRoom | null | undefined => useStored(readChatRoom);

export const enqueueChatAction = async (uid: string, action: ChatAction): Promise<void> => {
  await enqueueItem(uid, { kind: 'chat', action: chatActionSchema.parse(action) });
};
