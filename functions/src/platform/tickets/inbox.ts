import {
  type AdminTicket,
  type CannedAnswer,
  TICKETS_PAGE_SIZE,
} from '@quantalgo/contracts/console/console';
import {
  TICKET_PRIORITIES,
  ticketDocumentSchema,
  type TicketRecord,
  type TicketState,
  toTicket,
} from '@quantalgo/contracts/tickets/ticket';
import { type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import { cannedAnswerDocument } from '../../collections/console';
import { recordStaffAction } from '../core/staffActions';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { readPeople } from '../console/people';

type TicketWithoutMember = Omit<AdminTicket, 'member'>;

const toTicketWithoutMember = (id: string, ticket: TicketRecord): TicketWithoutMember => ({
  ...toTicket(id, ticket),
  userId: ticket.uid,
});

async function readTickets(query: Query): Promise<TicketWithoutMember[]> {
  const { docs } = await query.get();
  return docs.map((document) =>
    toTicketWithoutMember(document.id, parseDocument(ticketDocumentSchema, document)),
  );
}

async function readByPriority(query: Query): Promise<TicketWithoutMember[]> {
  const tickets: TicketWithoutMember[] = [];
  for (const priority of [...TICKET_PRIORITIES].reverse()) {
    const remaining = TICKETS_PAGE_SIZE - tickets.length;
    if (remaining === 0) break;
    const oldestFirst = query.where('priority', '==', priority).orderBy('createdAt', 'asc');
    tickets.push(...(await readTickets(oldestFirst.limit(remaining))));
  }
  return tickets;
}

async function addMembers(
  firestore: Firestore,
  tickets: readonly TicketWithoutMember[],
): Promise<AdminTicket[]> {
  const people = await readPeople(
    firestore,
    tickets.map(({ userId }) => userId),
  );
  return tickets.map((ticket) => ({ ...ticket, member: people.get(ticket.userId) ?? null }));
}

/**
 * Open ones by urgency, then oldest first. Others, which only become more, last changed first.
 * @param before epoch ms; null for the first page
 */
export async function listTickets(
  firestore: Firestore,
  state: TicketState,
  before: number | null,
): Promise<AdminTicket[]> {
  const query = firestore.collection('tickets').where('state', '==', state);
  if (state === 'open') return addMembers(firestore, await readByPriority(query));
  const newestFirst = query.orderBy('updatedAt', 'desc');
  const page = before === null ? newestFirst : newestFirst.startAfter(Timestamp.fromMillis(before));
  return addMembers(firestore, await readTickets(page.limit(TICKETS_PAGE_SIZE)));
}

export async function readAdminTicket(
  firestore: Firestore,
  id: string,
): Promise<AdminTicket | null> {
  const document = await firestore.collection('tickets').doc(id).get();
  const record = parseDocument(ticketDocumentSchema, document);
  if (!record) return null;
  const [ticket] = await addMembers(firestore, [toTicketWithoutMember(id, record)]);
  return ticket ?? null;
}

const getAnswersCollection = (firestore: Firestore) => firestore.collection('cannedAnswers');

const MAX_ANSWERS = 200;

export async function listAnswers(firestore: Firestore): Promise<CannedAnswer[]> {
  const { docs } = await getAnswersCollection(firestore)
    .orderBy('title', 'asc')
    .limit(MAX_ANSWERS)
    .get();
  return docs.map((document) => ({
    id: document.id,
    ...parseDocument(cannedAnswerDocument, document),
  }));
}

/**
 * Uses the call's key as the answer's id.
 * @returns false if another answer has this id
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
    if (await wasCallApplied(firestore, transaction, call)) return true;
    const stored = await transaction.get(getAnswersCollection(firestore).doc(id));
    if (stored.exists) return false;
    transaction.create(stored.ref, answer);
    rememberCall(firestore, transaction, call, now);
    const reason = `answer ${id}: ${answer.title}`;
    const staffAction = { by, now, uid: null, action: 'answer saved', reason } as const;
    recordStaffAction(firestore, transaction, staffAction);
    return true;
  });

export async function deleteAnswer(
  firestore: Firestore,
  id: string,
  change: { readonly by: string; readonly now: number },
): Promise<void> {
  const reference = getAnswersCollection(firestore).doc(id);
  await firestore.runTransaction(async (transaction) => {
    const deletedAnswer = parseDocument(cannedAnswerDocument, await transaction.get(reference));
    if (!deletedAnswer) return;
    transaction.delete(reference);
    const reason = `answer ${id}: ${deletedAnswer.title}`;
    const staffAction = { ...change, uid: null, action: 'answer deleted', reason } as const;
    recordStaffAction(firestore, transaction, staffAction);
  });
}
