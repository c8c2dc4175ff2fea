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
 * Counts the room's members and what they wrote. Each pinned note lies among the messages too, so that open chats hear of
 * it: those are left out.
 * @param pinned number of notes on the board
 */
async function countFigures(firestore: Firestore, pinned: number): Promise<ChatFigures> {
  const unlocked = firestore.collection('users').where('dashboardUnlocked', '==', true);
  const open = postsIn(firestore, 'essential').where('open', '==', true);
  const [members, written] = await Promise.all([
    countOf(unlocked.where('tier', '==', 'essential')),
    countOf(open.where('gone', '==', null)),
  ]);
  return { members, messages: Math.max(0, written - pinned) };
}

/** The room's figures, counted at the first visit a minute after the last count, and its pinned notes. `now` in epoch ms. */
async function roomAt(
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

/** What changed in the Essential Room. */
export interface ChatUpdates {
  readonly figures: ChatFigures;
  readonly me: RoomRestrictions;
  /** The notes above the chat; null before the first. */
  readonly board: PinBoard | null;
  /** Messages that changed, or the newest. */
  readonly messages: Post[];
  /** The member's own messages that moderators hold or refused. */
  readonly held: Post[];
}

/**
 * What changed in the Essential Room for a member at `now` (epoch ms); records their visit.
 * @param after when the newest change that they have was made (epoch ms), null for none
 */
export async function getChatUpdates(
  firestore: Firestore,
  uid: string,
  after: number | null,
  now: number,
): Promise<ChatUpdates> {
  const [member, room, messages, held] = await Promise.all([
    notePresence(firestore, uid, now),
    roomAt(firestore, now),
    changedPosts(firestore, 'essential', after),
    heldPosts(firestore, 'essential', uid),
  ]);
  return { ...room, me: restrictionsOf(member, now), messages, held };
}

/** A page of the messages that were written before `before` (epoch ms), newest first. */
export const historyOf = (firestore: Firestore, before: number): Promise<Post[]> =>
  postsOf(
    postsIn(firestore, 'essential')
      .where('open', '==', true)
      .where('createdAt', '<', Timestamp.fromMillis(before))
      .orderBy('createdAt', 'desc'),
    HISTORY_PAGE,
  );
