import {
  type AdminTicket,
  type CannedAnswer,
  TICKET_PRIORITIES,
  ticketDocumentSchema,
  type TicketState,
  toTicket,
} from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { cannedAnswerDocument } from '../../collections/console';
import { recordStaffAction } from '../core/staffActions';
import { parseDocument } from '../core/documents';
import { peopleOf } from './people';

const MAX_TICKETS = 50;

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

/** Tickets in a state, the most urgent first, then the oldest. */
export async function listTickets(
  firestore: Firestore,
  state: TicketState,
): Promise<AdminTicket[]> {
  const tickets: Found[] = [];
  for (const priority of [...TICKET_PRIORITIES].reverse()) {
    const left = MAX_TICKETS - tickets.length;
    if (left > 0) tickets.push(...(await ofPriority(firestore, state, priority, left)));
  }
  const people = await peopleOf(
    firestore,
    tickets.map(({ userId }) => userId),
  );
  return tickets.map((ticket) => ({ ...ticket, member: people.get(ticket.userId) ?? null }));
}

const answers = (firestore: Firestore) => firestore.collection('cannedAnswers');

/** More canned answers than anybody reads through. */
const MAX_ANSWERS = 200;

/** Support's canned answers, by title. */
export async function listAnswers(firestore: Firestore): Promise<CannedAnswer[]> {
  const { docs } = await answers(firestore).orderBy('title', 'asc').limit(MAX_ANSWERS).get();
  return docs.flatMap((document) => {
    const answer = parseDocument(cannedAnswerDocument, document);
    return answer ? [{ id: document.id, ...answer }] : [];
  });
}

/** The uid of the staff member who changes an answer, and the time (epoch ms). */
interface Change {
  readonly by: string;
  readonly now: number;
}

/** Stores an answer under its id and adds that to the audit; saving the same answer again does nothing. */
export async function saveAnswer(
  firestore: Firestore,
  { id, ...answer }: CannedAnswer,
  change: Change,
): Promise<void> {
  const reference = answers(firestore).doc(id);
  await firestore.runTransaction(async (transaction) => {
    const before = parseDocument(cannedAnswerDocument, await transaction.get(reference));
    if (before?.title === answer.title && before.text === answer.text) return;
    transaction.set(reference, answer);
    const reason = `answer ${id}: ${answer.title}`;
    const done = { ...change, uid: null, action: 'answer saved', reason } as const;
    recordStaffAction(firestore, transaction, done);
  });
}

/** Deletes an answer and adds that to the audit; does nothing where it doesn't exist. */
export async function deleteAnswer(
  firestore: Firestore,
  id: string,
  change: Change,
): Promise<void> {
  const reference = answers(firestore).doc(id);
  await firestore.runTransaction(async (transaction) => {
    const before = parseDocument(cannedAnswerDocument, await transaction.get(reference));
    if (!before) return;
    transaction.delete(reference);
    const reason = `answer ${id}: ${before.title}`;
    const done = { ...change, uid: null, action: 'answer deleted', reason } as const;
    recordStaffAction(firestore, transaction, done);
  });
}
