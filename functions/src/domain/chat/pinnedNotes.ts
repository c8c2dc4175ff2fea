import {
  MAX_PINNED,
  type PinAct,
  type PinBoardRecord,
} from '@quantalgo/contracts/chat/pinnedNotes';

/** What becomes of the pinned notes: they change, they are as wanted already, or the reason why it can't be. */
type PinDecision =
  | { readonly type: 'changed'; readonly id: string; readonly board: PinBoardRecord }
  | { readonly type: 'same' }
  | { readonly type: 'refused'; readonly why: string; readonly status: 404 | 409 };

const FULL = `${MAX_PINNED} notes are pinned: take one down first`;

/**
 * Decides about an act of staff on the notes above the chat. To take down what isn't there changes nothing. Each change is
 * later than the one before, also where the servers' clocks differ: devices go by that.
 * @param key the id of a new note; `now` in epoch ms
 */
export function decidePin(
  { notes, changedAt: before }: PinBoardRecord,
  act: PinAct,
  { key, now }: { readonly key: string; readonly now: number },
): PinDecision {
  const changedAt = Math.max(now, before + 1);
  if (act.act === 'pin') {
    if (notes.length >= MAX_PINNED) return { type: 'refused', why: FULL, status: 409 };
    const note = { id: key, text: act.text, pinnedAt: changedAt, editedAt: null };
    return { type: 'changed', id: key, board: { notes: [note, ...notes], changedAt } };
  }
  const { id } = act;
  const known = notes.find((note) => note.id === id);
  if (act.act === 'take-down') {
    const board = { notes: notes.filter((note) => note.id !== id), changedAt };
    return known ? { type: 'changed', id, board } : { type: 'same' };
  }
  if (!known) return { type: 'refused', why: 'This note is no longer pinned', status: 404 };
  if (known.text === act.text) return { type: 'same' };
  const edited = { ...known, text: act.text, editedAt: changedAt };
  const after = notes.map((note) => (note.id === id ? edited : note));
  return { type: 'changed', id, board: { notes: after, changedAt } };
}
