import { networkEndpoints } from '@quantalgo/contracts/network/endpoints';
import { ROOM_POLL_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import { call } from '../auth/call';
import { createRoomSync } from './roomSync';
import { readNewestChangeTime, storeHeldPosts, storePosts, storeRoom } from './rows';
import { networkMountCount, networkStreamed } from './mountCounts';

const room = createRoomSync({
  feature: 'traders-network',
  mountCount: networkMountCount,
  streamed: networkStreamed,
  intervalMs: ROOM_POLL_INTERVAL_MS,
  readNewest: readNewestChangeTime,
  fetchChanges: async (after) =>
    (await call(networkEndpoints.networkUpdates, { body: { after } })).data,
  store: async (database, { me, posts, held, figures }, requestedAt) => {
    await storePosts(database, posts);
    await storeHeldPosts(database, held);
    // The server counts once a minute, so this member may not be included yet.
    const online = Math.max(1, figures.online);
    await storeRoom(database, { figures: { ...figures, online }, me, at: requestedAt });
  },
});

export const syncNetwork = room.sync;

export const followNetwork = room.follow;
