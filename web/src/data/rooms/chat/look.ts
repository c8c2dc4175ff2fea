import {
  chatEndpoints,
  chatFiguresSchema,
  HISTORY_PAGE,
  mayUse,
  type Post,
  PRESENCE_MS,
  roomStandingSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { serverNow } from '../../core/clock';
import { call } from '../../session/call';
import { currentUser } from '../../session/currentSession';
import type { MemberDatabase } from '../../storage/database';
import { withDatabase } from '../../storage/memberDatabase';
import type { MetaRow } from '../../storage/tableAccess';
import { followRoom } from '../follow';
import { newestChange, storeHeld, storePosts } from '../network/rows';
import { chatShown, chatStreamed } from '../network/shown';
import { storeBoard } from './board';

const ROOM = 'essential-room' satisfies MetaRow;

const roomSchema = z.object({
  figures: chatFiguresSchema,
  me: roomStandingSchema,
  /** When they were asked for (epoch ms). */
  at: z.number(),
});

/** What the Essential Room said at the last look. */
export type ChatRoom = z.infer<typeof roomSchema>;

/** The last look at the room from this device; null before the first. */
export const readChatRoom = async ({ meta }: MemberDatabase): Promise<ChatRoom | null> =>
  roomSchema.safeParse(await meta.get(ROOM)).data ?? null;

export const storeChatRoom = async ({ meta }: MemberDatabase, room: ChatRoom): Promise<void> => {
  await meta.put({ id: ROOM, ...room });
};

const mayLook = (uid: string): boolean => {
  const user = currentUser();
  return user?.id === uid && mayUse('essential-room', user);
};

async function lookOnce(uid: string): Promise<void> {
  const after = await withDatabase(uid, (database) => newestChange(database, 'messages'));
  const { data } = await call(chatEndpoints.lookAtChat, { body: { after } });
  const { figures, me, messages, held, board } = data;
  await withDatabase(uid, async (database) => {
    if (!mayLook(uid)) return;
    await storePosts(database, messages, 'messages');
    await storeHeld(database, held, 'messages');
    if (board) await storeBoard(database, board);
    await storeChatRoom(database, { figures, me, at: serverNow() });
  });
}

let running: Promise<void> | null = null;

/** Asks for what changed in the Essential Room. Never rejects: what is stored here stays. */
export function lookAtChat(uid: string): Promise<void> {
  running ??= lookOnce(uid)
    .catch(() => undefined)
    .finally(() => {
      running = null;
    });
  return running;
}

/** Follows the Essential Room while a component shows it. @returns the stop */
export const followChat = (uid: string): (() => void) =>
  followRoom(
    { shown: chatShown, streamed: chatStreamed, everyMs: PRESENCE_MS, mayLook, look: lookAtChat },
    uid,
  );

/** Messages before a time, newest first, and whether there may be more. */
export interface HistoryPage {
  readonly messages: readonly Post[];
  readonly isLast: boolean;
}

/** Asks for a page of the history. @param before epoch ms @throws ApiError @throws NetworkError */
export async function fetchHistory(before: number): Promise<HistoryPage> {
  const body = { before: new Date(before).toISOString() };
  const { data } = await call(chatEndpoints.chatHistory, { body });
  return { messages: data, isLast: data.length < HISTORY_PAGE };
}
