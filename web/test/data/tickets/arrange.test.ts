import { describe, expect, it } from 'vitest';
import type { OutboxContent, OutboxItem } from '../../../src/data/outbox/item';
import { arrangeTickets } from '../../../src/data/tickets/tickets';
import { anItem } from '../outbox/anItem';
import { aTicket } from './aTicket';

const ID = '7b1f4a53-6a3e-4a53-9d1b-2f4a0c9d7e11';
const WRITTEN: OutboxContent = {
  kind: 'ticket',
  body: { category: 'signals', subject: 'Other price', message: 'See below', priority: 'high' },
};
const item = (content: OutboxContent, changes: Partial<OutboxItem> = {}): OutboxItem => ({
  ...anItem(),
  id: ID,
  ...changes,
  content,
});

describe('arrangeTickets', () => {
  it('includes unsent tickets, newest first', () => {
    const views = arrangeTickets([aTicket()], [item(WRITTEN)]);
    expect(views.map(({ subject }) => subject)).toEqual(['Other price', 'The chart is empty']);
    expect(views[0]?.delivery).toEqual({ state: 'unsent', failing: false });
    expect(views[0]?.messages[0]?.text).toBe('See below');
  });

  it('shows the server’s version of a sent ticket, without a duplicate', () => {
    const views = arrangeTickets([aTicket({ id: ID })], [item(WRITTEN, { state: 'sent' })]);
    expect(views).toHaveLength(1);
    expect(views[0]).toMatchObject({ subject: 'The chart is empty', delivery: { state: 'sent' } });
  });

  it('reports why a ticket was refused', () => {
    const refused = item(WRITTEN, { state: 'refused', reason: 'Subject is too long' });
    const [view] = arrangeTickets([], [refused]);
    expect(view?.delivery).toMatchObject({ state: 'refused', reason: 'Subject is too long' });
  });

  it('shows a reply once, whether unsent or already on the server', () => {
    const reply = item({ kind: 'reply', ticketId: aTicket().id, message: 'More' });
    const texts = (messages: ReturnType<typeof arrangeTickets>[number]['messages'] = []) =>
      messages.map(({ text, delivery }) => `${text} ${delivery.state}`);
    expect(texts(arrangeTickets([aTicket()], [reply])[0]?.messages)).toEqual([
      'Since this morning. sent',
      'More unsent',
    ]);
    const there = aTicket({
      messages: [{ id: ID, from: 'member', text: 'More', at: '2026-11-20T12:01:00.000Z' }],
    });
    expect(texts(arrangeTickets([there], [reply])[0]?.messages)).toEqual(['More sent']);
  });

  it('applies unsent closing and reopening at once, but not a refused one', () => {
    const close = item({ kind: 'close', ticketId: aTicket().id });
    const reply = item({ kind: 'reply', ticketId: aTicket().id, message: 'Again' });
    expect(arrangeTickets([aTicket()], [close])[0]?.state).toBe('closed');
    expect(arrangeTickets([aTicket({ state: 'closed' })], [reply])[0]?.state).toBe('open');
    const over = item({ kind: 'close', ticketId: aTicket().id }, { state: 'refused' });
    expect(arrangeTickets([aTicket()], [over])[0]?.state).toBe('open');
  });
});
