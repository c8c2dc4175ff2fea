import {
  TICKET_PRIORITIES,
  ticketDocumentSchema,
  toTicket,
  type AdminTicket,
  type TicketState,
} from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';
import { peopleOf } from './people';

const MOST = 50;

type Found = Omit<AdminTicket, 'member'>;

async function ofPriority(
  firestore: Firestore,
  state: TicketState,
  priority: string,
  most: number,
): Promise<Found[]> {
  const { docs } = await firestore
    .collection('tickets')
    .where('state', '==', state)
    .where('priority', '==', priority)
    .orderBy('createdAt', 'asc')
    .limit(most)
    .get();
  return docs.flatMap((document) => {
    const ticket = parseDocument(ticketDocumentSchema, document);
    return ticket ? [{ ...toTicket(document.id, ticket), userId: ticket.uid }] : [];
  });
}

/** Tickets of a state: the most urgent first, among equals the oldest. */
export async function listTickets(
  firestore: Firestore,
  state: TicketState,
): Promise<AdminTicket[]> {
  const tickets: Found[] = [];
  for (const priority of [...TICKET_PRIORITIES].reverse()) {
    const left = MOST - tickets.length;
    if (left > 0) tickets.push(...(await ofPriority(firestore, state, priority, left)));
  }
  const people = await peopleOf(
    firestore,
    tickets.map(({ userId }) => userId),
  );
  return tickets.map((ticket) => ({ ...ticket, member: people.get(ticket.userId) ?? null }));
}
