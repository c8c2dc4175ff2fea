import type { AdminTicket, CannedAnswer, Ticket, TicketState } from '@quantalgo/contracts';
import { call } from '../session/call';
import {
  type Answer,
  asStaff,
  failureWords,
  staffMemory,
  useAnswer,
  useAutoRefresh,
} from './answers';

const inbox = staffMemory<readonly AdminTicket[]>();

/** Tickets of a state: the most urgent first, among equals the one that waits longest. */
export const useTicketInbox = (state: TicketState): Answer<readonly AdminTicket[]> =>
  useAutoRefresh(
    useAnswer(
      inbox,
      state,
      async () => (await call('adminTickets', { query: { state } })).data,
      failureWords('adminTickets'),
    ),
  );

const canned = staffMemory<readonly CannedAnswer[]>();

/** Texts that support answers often, by title. */
export const useCannedAnswers = (): Answer<readonly CannedAnswer[]> =>
  useAnswer(
    canned,
    'all',
    async () => (await call('cannedAnswers', {})).data,
    failureWords('cannedAnswers'),
  );

/** Keeps a text for all of staff. @param key names the click, so that a try that is repeated counts once */
export const saveCannedAnswer = (
  body: Omit<CannedAnswer, 'id'>,
  key: string,
): Promise<CannedAnswer> =>
  asStaff(async () => (await call('saveCannedAnswer', { body, idempotencyKey: key })).data);

export const deleteCannedAnswer = (id: string): Promise<unknown> =>
  asStaff(() => call('deleteCannedAnswer', { params: { id } }));

/** Answers a ticket. @param key the message's id: a try that is repeated counts once */
export const answerTicket = (id: string, message: string, key: string): Promise<Ticket> =>
  asStaff(async () => {
    const request = { params: { id }, body: { message }, idempotencyKey: key };
    return (await call('replyToTicket', request)).data;
  });

export const closeTicket = (id: string): Promise<Ticket> =>
  asStaff(async () => (await call('closeTicket', { params: { id } })).data);
