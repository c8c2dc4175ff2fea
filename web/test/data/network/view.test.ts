import type { NetworkAction, Post } from '@quantalgo/contracts/network/post';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeNetwork } from '../../../src/data/network/view';
import type { OutboxItem } from '../../../src/data/outbox/item';
import { aPost } from '../../support/aPost';

const AT = '2026-11-20T12:00:00.000Z';
const NOW = Date.parse(AT);

const post = (id: string, changes: Partial<Post> = {}): Post =>
  aPost(0, { id, text: `The post ${id}`, ...changes });

let made = 0;

const item = (act: NetworkAction, changes: Partial<OutboxItem> = {}): OutboxItem => {
  made += 1;
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    uid: 'ada',
    content: { kind: 'network', act },
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    reason: null,
    createdAt: NOW + made,
    seq: made,
    notBefore: 0,
    fault: null,
    confirmedAt: 0,
    ...changes,
  };
};

const said = (text: string, to: string | null = null): NetworkAction => ({
  act: 'write',
  to,
  text,
  signal: null,
});

const ID = '11111111-1111-4111-8111-111111111111';

const seen = (
  rows: readonly Post[],
  items: readonly OutboxItem[] = [],
  me: { blocked: string[]; liked: string[] } = { blocked: [], liked: [] },
) => arrangeNetwork(rows, items, { uid: 'ada', me }, NOW);

describe('the feed', () => {
  it('shows the newest thread first, with its answers in order', () => {
    const rows = [
      post('a'),
      post('b', { createdAt: '2026-11-20T12:05:00.000Z' }),
      post('c', { to: 'a', createdAt: '2026-11-20T12:07:00.000Z' }),
      post('d', { to: 'a', createdAt: '2026-11-20T12:06:00.000Z' }),
    ];
    const shown = seen(rows).map(({ post: { id }, answers }) => [id, answers.map((one) => one.id)]);
    expect(shown).toEqual([
      ['b', []],
      ['a', ['d', 'c']],
    ]);
  });

  it('shows at once what was written here, in the order in which it was, and each once', () => {
    const items = [item(said('one')), item(said('two')), item(said('three'))];
    const [first] = items;
    expect(seen([], items).map(({ post: { text } }) => text)).toEqual(['three', 'two', 'one']);
    const arrived = post(first?.id ?? '', { uid: 'ada', text: 'one' });
    const texts = seen([arrived], items).map(({ post: { text } }) => text);
    expect(texts.filter((text) => text === 'one')).toHaveLength(1);
  });

  it('says how far an own post has come', () => {
    const refused = item(said('ad'), { state: 'refused', reason: 'You can no longer post here.' });
    const rows = [
      post('held', { uid: 'ada', open: false }),
      post('turned', { uid: 'ada', open: false, reason: 'Advertising' }),
    ];
    const states = seen(rows, [item(said('new')), refused]).map(
      ({ post: { delivery } }) => delivery,
    );
    expect(states).toMatchObject([
      { state: 'unsent', failing: false },
      { state: 'refused', reason: 'You can no longer post here.' },
      { state: 'held' },
      { state: 'refused', reason: 'Not published: Advertising' },
    ]);
  });

  it('hides authors whom the member hides, also before the server knows', () => {
    const rows = [post('a'), post('b', { uid: 'chidi' })];
    expect(seen(rows, [], { blocked: ['bola'], liked: [] })).toHaveLength(1);
    const hiding = item({ act: 'block', author: 'bola', on: true });
    expect(seen(rows, [hiding]).map(({ post: { id } }) => id)).toEqual(['b']);
  });

  it('counts a like that waits once, and takes it back', () => {
    const like = (on: boolean) => item({ act: 'like', id: ID, on });
    const likes = (...items: OutboxItem[]) => seen([post(ID, { likes: 2 })], items)[0]?.post.likes;
    expect(likes(like(true))).toBe(3);
    expect(likes(like(true), like(true))).toBe(3);
    expect(likes(like(true), like(false))).toBe(2);
  });

  it('edits and deletes at once; a refused edit changes nothing', () => {
    const own = post(ID, { uid: 'ada' });
    const edit = item({ act: 'edit', id: ID, text: 'better' });
    expect(seen([own], [edit])[0]?.post).toMatchObject({ text: 'better', isEdited: true });
    const refused = { ...edit, state: 'refused' } as const;
    expect(seen([own], [refused])[0]?.post.text).toBe(own.text);
    expect(seen([own], [item({ act: 'delete', id: ID })])).toEqual([]);
  });

  it('keeps the place of a deleted post for its answers alone', () => {
    const gone = post('a', { uid: null, name: '', text: '', gone: 'deleted' });
    expect(seen([gone])).toEqual([]);
    const answer = post('b', { to: 'a' });
    for (const [rows, place] of [
      [[gone, answer], 'deleted'],
      [[answer], 'absent'],
    ] as const) {
      const [thread] = seen(rows);
      expect(thread?.post).toMatchObject({ gone: place, text: '' });
      expect(thread?.answers).toMatchObject([{ text: answer.text }]);
    }
  });

  it('never shows a post twice, nor one of a hidden author, whatever arrived and waits', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const row = fc.record({
      id: ids,
      uid: fc.constantFrom('ada', 'bola', 'chidi'),
      to: fc.option(fc.constantFrom('elsewhere', 'far')),
      open: fc.boolean(),
    });
    const rowsOf = fc.uniqueArray(row, { selector: ({ id }) => id });
    fc.assert(
      fc.property(rowsOf, fc.array(fc.string({ minLength: 1 })), (rows, texts) => {
        const posts = rows.map(({ id, ...changes }) => post(id, changes));
        const items = texts.map((text) => item(said(text)));
        const threads = seen(posts, items, { blocked: ['bola'], liked: [] });
        const all = threads.flatMap(({ post: first, answers }) => [first, ...answers]);
        const shown = all.map(({ id }) => id);
        expect(new Set(shown).size).toBe(shown.length);
        expect(all.some(({ uid, gone }) => uid === 'bola' && gone === null)).toBe(false);
      }),
    );
  });
});

describe('a sent action', () => {
  const block = (sentAt: number) =>
    item(
      { act: 'block', author: 'bola', on: true },
      { state: 'sent', createdAt: NOW - 60_000, sentAt },
    );

  it('applies until a sync that was requested after it was sent', () => {
    const rows = [post('a', { uid: 'bola' })];
    expect(seen(rows, [block(NOW + 1)])).toEqual([]);
    expect(seen(rows, [block(NOW - 1)])).toHaveLength(1);
  });
});
