import { LOOK_MS, mayUse, networkEndpoints } from '@quantalgo/contracts';
import { serverNow } from '../../core/clock';
import { call } from '../../session/call';
import { currentUser } from '../../session/currentSession';
import { withDatabase } from '../../storage/memberDatabase';
import { newestChange, storeHeld, storePosts, storeRoom } from './rows';
import { networkShown, networkStreamed } from './shown';

/** Whether the member may still see the room: what an answer brings is stored only then. */
const mayLook = (uid: string): boolean => {
  const user = currentUser();
  return user?.id === uid && mayUse('traders-network', user);
};

async function lookOnce(uid: string): Promise<void> {
  const after = await withDatabase(uid, newestChange);
  const { data } = await call(networkEndpoints.lookAtNetwork, { body: { after } });
  const { figures, me, posts, held } = data;
  await withDatabase(uid, async (database) => {
    if (!mayLook(uid)) return;
    await storePosts(database, posts);
    await storeHeld(database, held);
    await storeRoom(database, { figures, me, at: serverNow() });
  });
}

let running: Promise<void> | null = null;

/** Asks for what changed in the room. Never rejects: what is stored here stays. */
export function lookAtNetwork(uid: string): Promise<void> {
  running ??= lookOnce(uid)
    .catch(() => undefined)
    .finally(() => {
      running = null;
    });
  return running;
}

/** A tab whose stream another one has asks this often (ms) for posts. */
const FOLLOWING_MS = 10_000;

/**
 * Asks for what changed while a component shows the room: at once, every minute while it is in sight, and back online.
 * Posts also come by the stream in the tab that has it.
 * @returns the stop
 */
export function followNetwork(uid: string): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let askedAt = -Infinity;
  const look = () => {
    if (document.hidden || !mayLook(uid)) return;
    askedAt = performance.now();
    void lookAtNetwork(uid);
  };
  const lookIfDue = () => {
    const every = networkStreamed.get() ? LOOK_MS : FOLLOWING_MS;
    if (performance.now() - askedAt >= every) look();
  };
  networkShown.set(networkShown.get() + 1);
  look();
  const timer = setInterval(lookIfDue, FOLLOWING_MS);
  addEventListener('online', look, { signal });
  document.addEventListener('visibilitychange', lookIfDue, { signal });
  return () => {
    networkShown.set(networkShown.get() - 1);
    clearInterval(timer);
    stopped.abort();
  };
}
