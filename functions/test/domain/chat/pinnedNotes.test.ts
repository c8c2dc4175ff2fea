import { MAX_PINNED_NOTES, type PinBoardRecord } from '@quantalgo/contracts/chat/pinnedNotes';
import { describe, expect, it } from 'vitest';
import { decidePin } from '../../../src/domain/chat/pinnedNotes';

const note = (id: string) => ({ id, text: `Note ${id}`, pinnedAt: 1, editedAt: null });

const board = (...ids: string[]): PinBoardRecord => ({ notes: ids.map(note), changedAt: 1 });

const order = { key: 'new', now: 50 };

describe('decidePin', () => {
  it('puts a new note above the others', () => {
    expect(decidePin(board('a'), { action: 'pin', text: 'Read this' }, order)).toEqual({
      type: 'changed',
      id: 'new',
      board: {
        notes: [{ id: 'new', text: 'Read this', pinnedAt: 50, editedAt: null }, note('a')],
        changedAt: 50,
      },
    });
  });

  it(`rejects more than ${MAX_PINNED_NOTES} notes, but allows another once one is removed`, () => {
    const pin = { action: 'pin', text: 'One more' } as const;
    expect(decidePin(board('a', 'b', 'c'), pin, order)).toMatchObject({
      type: 'refused',
      status: 409,
    });
    const after = decidePin(board('a', 'b', 'c'), { action: 'unpin', id: 'b' }, order);
    expect(after).toMatchObject({ type: 'changed', board: { notes: [note('a'), note('c')] } });
  });

  it('edits a note in place', () => {
    const edit = { action: 'edit', id: 'b', text: 'Other words' } as const;
    expect(decidePin(board('a', 'b'), edit, order)).toMatchObject({
      type: 'changed',
      board: { notes: [note('a'), { id: 'b', text: 'Other words', pinnedAt: 1, editedAt: 50 }] },
    });
  });

  it('dates a change after the previous one, even if the server’s clock is behind', () => {
    const late = { notes: [note('a')], changedAt: 90 };
    const edit = { action: 'edit', id: 'a', text: 'Other words' } as const;
    expect(decidePin(late, edit, order)).toMatchObject({
      board: { notes: [{ editedAt: 91 }], changedAt: 91 },
    });
    expect(decidePin(late, { action: 'unpin', id: 'a' }, order)).toMatchObject({
      board: { notes: [], changedAt: 91 },
    });
  });

  it('changes nothing if the same edit or removal is repeated', () => {
    const same = { action: 'edit', id: 'a', text: 'Note a' } as const;
    expect(decidePin(board('a'), same, order)).toEqual({ type: 'same' });
    expect(decidePin(board('a'), { action: 'unpin', id: 'b' }, order)).toEqual({
      type: 'same',
    });
  });

  it('rejects an edit of a removed note', () => {
    const edit = { action: 'edit', id: 'b', text: 'Other words' } as const;
    expect(decidePin(board('a'), edit, order)).toMatchObject({ type: 'refused', status: 404 });
  });
});
