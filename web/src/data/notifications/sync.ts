import { canUseFeature } from '@quantalgo/contracts/access/access';
import {
  coversReadMark,
  joinReadMarks,
  NOTHING_READ,
  parseReadMark,
} from '@quantalgo/contracts/account/readMark';
import { DAY_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { notificationsEndpoints } from '@quantalgo/contracts/notifications/endpoints';
import {
  isUnread,
  type MemberEvent,
  type Notification,
} from '@quantalgo/contracts/notifications/notification';
import { call } from '../auth/call';
import { getCurrentUser, storeUser } from '../auth/currentSession';
import { shareConcurrent } from '../core/cachedPromise';
import { ignoreExpected } from '../core/faults';
import { serverNow } from '../core/clock';
import { syncNetwork } from '../network/sync';
import { fetchCalendar } from '../live/calendar';
import { withDatabase } from '../storage/memberDatabase';
import { addDeviceMark, readDeviceMark, readStored, storeResponse } from './rows';

/** Posts of older replies aren't fetched, so those replies are listed without their text. */
const MISSING_POSTS_TTL_MS = DAY_MS;

const findAnswers = (events: readonly MemberEvent[]): string[] =>
  events.flatMap(({ event, about, at }) =>
    event === 'answer' && about !== null && at > serverNow() - MISSING_POSTS_TTL_MS ? [about] : [],
  );

async function fetchNotifications(uid: string): Promise<void> {
  const { data } = await call(notificationsEndpoints.notifications, {});
  const posts = await withDatabase(uid, async (database) => {
    await storeResponse(database, data);
    return database.posts.bulkGet(findAnswers(data.events));
  });
  if (posts.includes(undefined)) await syncNetwork(uid);
}

async function fetchSessions(uid: string): Promise<void> {
  const user = getCurrentUser();
  if (user?.id === uid && canUseFeature('platinum-stream', user)) await fetchCalendar(uid);
}

/**
 * Fetches what no listener delivers, such as news.
 * @returns false if the server couldn't be reached
 */
export const refreshNotifications = (uid: string): Promise<boolean> =>
  Promise.all([fetchNotifications(uid), fetchSessions(uid)]).then(
    () => true,
    (error: unknown) => {
      ignoreExpected(error);
      return false;
    },
  );

/** No refetch within this time, because another tab or an earlier visit may have just fetched. */
const FRESH_TTL_MS = 5 * MINUTE_MS;

export async function refreshIfStale(uid: string): Promise<void> {
  const { receivedAt } = await withDatabase(uid, readStored);
  if (receivedAt === null || Math.abs(serverNow() - receivedAt) >= FRESH_TTL_MS)
    await refreshNotifications(uid);
}

async function sendMark(uid: string): Promise<void> {
  const deviceMark = await withDatabase(uid, readDeviceMark);
  const sender = getCurrentUser();
  if (sender?.id !== uid || coversReadMark(parseReadMark(sender.readMark), deviceMark)) return;
  const reply = await call(notificationsEndpoints.markNotificationsRead, { body: deviceMark });
  const user = getCurrentUser();
  if (user?.id !== uid) return;
  const readMark = joinReadMarks(parseReadMark(user.readMark), reply.data.read);
  storeUser({ ...user, readMark });
  // Marks made in the meantime shared this run.
  if (!coversReadMark(deviceMark, await withDatabase(uid, readDeviceMark))) await sendMark(uid);
}

/**
 * Sends this device's read mark unless the account's mark covers it. After an interruption, the
 * next call sends it again.
 * @throws ApiError
 * @throws NetworkError
 */
export const syncReadMark = shareConcurrent(sendMark);

/** Stores the mark on this device first, so it works offline. */
export async function markRead(uid: string, notifications: readonly Notification[]): Promise<void> {
  const items = notifications
    .filter((notification) => isUnread(notification, NOTHING_READ))
    .map(({ id, at }) => ({ id, at }));
  if (items.length === 0) return;
  await withDatabase(uid, (database) => addDeviceMark(database, { until: 0, items }));
  await syncReadMark(uid).catch(ignoreExpected);
}

/** Marks everything up to the newest of these as read. */
export async function markAllRead(
  uid: string,
  notifications: readonly Notification[],
): Promise<void> {
  const until = Math.max(0, ...notifications.map(({ at }) => at));
  await withDatabase(uid, (database) => addDeviceMark(database, { until, items: [] }));
  await syncReadMark(uid).catch(ignoreExpected);
}
