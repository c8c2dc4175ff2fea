import { type NetworkAction, networkActionSchema } from '@quantalgo/contracts/network/post';
import { useEffect, useMemo } from 'react';
import { enqueueItem, useOutbox } from '../outbox/outbox';
import { useStored } from '../storage/memberDatabase';
import { followNetwork, syncNetwork } from './sync';
import { findRefusals, type Refusal } from './refusals';
import { type NetworkRoom, readPosts, readRoom } from './rows';
import { arrangeNetwork, findHiddenAuthors, parseNetworkActions, type Thread } from './view';

const NO_PREFERENCES = { blocked: [], liked: [] } as const;

interface Network {
  readonly threads: readonly Thread[];
  readonly hidden: readonly string[];
  readonly room: NetworkRoom | null;
  readonly refusals: readonly Refusal[];
}

export function useNetwork(uid: string): Network | undefined {
  useEffect(() => followNetwork(uid), [uid]);
  const items = useOutbox(uid);
  const stored = useStored(async (database) => ({
    posts: await readPosts(database),
    room: await readRoom(database),
  }));
  // Moderators may have restricted the member, so sync at once after a refusal.
  const refusedCount =
    items && parseNetworkActions(items).filter(({ item }) => item.state === 'refused').length;
  useEffect(() => {
    if (refusedCount !== undefined && refusedCount > 0) void syncNetwork(uid);
  }, [uid, refusedCount]);
  return useMemo(() => {
    if (!items || !stored) return undefined;
    const { posts, room } = stored;
    const viewer = { uid, me: room?.me ?? NO_PREFERENCES };
    const syncedAt = room?.at ?? 0;
    const hiddenAuthors = [...findHiddenAuthors(items, viewer.me.blocked, syncedAt)];
    return {
      threads: arrangeNetwork(posts, items, viewer, syncedAt),
      hidden: hiddenAuthors,
      room,
      refusals: findRefusals(parseNetworkActions(items)),
    };
  }, [uid, items, stored]);
}

export const enqueueNetworkAction = async (uid: string, action: NetworkAction): Promise<void> => {
  await enqueueItem(uid, { kind: 'network', action: networkActionSchema.parse(action) });
};
