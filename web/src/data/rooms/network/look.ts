import { LOOK_MS, networkEndpoints } from '@quantalgo/contracts';
import { serverNow } from '../../core/clock';
import { call } from '../../session/call';
import { createRoomSync } from '../follow';
import { newestChange, storeHeld, storePosts, storeRoom } from './rows';
import { networkShown, networkStreamed } from './shown';

const room = createRoomSync({
  feature: 'traders-network',
  shown: networkShown,
  streamed: networkStreamed,
  everyMs: LOOK_MS,
  newest: newestChange,
  ask: async (after) => (await call(networkEndpoints.lookAtNetwork, { body: { after } })).data,
  store: async (database, { me, posts, held, figures }) => {
    await storePosts(database, posts);
    await storeHeld(database, held);
    // All are counted once a minute, maybe before this look, by which its member is online.
    const online = Math.max(1, figures.online);
    await storeRoom(database, { figures: { ...figures, online }, me, at: serverNow() });
  },
});

/** Asks for what changed in the room. Never rejects: what is stored here stays. */
export const lookAtNetwork = room.look;

/** Follows the Trader's Network while a component shows it. @returns the stop */
export const followNetwork = room.follow;
