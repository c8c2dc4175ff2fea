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

let itemCount = 0;

const item = (action: NetworkAction, changes: Partial<OutboxItem> = {}): OutboxItem => {
  itemCount += 1;
  return {
    id: `00000000-0000-4000-8000-${String(itemCount).padStart(12, '0')}`,
    uid: 'ada',
    content: { kind: 'network', action },
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    reason: null,
    createdAt: NOW + itemCount,
    seq: itemCount,
    notBefore: 0,
    fault: null,
    confirmedAt: 0,
    ...changes,
  };
};

const write = (text: string, to: string | null = null): NetworkAction => ({
  action: 'write',
  to,
  text,
  signal: null,
});

const ID = '11111111-1111-4111-8111-111111111111';

const arrange = (
  rows: readonly Post[],
  items: readonly OutboxItem[] = [],
  me: { blocked: string[]; liked: string[] } = { blocked: [], liked: [] },
) => arrangeNetwork(rows, items, { uid: 'ada', me }, NOW);

describe('arrangeNetwork', () => {
  it('shows the newest thread first, with its answers in chronological order', () => {
    const rows = [
      post('a'),
      post('b', { createdAt: '2026-11-20T12:05:00.000Z' }),
      post('c', { to: 'a', createdAt: '2026-11-20T12:07:00.000Z' }),
      post('d', { to: 'a', createdAt: '2026-11-20T12:06:00.000Z' }),
    ];
    const visibleIds = arrange(rows).map(({ post: { id }, answers }) => [
      id,
      answers.map((one) => one.id),
    ]);
    expect(visibleIds).toEqual([
      ['b', []],
      ['a', ['d', 'c']],
    ]);
  });

  it('shows unsent posts at once, in order, without duplicates', () => {
    const items = [item(write('one')), item(write('two')), item(write('three'))];
    const [first] = items;
    expect(arrange([], items).map(({ post: { text } }) => text)).toEqual(['three', 'two', 'one']);
    const arrived = post(first?.id ?? '', { uid: 'ada', text: 'one' });
    const texts = arrange([arrived], items).map(({ post: { text } }) => text);
    expect(texts.filter((text) => text === 'one')).toHaveLength(1);
  });

  it('reports the delivery state of own posts', () => {
    const refused = item(write('ad'), { state: 'refused', reason: 'You can no longer post here.' });
    const rows = [
      post('held', { uid: 'ada', open: false }),
      post('turned', { uid: 'ada', open: false, reason: 'Advertising' }),
    ];
    const states = arrange(rows, [item(write('new')), refused]).map(
      ({ post: { delivery } }) => delivery,
    );
    expect(states).toMatchObject([
      { state: 'unsent', failing: false },
      { state: 'refused', reason: 'You can no longer post here.' },
      { state: 'held' },
      { state: 'refused', reason: 'Not published: Advertising' },
    ]);
  });

  it('hides blocked authors, even before the block is sent', () => {
    const rows = [post('a'), post('b', { uid: 'chidi' })];
    expect(arrange(rows, [], { blocked: ['bola'], liked: [] })).toHaveLength(1);
    const hiding = item({ action: 'block', author: 'bola', on: true });
    expect(arrange(rows, [hiding]).map(({ post: { id } }) => id)).toEqual(['b']);
  });

  it('counts an unsent like once and can take it back', () => {
    const like = (on: boolean) => item({ action: 'like', id: ID, on });
    const likes = (...items: OutboxItem[]) =>
      arrange([post(ID, { likes: 2 })], items)[0]?.post.likes;
    expect(likes(like(true))).toBe(3);
    expect(likes(like(true), like(true))).toBe(3);
    expect(likes(like(true), like(false))).toBe(2);
  });

  it('applies edits and deletions at once, except refused edits', () => {
    const own = post(ID, { uid: 'ada' });
    const edit = item({ action: 'edit', id: ID, text: 'better' });
    expect(arrange([own], [edit])[0]?.post).toMatchObject({ text: 'better', isEdited: true });
    const refused = { ...edit, state: 'refused' } as const;
    expect(arrange([own], [refused])[0]?.post.text).toBe(own.text);
    expect(arrange([own], [item({ action: 'delete', id: ID })])).toEqual([]);
  });

  it('keeps a placeholder for a deleted or missing post only if it has answers', () => {
    const gone = post('a', { uid: null, name: '', text: '', gone: 'deleted' });
    expect(arrange([gone])).toEqual([]);
    const answer = post('b', { to: 'a' });
    for (const [rows, place] of [
      [[gone, answer], 'deleted'],
      [[answer], 'absent'],
    ] as const) {
      const [thread] = arrange(rows);
      expect(thread?.post).toMatchObject({ gone: place, text: '' });
      expect(thread?.answers).toMatchObject([{ text: answer.text }]);
    }
  });

  it('never shows a post twice or a post by a blocked author', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const row = fc.record({
      id: ids,
      uid: fc.constantFrom('ada', 'bola', 'chidi'),
      to: fc.option(fc.constantFrom('elsewhere', 'far')),
      open: fc.boolean(),
    });
    const rowsArbitrary = fc.uniqueArray(row, { selector: ({ id }) => id });
    fc.assert(
      fc.property(rowsArbitrary, fc.array(fc.string({ minLength: 1 })), (rows, texts) => {
        const posts = rows.map(({ id, ...changes }) => post(id, changes));
        const items = texts.map((text) => item(write(text)));
        const threads = arrange(posts, items, { blocked: ['bola'], liked: [] });
        const all = threads.flatMap(({ post: first, answers }) => [first, ...answers]);
        const visibleIds = all.map(({ id }) => id);
        expect(new Set(visibleIds).size).toBe(visibleIds.length);
        expect(all.some(({ uid, gone }) => uid === 'bola' && gone === null)).toBe(false);
      }),
    );
  });
});

describe('a sent action', () => {
  const block = (sentAt: number) =>
    item(
      { action: 'block', author: 'bola', on: true },
      { state: 'sent', createdAt: NOW - 60_000, sentAt },
    );

  it('applies until a sync that was requested after it was sent', () => {
    const rows = [post('a', { uid: 'bola' })];
    expect(arrange(rows, [block(NOW + 1)])).toEqual([]);
    expect(arrange(rows, [block(NOW - 1)])).toHaveLength(1);
  });
});
