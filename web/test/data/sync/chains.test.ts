import { describe, expect, it } from 'vitest';
import { findChainHeads } from '../../../src/data/sync/lanes';
import type { OutboxContent, OutboxItem } from '../../../src/data/outbox/item';
import { anItem } from '../outbox/anItem';

const item = (id: string, content: OutboxContent, state: OutboxItem['state'] = 'waiting') => ({
  ...anItem(),
  id,
  content,
  state,
});
const ticket = (id: string, state?: OutboxItem['state']) =>
  item(
    id,
    {
      kind: 'ticket',
      body: { category: 'other', subject: 'Hello', message: 'Hello', priority: 'low' },
    },
    state,
  );
const reply = (id: string, ticketId: string) =>
  item(id, { kind: 'reply', ticketId, message: 'More' });
const close = (id: string, ticketId: string) => item(id, { kind: 'close', ticketId });
const settings = (id: string, fullName: string) =>
  item(id, { kind: 'settings', body: { fullName } });

const idsOf = (items: readonly OutboxItem[]) => findChainHeads(items).map(({ id }) => id);

describe('what may be sent now', () => {
  it('is a reply only once its ticket was sent, and its end only once the reply was', () => {
    const rest = [reply('r', 't'), close('c', 't')];
    expect(idsOf([ticket('t'), ...rest])).toEqual(['t']);
    expect(idsOf([ticket('t', 'sent'), ...rest])).toEqual(['r']);
  });

  it('is the earlier of two changes of the settings, so that the later one stays', () => {
    expect(idsOf([settings('a', 'Ada'), settings('b', 'Ada Obi')])).toEqual(['a']);
  });

  it('is held up by nothing that is about something else', () => {
    expect(idsOf([ticket('t'), ticket('u'), settings('s', 'Ada'), reply('r', 'v')])).toEqual([
      't',
      'u',
      's',
      'r',
    ]);
  });

  it('is nothing that is over', () => {
    expect(idsOf([ticket('t', 'sent'), ticket('u', 'refused')])).toEqual([]);
  });
});
