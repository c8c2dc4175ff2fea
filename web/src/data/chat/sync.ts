import { chatFiguresSchema, HISTORY_PAGE_SIZE } from '@quantalgo/contracts/chat/chat';
import { chatEndpoints } from '@quantalgo/contracts/chat/endpoints';
import { type Post, roomRestrictionsSchema } from '@quantalgo/contracts/network/post';
import { PRESENCE_INTERVAL_MS } from '@quantalgo/contracts/network/presence';
import * as z from 'zod/mini';
import { call } from '../auth/call';
import type { MemberDatabase, SharedMetaRow } from '../database/tables';
import { createRoomSync } from '../network/roomSync';
import { readNewestChangeTime, storeHeldPosts, storePosts } from '../network/rows';
import { chatMountCount, chatStreamed } from '../network/mountCounts';
import { storeBoard } from './board';

const ROOM_ROW = 'essential-room' satisfies SharedMetaRow;

const roomSchema = z.object({
  figures: chatFiguresSchema,
  me: roomRestrictionsSchema,
  /** When they were requested (epoch ms). */
  at: z.number(),
});

export type ChatRoom = z.infer<typeof roomSchema>;

export const readChatRoom = async ({ meta }: MemberDatabase): Promise<ChatRoom | null> =>
  roomSchema.safeParse(await meta.get(ROOM_ROW)).data ?? null;

export const storeChatRoom = async ({ meta }: MemberDatabase, room: ChatRoom): Promise<void> => {
  await meta.put({ id: ROOM_ROW, ...room });
};

const room = createRoomSync({
  feature: 'essential-room',
  mountCount: chatMountCount,
  streamed: chatStreamed,
  intervalMs: PRESENCE_INTERVAL_MS,
  readNewest: (database) => readNewestChangeTime(database, 'messages'),
  fetchChanges: async (after) => (await call(chatEndpoints.chatUpdates, { body: { after } })).data,
  store: async (database, { figures, me, messages, held, board }, requestedAt) => {
    await storePosts(database, messages, 'messages');
    await storeHeldPosts(database, held, 'messages');
    if (board) await storeBoard(database, board);
    await storeChatRoom(database, { figures, me, at: requestedAt });
  },
});

export const syncChat = room.sync;

export const followChat = room.follow;

export const chatHasFailed = room.hasFailed;

export interface HistoryPage {
  readonly messages: readonly Post[];
  readonly isLast: boolean;
}

/** @param before epoch ms */
export async function fetchHistory(before: number): Promise<HistoryPage> {
  const body = { before: new Date(before).toISOString() };
  const { data } = await call(chatEndpoints.chatHistory, { body });
  return { messages: data, isLast: data.length < HISTORY_PAGE_SIZE };
}
