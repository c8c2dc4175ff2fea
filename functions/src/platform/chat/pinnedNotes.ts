import {
  type PinAction,
  type PinBoard,
  type PinBoardRecord,
  toPinBoard,
} from '@quantalgo/contracts/chat/pinnedNotes';
import type { StaffAction } from '@quantalgo/contracts/console/console';
import { erasePost, type PostRecord } from '@quantalgo/contracts/network/post';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { chatRoomDocument } from '../../collections/network';
import { decidePin } from '../../domain/chat/pinnedNotes';
import { parseDocument, readAll } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { recordStaffAction } from '../core/staffActions';
import { ActionRefusedError } from '../network/actions';
import { postRef, roomRef, toStoredPost } from '../network/documents';

const NO_NOTES: PinBoardRecord = { notes: [], changedAt: 0 };

const parseBoard = (room: DocumentSnapshot): PinBoardRecord | null =>
  parseDocument(chatRoomDocument, room)?.board ?? null;

export async function readPinBoard(firestore: Firestore): Promise<PinBoard | null> {
  const board = parseBoard(await roomRef(firestore, 'essential').get());
  return board && toPinBoard(board);
}

const toTimestamp = (time: number) => Timestamp.fromMillis(time);

const toStoredBoard = ({ notes, changedAt }: PinBoardRecord) => ({
  notes: notes.map((note) => ({
    ...note,
    pinnedAt: toTimestamp(note.pinnedAt),
    editedAt: note.editedAt === null ? null : toTimestamp(note.editedAt),
  })),
  changedAt: toTimestamp(changedAt),
});

/** Its figures are outdated at once, so that the first visit counts them. */
const UNVISITED_ROOM = { figures: { members: 0, messages: 0 }, countedAt: toTimestamp(0) };

/** Delivers a note to open chats. It omits who pinned the note; the audit records that. */
const toMessage = ({ text, pinnedAt, editedAt }: PinBoardRecord['notes'][number]): PostRecord => ({
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

const PIN_ACTIONS = {
  pin: 'note pinned',
  edit: 'pinned note edited',
  unpin: 'note unpinned',
} as const satisfies Record<PinAction['action'], StaffAction>;

function writeBoard(
  firestore: Firestore,
  transaction: Transaction,
  room: DocumentSnapshot,
  change: {
    readonly id: string;
    readonly previous: PinBoardRecord;
    readonly board: PinBoardRecord;
    readonly action: StaffAction;
    readonly by: string;
  },
): void {
  const { id, previous, board, action, by } = change;
  const now = board.changedAt;
  const currentNote = board.notes.find((note) => note.id === id);
  const note = currentNote ?? previous.notes.find((candidate) => candidate.id === id);
  if (!note) throw new Error(`Note ${id} doesn’t exist`);
  const message = toMessage(note);
  transaction.set(
    room.ref,
    { ...(!room.exists && UNVISITED_ROOM), board: toStoredBoard(board) },
    { merge: true },
  );
  transaction.set(
    postRef(firestore, 'essential', id),
    toStoredPost(currentNote ? message : erasePost(message, 'deleted', null, now)),
  );
  const reason = `note ${id}: ${note.text}`;
  recordStaffAction(firestore, transaction, { by, uid: null, action, reason, now });
}

/** Idempotent. @throws KeyReusedError, ActionRefusedError */
export const changePinBoard = (
  firestore: Firestore,
  action: PinAction,
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
    const previous = parseBoard(room) ?? NO_NOTES;
    if (await wasCallApplied(firestore, transaction, call)) return toPinBoard(previous);
    if (action.action === 'pin' && post.exists)
      throw new ActionRefusedError('A note with this id already exists', 409);
    const decision = decidePin(previous, action, { key, now });
    if (decision.type === 'refused') throw new ActionRefusedError(decision.reason, decision.status);
    rememberCall(firestore, transaction, call, now);
    if (decision.type === 'same') return toPinBoard(previous);
    const { id, board } = decision;
    writeBoard(firestore, transaction, room, {
      id,
      previous,
      board,
      action: PIN_ACTIONS[action.action],
      by,
    });
    return toPinBoard(board);
  });
