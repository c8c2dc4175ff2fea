import type { ChatAction } from '@quantalgo/contracts/chat/chat';
import type { NetworkAction } from '@quantalgo/contracts/network/post';
import { describe, expect, it } from 'vitest';
import { findChatRefusals } from '../../../src/data/chat/view';
import { findRefusals } from '../../../src/data/network/refusals';
import type { OutboxItem } from '../../../src/data/outbox/item';
import { anItem } from '../outbox/anItem';

const POST = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

const edit = (text: string, id = POST): NetworkAction => ({ action: 'edit', id, text });
const like = (on: boolean): NetworkAction => ({ action: 'like', id: POST, on });
const block = (author: string): NetworkAction => ({ action: 'block', author, on: true });

const queue = (...actions: readonly (readonly [NetworkAction, OutboxItem['state']])[]) =>
  actions.map(([action, state], index) => ({ action, item: anItem({ state, seq: index + 1 }) }));

describe('findRefusals', () => {
  it.each(['sent', 'waiting', 'sending'] as const)(
    'drops a refused edit that a later one replaces, which is %s',
    (state) => {
      expect(findRefusals(queue([edit('old'), 'refused'], [edit('new'), state]))).toEqual([]);
    },
  );

  it('drops a refused like that was repeated', () => {
    expect(findRefusals(queue([like(true), 'refused'], [like(true), 'sent']))).toEqual([]);
  });

  it('shows only the newest of several refused edits', () => {
    const refusals = findRefusals(queue([edit('old'), 'refused'], [edit('new'), 'refused']));
    expect(refusals.map(({ text }) => text)).toEqual(['new']);
  });

  it('keeps refusals before later actions of another kind or on another post', () => {
    const refusals = findRefusals(
      queue(
        [edit('one'), 'refused'],
        [block('bola'), 'refused'],
        [like(true), 'sent'],
        [edit('two', OTHER), 'sent'],
        [block('ben'), 'sent'],
      ),
    );
    expect(refusals.map(({ text }) => text)).toEqual(['one', null]);
  });
});

describe('findChatRefusals', () => {
  it('lists refusals of both rooms oldest first', () => {
    const report: ChatAction = { action: 'report', id: POST, reason: 'Advertising' };
    const items: OutboxItem[] = [
      {
        ...anItem({ id: POST, state: 'refused', seq: 1 }),
        content: { kind: 'network', action: block('bola') },
      },
      {
        ...anItem({ id: OTHER, state: 'refused', seq: 2 }),
        content: { kind: 'chat', action: report },
      },
    ];
    expect(findChatRefusals(items).map(({ item: { seq } }) => seq)).toEqual([1, 2]);
  });
});
