import type { AdminTicket, CannedAnswer } from '@quantalgo/contracts/console/console';
import {
  TICKET_PRIORITIES,
  ticketDocumentSchema,
  type TicketState,
  toTicket,
} from '@quantalgo/contracts/tickets/ticket';
import type { Firestore } from 'firebase-admin/firestore';
import { cannedAnswerDocument } from '../../collections/console';
import { recordStaffAction } from '../core/staffActions';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { peopleOf } from '../console/people';

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

/**
 * Stores a new answer, whose id is the call's key, and adds that to the audit.
 * @param now epoch ms
 * @returns false where another call's answer has this id
 * @throws KeyReusedError
 */
export const saveAnswer = (
  firestore: Firestore,
  answer: Omit<CannedAnswer, 'id'>,
  call: IdempotentCall,
  now: number,
): Promise<boolean> =>
  firestore.runTransaction(async (transaction) => {
    const { uid: by, key: id } = call;
    if (await isRepeated(firestore, transaction, call)) return true;
    const stored = await transaction.get(answers(firestore).doc(id));
    if (stored.exists) return false;
    transaction.create(stored.ref, answer);
    rememberCall(firestore, transaction, call, now);
    const reason = `answer ${id}: ${answer.title}`;
    const done = { by, now, uid: null, action: 'answer saved', reason } as const;
    recordStaffAction(firestore, transaction, done);
    return true;
  });

/**
 * Deletes an answer and adds that to the audit; does nothing where it doesn't exist.
 * @param change uid of the staff member, and the time (epoch ms)
 */
export async function deleteAnswer(
  firestore: Firestore,
  id: string,
  change: { readonly by: string; readonly now: number },
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
