import {
  MAX_PINNED_NOTES,
  type PinAction,
  type PinBoardRecord,
} from '@quantalgo/contracts/chat/pinnedNotes';

type PinDecision =
  | { readonly type: 'changed'; readonly id: string; readonly board: PinBoardRecord }
  | { readonly type: 'same' }
  | { readonly type: 'refused'; readonly reason: string; readonly status: 404 | 409 };

const BOARD_FULL = `${MAX_PINNED_NOTES} notes are already pinned. Take one down first.`;

/**
 * Removing a missing note changes nothing. `changedAt` always grows, even if server clocks differ,
 * because devices compare it.
 * @param key id of a new note
 */
export function decidePin(
  { notes, changedAt: previousChangedAt }: PinBoardRecord,
  action: PinAction,
  { key, now }: { readonly key: string; readonly now: number },
): PinDecision {
  const changedAt = Math.max(now, previousChangedAt + 1);
  if (action.action === 'pin') {
    if (notes.length >= MAX_PINNED_NOTES)
      return { type: 'refused', reason: BOARD_FULL, status: 409 };
    const note = { id: key, text: action.text, pinnedAt: changedAt, editedAt: null };
    return { type: 'changed', id: key, board: { notes: [note, ...notes], changedAt } };
  }
  const { id } = action;
  const existing = notes.find((note) => note.id === id);
  if (action.action === 'unpin') {
    const board = { notes: notes.filter((note) => note.id !== id), changedAt };
    return existing ? { type: 'changed', id, board } : { type: 'same' };
  }
  if (!existing) return { type: 'refused', reason: 'This note is no longer pinned', status: 404 };
  if (existing.text === action.text) return { type: 'same' };
  const editedNote = { ...existing, text: action.text, editedAt: changedAt };
  const updatedNotes = notes.map((note) => (note.id === id ? editedNote : note));
  return { type: 'changed', id, board: { notes: updatedNotes, changedAt } };
}
