import { MOST_PINNED } from '@quantalgo/contracts';
import { byId, faultsIn, type Rule } from './world';

/** Invariants of the notes that staff pin above a chat. */
export const PINNED: readonly Rule[] = [
  {
    says: 'Each pinned note stands above the chat and as its message, which names nobody, and no other does',
    over: 'record',
    broken: ({ documents: { rooms, messages } }) => {
      const notes = rooms.flatMap(({ data }) => ('board' in data ? data.board.notes : []));
      const pinned = messages.filter(({ data }) => data.pinned === true);
      const known = byId(pinned);
      const above = new Map(notes.map(({ id, text }) => [id, text]));
      const unsaid = notes.flatMap(({ id, text }) =>
        known.get(id)?.text === text ? [] : [`rooms has the note ${id}, which is no message`],
      );
      const faulty = faultsIn('messages', pinned, ({ uid, gone, text }, id) => {
        if (uid !== null) return 'names who pinned it';
        return gone === null && above.get(id) !== text ? 'stands above no chat' : null;
      });
      const over = notes.length > MOST_PINNED ? [`rooms has ${notes.length} notes`] : [];
      return [...unsaid, ...faulty, ...over];
    },
  },
];
