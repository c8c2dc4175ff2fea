import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_NOTE_LENGTH,
  pinActionSchema,
  type PinBoard,
  mergePinnedNotes,
} from '../../src/chat/pinnedNotes';
import { toIso } from '../../src/core/time';
import type { Post } from '../../src/network/post';

const message = (id: string, at: number, changes: Partial<Post> = {}): Post => ({
  id,
  uid: null,
  name: 'Staff',
  tier: 'guest',
  to: null,
  text: `Note ${id}`,
  signal: null,
  embed: null,
  picture: null,
  open: true,
  gone: null,
  reason: null,
  likes: 0,
  seeded: false,
  pinned: true,
  editedAt: null,
  createdAt: toIso(at),
  updatedAt: toIso(at),
  ...changes,
});

const board = (changedAt: number, ...notes: string[]): PinBoard => ({
  notes: notes.map((id, index) => ({
    id,
    text: `Note ${id}`,
    pinnedAt: toIso(changedAt - index),
    editedAt: null,
  })),
  changedAt: toIso(changedAt),
});

const ids = (...given: Parameters<typeof mergePinnedNotes>) =>
  mergePinnedNotes(...given).map(({ id }) => id);

describe('mergePinnedNotes', () => {
  it('returns the fetched notes if there are no messages', () => {
    expect(ids(board(1000, 'a', 'b'), [])).toEqual(['a', 'b']);
    expect(ids(null, [])).toEqual([]);
  });

  it('applies newer staff messages, newest first', () => {
    const taken = message('a', 900, { gone: 'deleted', text: '', updatedAt: toIso(1500) });
    expect(ids(board(1000, 'a', 'b'), [message('c', 2000), taken])).toEqual(['c', 'b']);
    const edited = message('b', 999, { text: 'Read this', updatedAt: toIso(1600) });
    expect(mergePinnedNotes(board(1000, 'a', 'b'), [edited])[1]?.text).toBe('Read this');
  });

  it('ignores messages older than the fetched board', () => {
    expect(ids(board(1000), [message('a', 900)])).toEqual([]);
    expect(ids(board(1000, 'b'), [message('b', 900, { gone: 'deleted' })])).toEqual(['b']);
  });

  it('ignores members’ messages', () => {
    const { pinned: _staffs, ...written } = message('a', 2000, { uid: 'ada', name: 'Ada O.' });
    expect(ids(null, [written])).toEqual([]);
  });

  it('gives the same notes from messages as from a fetched board', () => {
    const acts = fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c'),
        action: fc.constantFrom('set', 'unpin'),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(acts, fc.nat(12), (changes, lookedAfter) => {
        const rows = new Map<string, Post>();
        const boards: (PinBoard | null)[] = [null];
        changes.forEach(({ id, action }, index) => {
          const at = 1000 + index;
          const text = `Text ${index}`;
          const gone = action === 'set' ? null : 'deleted';
          rows.set(id, message(id, at, { createdAt: toIso(1), updatedAt: toIso(at), text, gone }));
          boards.push({
            notes: [...mergePinnedNotes(null, [...rows.values()])],
            changedAt: toIso(at),
          });
        });
        const looked = boards[Math.min(lookedAfter, changes.length)] ?? null;
        const texts = (notes: ReturnType<typeof mergePinnedNotes>) =>
          notes.map(({ id, text }) => `${id} ${text}`).sort();
        expect(texts(mergePinnedNotes(looked, [...rows.values()]))).toEqual(
          texts(mergePinnedNotes(boards.at(-1) ?? null, [])),
        );
      }),
    );
  });
});

describe('pin action', () => {
  const pin = (text: string) => pinActionSchema.safeParse({ action: 'pin', text }).data;

  it('trims a note and keeps its line breaks', () => {
    expect(pin(' Monday:\r\nno session ')).toEqual({ action: 'pin', text: 'Monday:\nno session' });
  });

  it('rejects an empty note and one over the maximum length', () => {
    expect(pin('  ')).toBeUndefined();
    expect(pin('x'.repeat(MAX_NOTE_LENGTH))).toBeDefined();
    expect(pin('x'.repeat(MAX_NOTE_LENGTH + 1))).toBeUndefined();
  });
});
