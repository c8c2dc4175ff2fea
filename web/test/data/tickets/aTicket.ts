import { ticketSchema, type Ticket } from '@quantalgo/contracts/tickets/ticket';

const AT = '2026-11-20T12:00:00.000Z';

/** A ticket as the server returns it, with one message from the member. */
export const aTicket = (changes: Partial<Ticket> = {}): Ticket =>
  ticketSchema.parse({
    id: '0d9c1b1e-6a3e-4a53-9d1b-2f4a0c9d7e11',
    category: 'technical',
    priority: 'medium',
    subject: 'The chart is empty',
    state: 'open',
    messages: [{ id: 'm1', from: 'member', text: 'Since this morning.', at: AT }],
    signal: null,
    createdAt: AT,
    updatedAt: AT,
    ...changes,
  });
