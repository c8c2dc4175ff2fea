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

const getHeadIds = (items: readonly OutboxItem[]) => findChainHeads(items).map(({ id }) => id);

describe('findChainHeads', () => {
  it('sends a reply after its ticket, and closes the ticket after the reply', () => {
    const rest = [reply('r', 't'), close('c', 't')];
    expect(getHeadIds([ticket('t'), ...rest])).toEqual(['t']);
    expect(getHeadIds([ticket('t', 'sent'), ...rest])).toEqual(['r']);
  });

  it('sends the earlier of two settings changes first, so the later one wins', () => {
    expect(getHeadIds([settings('a', 'Ada'), settings('b', 'Ada Obi')])).toEqual(['a']);
  });

  it('does not make unrelated items wait for each other', () => {
    expect(getHeadIds([ticket('t'), ticket('u'), settings('s', 'Ada'), reply('r', 'v')])).toEqual([
      't',
      'u',
      's',
      'r',
    ]);
  });

  it('skips sent and refused items', () => {
    expect(getHeadIds([ticket('t', 'sent'), ticket('u', 'refused')])).toEqual([]);
  });
});
