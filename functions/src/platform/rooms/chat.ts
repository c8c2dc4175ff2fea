import {
  type ChatFigures,
  HISTORY_PAGE,
  LOOK_MS,
  type Post,
  type RoomStanding,
} from '@quantalgo/contracts';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { chatRoomDocument } from '../../networkDocuments';
import { postsIn } from './documents';
import { countedFigures, countOf } from './figures';
import { changedPosts, heldPosts, postsOf, standingOf } from './look';
import { notePresence } from './presence';

async function countFigures(firestore: Firestore): Promise<ChatFigures> {
  const unlocked = firestore.collection('users').where('dashboardUnlocked', '==', true);
  const open = postsIn(firestore, 'essential').where('open', '==', true);
  const [members, messages] = await Promise.all([
    countOf(unlocked.where('tier', '==', 'essential')),
    countOf(open.where('gone', '==', null)),
  ]);
  return { members, messages };
}

/** The room's figures, counted by the first who looks a minute after the last count. `now` in epoch ms. */
async function figuresAt(firestore: Firestore, now: number): Promise<ChatFigures> {
  const every = { now, everyMs: LOOK_MS };
  const room = firestore.doc('rooms/essential');
  const { figures } = await countedFigures(room, chatRoomDocument, every, () =>
    countFigures(firestore),
  );
  return figures;
}

/** What a look into the Essential Room brings. */
export interface ChatLook {
  readonly figures: ChatFigures;
  readonly me: RoomStanding;
  /** Messages that changed, the latest change first. */
  readonly messages: Post[];
  /** The member's own messages that moderators hold or refused. */
  readonly held: Post[];
}

/**
 * A member's look into the Essential Room at `now` (epoch ms).
 * @param after when the newest change that they have was made (epoch ms), null for none
 */
export async function lookAtChat(
  firestore: Firestore,
  uid: string,
  after: number | null,
  now: number,
): Promise<ChatLook> {
  const [member, figures, messages, held] = await Promise.all([
    notePresence(firestore, uid, now),
    figuresAt(firestore, now),
    changedPosts(firestore, 'essential', after),
    heldPosts(firestore, 'essential', uid),
  ]);
  return { figures, me: standingOf(member, now), messages, held };
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
