import {
  type PinAct,
  type PinBoard,
  type PinBoardRecord,
  toPinBoard,
} from '@quantalgo/contracts/chat/pinnedNotes';
import type { StaffAction } from '@quantalgo/contracts/console/console';
import { emptied, type PostRecord } from '@quantalgo/contracts/network/post';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { chatRoomDocument } from '../../collections/network';
import { decidePin } from '../../domain/chat/pinnedNotes';
import { parseDocument, readAll } from '../core/documents';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { recordStaffAction } from '../core/staffActions';
import { ActRefusedError } from '../network/actions';
import { postRef, roomRef, storedPost } from '../network/documents';

const NO_NOTES: PinBoardRecord = { notes: [], changedAt: 0 };

const boardIn = (room: DocumentSnapshot): PinBoardRecord | null =>
  parseDocument(chatRoomDocument, room)?.board ?? null;

/** The notes above the Essential Room's chat; null before the first. */
export async function readPinned(firestore: Firestore): Promise<PinBoard | null> {
  const board = boardIn(await roomRef(firestore, 'essential').get());
  return board && toPinBoard(board);
}

const at = (time: number) => Timestamp.fromMillis(time);

const storedBoard = ({ notes, changedAt }: PinBoardRecord) => ({
  notes: notes.map((note) => ({
    ...note,
    pinnedAt: at(note.pinnedAt),
    editedAt: note.editedAt === null ? null : at(note.editedAt),
  })),
  changedAt: at(changedAt),
});

/** A room that nobody has visited so far: its figures count as old, so that the first visit counts them. */
const UNCOUNTED = { figures: { members: 0, messages: 0 }, countedAt: at(0) };

/** The message by which open chats hear of a note. It names nobody: who pinned it stands in the audit. */
const messageOf = ({ text, pinnedAt, editedAt }: PinBoardRecord['notes'][number]): PostRecord => ({
  uid: null,
  name: 'Staff',
  staff: true,
  tier: 'guest',
  to: null,
  text,
  signal: null,
  embed: null,
  picture: null,
  open: true,
  gone: null,
  reason: null,
  likes: 0,
  seeded: false,
  pinned: true,
  editedAt,
  createdAt: pinnedAt,
  updatedAt: editedAt ?? pinnedAt,
});

const ACTIONS = {
  pin: 'note pinned',
  edit: 'pinned note edited',
  'take-down': 'note taken down',
} as const satisfies Record<PinAct['act'], StaffAction>;

/** Writes the board, the message of the note that changed, and the event of the audit. */
function write(
  firestore: Firestore,
  transaction: Transaction,
  room: DocumentSnapshot,
  change: {
    readonly id: string;
    readonly before: PinBoardRecord;
    readonly board: PinBoardRecord;
    readonly action: StaffAction;
    readonly by: string;
  },
): void {
  const { id, before, board, action, by } = change;
  const now = board.changedAt;
  const here = board.notes.find((note) => note.id === id);
  const note = here ?? before.notes.find((one) => one.id === id);
  if (!note) throw new Error(`Nothing is known of the note ${id}`);
  const message = messageOf(note);
  transaction.set(
    room.ref,
    { ...(!room.exists && UNCOUNTED), board: storedBoard(board) },
    { merge: true },
  );
  transaction.set(
    postRef(firestore, 'essential', id),
    storedPost(here ? message : emptied(message, 'deleted', null, now)),
  );
  const reason = `note ${id}: ${note.text}`;
  recordStaffAction(firestore, transaction, { by, uid: null, action, reason, now });
}

/**
 * Pins a note above the Essential Room's chat, edits one, or takes it down, with an event of the audit. Its message in
 * the chat changes along, so that whoever listens to the chat learns of it. The same call again changes nothing more.
 * @param now epoch ms
 * @returns the notes as they are then
 * @throws KeyReusedError, ActRefusedError
 */
export const changePinned = (
  firestore: Firestore,
  act: PinAct,
  call: IdempotentCall,
  now: number,
): Promise<PinBoard> =>
  firestore.runTransaction(async (transaction) => {
    const { uid: by, key } = call;
    const [room, post] = await readAll(
      transaction,
      roomRef(firestore, 'essential'),
      postRef(firestore, 'essential', key),
    );
    const before = boardIn(room) ?? NO_NOTES;
    if (await isRepeated(firestore, transaction, call)) return toPinBoard(before);
    if (act.act === 'pin' && post.exists)
      throw new ActRefusedError('There is another note with this id', 409);
    const decided = decidePin(before, act, { key, now });
    if (decided.type === 'refused') throw new ActRefusedError(decided.why, decided.status);
    rememberCall(firestore, transaction, call, now);
    if (decided.type === 'same') return toPinBoard(before);
    const { id, board } = decided;
    write(firestore, transaction, room, { id, before, board, action: ACTIONS[act.act], by });
    return toPinBoard(board);
  });
