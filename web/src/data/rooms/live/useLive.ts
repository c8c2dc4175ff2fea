import {
  goesOnAt,
  type LiveAct,
  liveActSchema,
  liveEndpoints,
  type LiveNote,
  type LiveSession,
  LOOK_MS,
  mayUse,
} from '@quantalgo/contracts';
import { useEffect, useMemo } from 'react';
import { isOfKind, isUnsent, type OutboxItem } from '../../outbox/item';
import { append, useOutbox } from '../../outbox/outbox';
import { call } from '../../session/call';
import { currentUser } from '../../session/currentSession';
import { useStored, withDatabase } from '../../storage/memberDatabase';
import { newestNote, readLiveRoom, readNotes, storeLiveRoom, storeNotes } from './rows';
import { liveShown, liveStreamed } from './shown';

/** A question of this member that the server has not confirmed here. */
export interface PendingQuestion {
  readonly item: OutboxItem;
  readonly session: string;
  readonly text: string;
}

/** The live sessions on this device. */
export interface LiveView {
  /** The newest first; null before the first look. */
  readonly sessions: readonly LiveSession[] | null;
  /** Newest first; those that the member deleted here are gone already. */
  readonly notes: readonly LiveNote[];
  readonly pending: readonly PendingQuestion[];
  /** Why the member can't ask; null if they can. */
  readonly silence: string | null;
}

/** Whether a live session goes on at `now` (epoch ms). */
export const goesOn = ({ closedAt, endsAt }: LiveSession, now: number): boolean =>
  goesOnAt(
    { closedAt: closedAt === null ? null : Date.parse(closedAt), endsAt: Date.parse(endsAt) },
    now,
  );

/** The notes with the acts that wait here. */
function arrangeNotes(
  stored: readonly LiveNote[],
  items: readonly OutboxItem[],
): Pick<LiveView, 'notes' | 'pending'> {
  const acts = items.filter(isOfKind('live')).flatMap((item) => {
    const act = liveActSchema.safeParse(item.content.act).data;
    return act ? [{ act, item }] : [];
  });
  const known = new Set(stored.map(({ id }) => id));
  const deleted = new Set(
    acts.flatMap(({ act, item }) => (act.act === 'delete' && isUnsent(item) ? [act.id] : [])),
  );
  const pending = acts.flatMap(({ act, item }) =>
    act.act === 'ask' && item.state !== 'sent' && !known.has(item.id)
      ? [{ item, session: act.session, text: act.text }]
      : [],
  );
  return { notes: stored.filter(({ id }) => !deleted.has(id)), pending };
}

/** Whether the member may still see the room: what an answer brings is stored only then. */
const mayLook = (uid: string): boolean => {
  const user = currentUser();
  return user?.id === uid && mayUse('platinum-stream', user);
};

async function lookOnce(uid: string): Promise<void> {
  const after = await withDatabase(uid, newestNote);
  const { data } = await call(liveEndpoints.lookAtLive, { body: { after } });
  await withDatabase(uid, async (database) => {
    if (!mayLook(uid)) return;
    await storeNotes(database, data.notes);
    await storeLiveRoom(database, { sessions: data.sessions, silence: data.me.silence });
  });
}

let running: Promise<void> | null = null;

/** Asks for what changed in the live sessions. Never rejects: what is stored here stays. */
function lookAtLive(uid: string): Promise<void> {
  running ??= lookOnce(uid)
    .catch(() => undefined)
    .finally(() => {
      running = null;
    });
  return running;
}

/** A tab whose stream another one has asks this often (ms) for notes. */
const FOLLOWING_MS = 10_000;

/**
 * Asks for what changed while a component shows the room: at once, every minute while it is in sight, and back online.
 * Notes also come by the stream in the tab that has it.
 * @returns the stop
 */
function followLive(uid: string): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let askedAt = -Infinity;
  const look = () => {
    if (document.hidden || !mayLook(uid)) return;
    askedAt = performance.now();
    void lookAtLive(uid);
  };
  const lookIfDue = () => {
    const every = liveStreamed.get() ? LOOK_MS : FOLLOWING_MS;
    if (performance.now() - askedAt >= every) look();
  };
  liveShown.set(liveShown.get() + 1);
  look();
  const timer = setInterval(lookIfDue, FOLLOWING_MS);
  addEventListener('online', look, { signal });
  document.addEventListener('visibilitychange', lookIfDue, { signal });
  return () => {
    liveShown.set(liveShown.get() - 1);
    clearInterval(timer);
    stopped.abort();
  };
}

/** The live sessions, followed while a component shows them; undefined while they are read. */
export function useLive(uid: string): LiveView | undefined {
  useEffect(() => followLive(uid), [uid]);
  const items = useOutbox(uid);
  const stored = useStored(async (database) => ({
    notes: await readNotes(database),
    room: await readLiveRoom(database),
  }));
  return useMemo(() => {
    if (!items || !stored) return undefined;
    const { notes, room } = stored;
    const sessions = room?.sessions ?? null;
    return { sessions, silence: room?.silence ?? null, ...arrangeNotes(notes, items) };
  }, [items, stored]);
}

/**
 * Does something in a live session: at once where there is a connection, otherwise as soon as there is.
 * @throws ZodError where the act is none, or Error where nothing can be stored
 */
export const actInLive = async (uid: string, wanted: LiveAct): Promise<void> => {
  await append(uid, { kind: 'live', act: liveActSchema.parse(wanted) });
};
