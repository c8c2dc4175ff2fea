import { LOOK_MS, mayUse, networkEndpoints } from '@quantalgo/contracts';
import { serverNow } from '../../core/clock';
import { call } from '../../session/call';
import { currentUser } from '../../session/currentSession';
import { withDatabase } from '../../storage/memberDatabase';
import { followRoom } from '../follow';
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
  const { me, posts, held } = data;
  // All are counted once a minute, maybe before this look, by which its member is online.
  const figures = { ...data.figures, online: Math.max(1, data.figures.online) };
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

/** Follows the Trader's Network while a component shows it. @returns the stop */
export const followNetwork = (uid: string): (() => void) =>
  followRoom(
    {
      shown: networkShown,
      streamed: networkStreamed,
      everyMs: LOOK_MS,
      mayLook,
      look: lookAtNetwork,
    },
    uid,
  );
