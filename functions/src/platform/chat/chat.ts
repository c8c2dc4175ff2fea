import { type ChatFigures, HISTORY_PAGE } from '@quantalgo/contracts/chat/chat';
import { type PinBoard, toPinBoard } from '@quantalgo/contracts/chat/pinnedNotes';
import { type Post, ROOM_POLL_MS, type RoomRestrictions } from '@quantalgo/contracts/network/post';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { chatRoomDocument } from '../../collections/network';
import { parseDocument } from '../core/documents';
import { postsIn, roomRef } from '../network/documents';
import { countedFigures, countOf } from '../core/counts';
import { changedPosts, heldPosts, postsOf, restrictionsOf } from '../network/updates';
import { notePresence } from '../network/presence';

/**
 * Pinned notes are also messages, so that open chats hear of them; they aren't counted. @param
 * pinned number of notes on the board
 */
async function countFigures(firestore: Firestore, pinned: number): Promise<ChatFigures> {
  const unlocked = firestore.collection('users').where('dashboardUnlocked', '==', true);
  const open = postsIn(firestore, 'essential').where('open', '==', true);
  const [members, messageCount] = await Promise.all([
    countOf(unlocked.where('tier', '==', 'essential')),
    countOf(open.where('gone', '==', null)),
  ]);
  return { members, messages: Math.max(0, messageCount - pinned) };
}

async function readRoom(
  firestore: Firestore,
  now: number,
): Promise<Pick<ChatUpdates, 'figures' | 'board'>> {
  const every = { now, everyMs: ROOM_POLL_MS };
  const room = await roomRef(firestore, 'essential').get();
  const board = parseDocument(chatRoomDocument, room)?.board;
  const { figures } = await countedFigures(room, chatRoomDocument, every, () =>
    countFigures(firestore, board?.notes.length ?? 0),
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
    notePresence(firestore, uid, now),
    readRoom(firestore, now),
    changedPosts(firestore, 'essential', after),
    heldPosts(firestore, 'essential', uid),
  ]);
  return { ...room, me: restrictionsOf(member, now), messages, held };
}

export const historyOf = (firestore: Firestore, before: number): Promise<Post[]> =>
  postsOf(
    postsIn(firestore, 'essential')
      .where('open', '==', true)
      .where('createdAt', '<', Timestamp.fromMillis(before))
      .orderBy('createdAt', 'desc'),
    HISTORY_PAGE,
  );
