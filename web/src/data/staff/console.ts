import {
  type AdminCode,
  type AdminTicket,
  type AuditEntry,
  type CannedAnswer,
  endpoints,
  type FailedMail,
  type SystemState,
  type Ticket,
  type TicketState,
  type Tier,
} from '@quantalgo/contracts';
import { call } from '../session/call';
import {
  type Answer,
  asStaff,
  failureWords,
  staffMemory,
  useAnswer,
  useAutoRefresh,
} from './answers';

/** Who and whom the audit is narrowed down to, by id or e-mail address; null is everybody. */
export interface AuditFilter {
  readonly by: string | null;
  readonly userId: string | null;
}

const auditBodyOf = ({ by, userId }: AuditFilter, after: string | null) => ({
  ...(by === null ? {} : { by }),
  ...(userId === null ? {} : { userId }),
  ...(after === null ? {} : { after }),
});

const auditPages = staffMemory<readonly AuditEntry[]>();

/** A page of the audit, newest first, from the entry behind `after` on. */
export function useAudit(filter: AuditFilter, after: string | null): Answer<readonly AuditEntry[]> {
  const body = auditBodyOf(filter, after);
  return useAnswer(
    auditPages,
    JSON.stringify(body),
    async () => (await call('audit', { body })).data,
    failureWords('audit'),
  );
}

/** The whole audit as CSV, page by page, in which no field is a formula. */
export const exportAudit = (filter: AuditFilter): Promise<File> =>
  asStaff(async () => {
    const parts: string[] = [];
    let after: string | null = null;
    do {
      const body = auditBodyOf(filter, after);
      const { data } = await call('exportAudit', { body });
      parts.push(data.csv);
      after = data.next;
    } while (after !== null);
    return new File(parts, 'audit.csv', { type: 'text/csv' });
  });

const codeLists = staffMemory<readonly AdminCode[]>();

/** The dashboard codes that were issued last, kept while this page of the browser lives. */
export const useCodes = (): Answer<readonly AdminCode[]> =>
  useAnswer(codeLists, 'newest', () => asStaff(async () => (await call('adminCodes', {})).data), {
    wordless: endpoints.adminCodes.failure,
    unanswered: 'Network error. Please check your connection and try again.',
  });

/**
 * Issues a code, which is answered this once; an earlier one of the member is void then.
 * @throws ApiError with the server's words. @throws NetworkError when no answer came.
 */
export const issueCode = (
  userId: string,
  tier: Exclude<Tier, 'guest'>,
  mail: boolean,
): Promise<{ code: string; issued: AdminCode }> =>
  asStaff(async () => (await call('issueCode', { body: { userId, tier, mail } })).data);

/** Makes the open code of a member void. Throws as {@link issueCode} does. */
export const voidCode = (userId: string): Promise<AdminCode> =>
  asStaff(async () => (await call('voidCode', { params: { id: userId } })).data);

const failedMails = staffMemory<readonly FailedMail[]>();

/** Mails that were given up, the last first. */
export const useFailedMails = (): Answer<readonly FailedMail[]> =>
  useAnswer(
    failedMails,
    'all',
    async () => (await call('failedMails', {})).data,
    failureWords('failedMails'),
  );

/** Puts a mail that was given up back into the outbox. */
export const retryMail = (id: string): Promise<unknown> =>
  asStaff(() => call('retryFailedMail', { params: { id } }));

const systemState = staffMemory<SystemState>();

/** What runs, and how well. */
export const useSystem = (): Answer<SystemState> =>
  useAutoRefresh(
    useAnswer(
      systemState,
      'now',
      async () => (await call('system', {})).data,
      failureWords('system'),
    ),
  );

/** Begins a new round of the countdown for everybody. @param roundMs its length */
export const resetCountdown = (roundMs: number): Promise<unknown> =>
  asStaff(() => call('resetCountdown', { body: { roundMs } }));

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
