import { type NetworkAction, networkActionSchema } from '@quantalgo/contracts/network/post';
import { useEffect, useMemo } from 'react';
import { enqueueItem, useOutbox } from '../outbox/outbox';
import { useStored } from '../storage/memberDatabase';
import { followNetwork, syncNetwork } from './sync';
import { type NetworkRoom, readPosts, readRoom } from './rows';
import { arrangeNetwork, findHiddenAuthors, parseNetworkActions, type Thread } from './view';

const STRANGER = { blocked: [], liked: [] } as const;

interface Network {
  readonly threads: readonly Thread[];
  readonly hidden: readonly string[];
  readonly room: NetworkRoom | null;
}

export function useNetwork(uid: string): Network | undefined {
  useEffect(() => followNetwork(uid), [uid]);
  const items = useOutbox(uid);
  const stored = useStored(async (database) => ({
    posts: await readPosts(database),
    room: await readRoom(database),
  }));
  // Moderators may have restricted the member, so sync at once after a refusal.
  const refused =
    items && parseNetworkActions(items).filter(({ item }) => item.state === 'refused').length;
  useEffect(() => {
    if (refused !== undefined && refused > 0) void syncNetwork(uid);
  }, [uid, refused]);
  return useMemo(() => {
    if (!items || !stored) return undefined;
    const { posts, room } = stored;
    const viewer = { uid, me: room?.me ?? STRANGER };
    const syncedAt = room?.at ?? 0;
    const hidden = [...findHiddenAuthors(items, viewer.me.blocked, syncedAt)];
    return { threads: arrangeNetwork(posts, items, viewer, syncedAt), hidden, room };
  }, [uid, items, stored]);
}

export const enqueueNetworkAction = async (uid: string, action: NetworkAction): Promise<void> => {
  await enqueueItem(uid, { kind: 'network', act: networkActionSchema.parse(action) });
};
