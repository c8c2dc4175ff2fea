import { joinReadMarks, parseReadMark, type ReadMark } from '@quantalgo/contracts/account/readMark';
import {
  type MemberEvent,
  memberEventSchema,
  NOTIFICATION_TTL_MS,
  MAX_NOTIFICATIONS,
  MAX_SOCIAL_NOTIFICATIONS,
  type SentNews,
  sentNewsSchema,
  SOCIAL_EVENTS,
} from '@quantalgo/contracts/notifications/notification';
import * as z from 'zod/mini';
import { serverNow } from '../core/clock';
import type { MemberDatabase } from '../database/tables';

const EVENTS_ROW = 'notifications';

const MARK_ROW = 'readMark';

/** `receivedAt`: when the server last responded in full (epoch ms); null before that. */
const storedSchema = z.object({
  events: z.array(memberEventSchema),
  news: z.array(sentNewsSchema),
  receivedAt: z.nullable(z.number()),
});

export type StoredNotifications = z.infer<typeof storedSchema>;

const NO_NOTIFICATIONS: StoredNotifications = { events: [], news: [], receivedAt: null };

export const readStored = async ({ meta }: MemberDatabase): Promise<StoredNotifications> =>
  storedSchema.safeParse(await meta.get(EVENTS_ROW)).data ?? NO_NOTIFICATIONS;

/** The server deletes events after a week. This device retains them while they are listed. */
function mergeEvents(
  stored: readonly MemberEvent[],
  received: readonly MemberEvent[],
): MemberEvent[] {
  const oldest = serverNow() - NOTIFICATION_TTL_MS;
  const byId = new Map([...stored, ...received].map((event) => [event.id, event]));
  let socialCount = 0;
  return [...byId.values()]
    .filter(({ at }) => at > oldest)
    .sort((a, b) => b.at - a.at)
    .filter((event) => !isSocial(event) || ++socialCount <= MAX_SOCIAL_NOTIFICATIONS)
    .slice(0, MAX_NOTIFICATIONS);
}

const isSocial = ({ event }: MemberEvent): boolean => SOCIAL_EVENTS.some((name) => name === event);

const isSameList = (stored: readonly MemberEvent[], merged: readonly MemberEvent[]): boolean =>
  stored.length === merged.length && merged.every(({ id }, index) => stored[index]?.id === id);

export const storeEvents = (database: MemberDatabase, received: readonly MemberEvent[]) =>
  database.meta.db.transaction('rw', database.meta, async () => {
    const stored = await readStored(database);
    const events = mergeEvents(stored.events, received);
    if (!isSameList(stored.events, events))
      await database.meta.put({ id: EVENTS_ROW, ...stored, events });
  });

/** Replaces the news, because its audience changes with the member's access. */
export const storeResponse = (
  database: MemberDatabase,
  response: { readonly events: readonly MemberEvent[]; readonly news: readonly SentNews[] },
): Promise<void> =>
  database.meta.db.transaction('rw', database.meta, async () => {
    const stored = await readStored(database);
    const events = mergeEvents(stored.events, response.events);
    await database.meta.put({
      id: EVENTS_ROW,
      events,
      news: response.news,
      receivedAt: serverNow(),
    });
  });

/**
 * What was read on this device. It is joined with the account's mark, which covers other devices.
 */
export const readDeviceMark = async ({ meta }: MemberDatabase): Promise<ReadMark> => {
  const row: unknown = await meta.get(MARK_ROW);
  return parseReadMark(z.object({ mark: z.unknown() }).safeParse(row).data?.mark);
};

export const addDeviceMark = (database: MemberDatabase, mark: ReadMark): Promise<void> =>
  database.meta.db.transaction('rw', database.meta, async () => {
    const joined = joinReadMarks(await readDeviceMark(database), mark);
    await database.meta.put({ id: MARK_ROW, mark: joined });
  });
