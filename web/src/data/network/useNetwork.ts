import { type NetworkAct, networkActSchema } from '@quantalgo/contracts/network/post';
import { useEffect, useMemo } from 'react';
import { append, useOutbox } from '../outbox/outbox';
import { useStored } from '../storage/memberDatabase';
import { followNetwork, syncNetwork } from './sync';
import { type NetworkRoom, readPosts, readRoom } from './rows';
import { arrangeNetwork, hiddenAuthors, pendingIn, type Thread } from './view';

const STRANGER = { blocked: [], liked: [] } as const;

/** The Trader's Network on this device; `room` is null before the first sync. */
interface Network {
  readonly threads: readonly Thread[];
  /** Uids of the authors whom the member hides. */
  readonly hidden: readonly string[];
  readonly room: NetworkRoom | null;
}

/** The Trader's Network, followed while a component shows it; undefined while it is read. */
export function useNetwork(uid: string): Network | undefined {
  useEffect(() => followNetwork(uid), [uid]);
  const items = useOutbox(uid);
  const stored = useStored(async (database) => ({
    posts: await readPosts(database),
    room: await readRoom(database),
  }));
  // A refusal may mean that moderators decided about the member: the room says so at once.
  const refused = items && pendingIn(items).filter(({ item }) => item.state === 'refused').length;
  useEffect(() => {
    if (refused !== undefined && refused > 0) void syncNetwork(uid);
  }, [uid, refused]);
  return useMemo(() => {
    if (!items || !stored) return undefined;
    const { posts, room } = stored;
    const viewer = { uid, me: room?.me ?? STRANGER };
    const syncedAt = room?.at ?? 0;
    const hidden = [...hiddenAuthors(items, viewer.me.blocked, syncedAt)];
    return { threads: arrangeNetwork(posts, items, viewer, syncedAt), hidden, room };
  }, [uid, items, stored]);
}

/**
 * Does something in the room: at once where there is a connection, otherwise as soon as there is.
 * @throws ZodError where the act is none, or Error where nothing can be stored
 */
export const act = async (uid: string, wanted: NetworkAct): Promise<void> => {
  await append(uid, { kind: 'network', act: networkActSchema.parse(wanted) });
};
