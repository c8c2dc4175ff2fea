import { liveEndpoints } from '@quantalgo/contracts/live/endpoints';
import {
  type LiveAction,
  liveActionSchema,
  type LiveNote,
  type LiveSession,
} from '@quantalgo/contracts/live/session';
import { ROOM_POLL_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { isOfKind, isUnsent, type OutboxItem } from '../outbox/item';
import { enqueueItem, useOutbox } from '../outbox/outbox';
import { call } from '../auth/call';
import { useStored } from '../storage/memberDatabase';
import { findRefusals, type Refusal } from '../network/refusals';
import { createRoomSync } from '../network/roomSync';
import { readNewestNoteTime, readLiveRoom, readNotes, storeLiveRoom, storeNotes } from './rows';
import { liveMountCount, liveStreamed } from './mountCounts';

export interface PendingQuestion {
  readonly item: OutboxItem;
  readonly session: string;
  readonly text: string;
}

export interface LiveView {
  /** Null if this device has never received them. */
  readonly sessions: readonly LiveSession[] | null;
  readonly notes: readonly LiveNote[];
  readonly pending: readonly PendingQuestion[];
  readonly refusals: readonly Refusal[];
  readonly silence: string | null;
  readonly hasFailed: boolean;
}

function arrangeNotes(
  stored: readonly LiveNote[],
  items: readonly OutboxItem[],
): Pick<LiveView, 'notes' | 'pending' | 'refusals'> {
  const actions = items.filter(isOfKind('live')).flatMap((item) => {
    const action = liveActionSchema.safeParse(item.content.action).data;
    return action ? [{ action, item }] : [];
  });
  const storedIds = new Set(stored.map(({ id }) => id));
  const deletedIds = new Set(
    actions.flatMap(({ action, item }) =>
      action.action === 'delete' && isUnsent(item) ? [action.id] : [],
    ),
  );
  const pending = actions.flatMap(({ action, item }) =>
    action.action === 'ask' && item.state !== 'sent' && !storedIds.has(item.id)
      ? [{ item, session: action.session, text: action.text }]
      : [],
  );
  const notes = stored.filter(({ id }) => !deletedIds.has(id));
  return { notes, pending, refusals: findRefusals(actions) };
}

const room = createRoomSync({
  feature: 'platinum-stream',
  mountCount: liveMountCount,
  streamed: liveStreamed,
  intervalMs: ROOM_POLL_INTERVAL_MS,
  readNewest: readNewestNoteTime,
  fetchChanges: async (after) => (await call(liveEndpoints.liveUpdates, { body: { after } })).data,
  store: async (database, { notes, sessions, me }) => {
    await storeNotes(database, notes);
    await storeLiveRoom(database, { sessions, silence: me.silence });
  },
});

export function useLiveSessions(uid: string): LiveView | undefined {
  useEffect(() => room.follow(uid), [uid]);
  const hasFailed = useSyncExternalStore(room.hasFailed.subscribe, room.hasFailed.get);
  const items = useOutbox(uid);
  const stored = useStored(async (database) => ({
    notes: await readNotes(database),
    room: await readLiveRoom(database),
  }));
  return useMemo(() => {
    if (!items || !stored) return undefined;
    const { notes, room: storedRoom } = stored;
    const sessions = storedRoom?.sessions ?? null;
    const silence = storedRoom?.silence ?? null;
    return { sessions, silence, hasFailed, ...arrangeNotes(notes, items) };
  }, [items, stored, hasFailed]);
}

export const enqueueLiveAction = async (uid: string, action: LiveAction): Promise<void> => {
  await enqueueItem(uid, { kind: 'live', action: liveActionSchema.parse(action) });
};
