import { liveEndpoints, LOOK_MS, mayUse } from '@quantalgo/contracts';
import { call } from '../../session/call';
import { currentUser } from '../../session/currentSession';
import { withDatabase } from '../../storage/memberDatabase';
import { newestNote, storeLiveRoom, storeNotes } from './rows';
import { liveShown, liveStreamed } from './shown';

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
export function followLive(uid: string): () => void {
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
