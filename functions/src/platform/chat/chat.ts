import { type ChatFigures, HISTORY_PAGE_SIZE } from '@quantalgo/contracts/chat/chat';
import { type PinBoard, toPinBoard } from '@quantalgo/contracts/chat/pinnedNotes';
import {
  type Post,
  ROOM_POLL_INTERVAL_MS,
  type RoomRestrictions,
} from '@quantalgo/contracts/network/post';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { chatRoomDocument } from '../../collections/network';
import { parseDocument } from '../core/documents';
import { getRoomPostsCollection, roomRef } from '../network/documents';
import { getOrCountFigures, countDocuments } from '../core/counts';
import { readChangedPosts, readHeldPosts, readPosts, toRestrictions } from '../network/updates';
import { recordPresence } from '../network/presence';

/**
 * Pinned notes are also stored as messages, so that open chats receive them. They aren't counted.
 * @param pinned number of notes on the board
 */
async function computeChatFigures(firestore: Firestore, pinned: number): Promise<ChatFigures> {
  const unlockedMembers = firestore.collection('users').where('dashboardUnlocked', '==', true);
  const openPosts = getRoomPostsCollection(firestore, 'essential').where('open', '==', true);
  const [members, messageCount] = await Promise.all([
    countDocuments(unlockedMembers.where('tier', '==', 'essential')),
    countDocuments(openPosts.where('gone', '==', null)),
  ]);
  return { members, messages: Math.max(0, messageCount - pinned) };
}

async function readRoom(
  firestore: Firestore,
  now: number,
): Promise<Pick<ChatUpdates, 'figures' | 'board'>> {
  const countOptions = { now, intervalMs: ROOM_POLL_INTERVAL_MS };
  const room = await roomRef(firestore, 'essential').get();
  const board = parseDocument(chatRoomDocument, room)?.board;
  const { figures } = await getOrCountFigures(room, chatRoomDocument, countOptions, () =>
    computeChatFigures(firestore, board?.notes.length ?? 0),
  );
  return { figures, board: board ? toPinBoard(board) : null };
}

export interface ChatUpdates {
  readonly figures: ChatFigures;
  readonly me: RoomRestrictions;
  readonly board: PinBoard | null;
  readonly messages: Post[];
  readonly held: Post[];
}

/** Also records the visit. @param after time of the device's newest change (epoch ms) */
export async function getChatUpdates(
  firestore: Firestore,
  uid: string,
  after: number | null,
  now: number,
): Promise<ChatUpdates> {
  const [member, room, messages, held] = await Promise.all([
    recordPresence(firestore, uid, now),
    readRoom(firestore, now),
    readChangedPosts(firestore, 'essential', after),
    readHeldPosts(firestore, 'essential', uid),
  ]);
  return { ...room, me: toRestrictions(member, now), messages, held };
}

export const readHistory = (firestore: Firestore, before: number): Promise<Post[]> =>
  readPosts(
    getRoomPostsCollection(firestore, 'essential')
      .where('open', '==', true)
      .where('createdAt', '<', Timestamp.fromMillis(before))
      .orderBy('createdAt', 'desc'),
    HISTORY_PAGE_SIZE,
  );
