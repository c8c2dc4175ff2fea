import type { Tier } from '@quantalgo/contracts/access/access';
import type {
  AdminCode,
  AdminTicket,
  AuditEntry,
  CannedAnswer,
  FailedEmail,
  News,
  SystemState,
} from '@quantalgo/contracts/console/console';
import {
  adminCodesEndpoints,
  adminNewsEndpoints,
  adminTicketsEndpoints,
  adminMonitoringEndpoints,
} from '@quantalgo/contracts/console/endpoints';
import { countdownEndpoints } from '@quantalgo/contracts/countdown/endpoints';
import type { AdminProblem } from '@quantalgo/contracts/problems/problem';
import { ticketsEndpoints } from '@quantalgo/contracts/tickets/endpoints';
import { type Ticket, ticketSchema, type TicketState } from '@quantalgo/contracts/tickets/ticket';
import { useState } from 'react';
import { type Request, useRequest } from '../core/useRequest';
import { createCsvFile } from '../core/saveFile';
import { call } from '../auth/call';
import { ApiError, toFailureText } from '../core/errors';
import { runAsStaff, createStaffCache, useAutoRefresh } from './queries';

/** `by`: actor, `userId`: affected member (id or email address); null for everybody. */
export interface AuditFilter {
  readonly by: string | null;
  readonly userId: string | null;
}

const toAuditBody = ({ by, userId }: AuditFilter, after: string | null) => ({
  ...(by === null ? {} : { by }),
  ...(userId === null ? {} : { userId }),
  ...(after === null ? {} : { after }),
});

const auditPages = createStaffCache<readonly AuditEntry[]>();

export function useAudit(
  filter: AuditFilter,
  after: string | null,
): Request<readonly AuditEntry[]> {
  const body = toAuditBody(filter, after);
  return useRequest(async () => (await call(adminMonitoringEndpoints.audit, { body })).data, {
    cache: auditPages,
    key: JSON.stringify(body),
    failure: toFailureText(adminMonitoringEndpoints.audit),
  });
}

export const exportAudit = (filter: AuditFilter): Promise<File> =>
  runAsStaff(async () => {
    const parts: string[] = [];
    let after: string | null = null;
    do {
      const body = toAuditBody(filter, after);
      const { data } = await call(adminMonitoringEndpoints.exportAudit, { body });
      parts.push(data.csv);
      after = data.next;
    } while (after !== null);
    return createCsvFile('audit.csv', ...parts);
  });

const codeLists = createStaffCache<readonly AdminCode[]>();

export const useCodes = (): Request<readonly AdminCode[]> =>
  useAutoRefresh(
    useRequest(async () => (await call(adminCodesEndpoints.adminCodes, {})).data, {
      cache: codeLists,
      key: 'newest',
      failure: toFailureText(adminCodesEndpoints.adminCodes),
    }),
  );

/** The server returns a code only once. The member's previous code becomes invalid. */
export const issueCode = (
  userId: string,
  tier: Exclude<Tier, 'guest'>,
  mail: boolean,
): Promise<{ code: string; issued: AdminCode }> =>
  runAsStaff(
    async () => (await call(adminCodesEndpoints.issueCode, { body: { userId, tier, mail } })).data,
  );

/** Fails if a newer code was issued since. */
export const voidCode = ({ userId: id, issuedAt }: AdminCode): Promise<AdminCode> =>
  runAsStaff(
    async () =>
      (await call(adminCodesEndpoints.voidCode, { params: { id }, body: { issuedAt } })).data,
  );

const failedEmails = createStaffCache<readonly FailedEmail[]>();

export const useFailedEmails = (): Request<readonly FailedEmail[]> =>
  useRequest(async () => (await call(adminMonitoringEndpoints.failedEmails, {})).data, {
    cache: failedEmails,
    key: 'all',
    failure: toFailureText(adminMonitoringEndpoints.failedEmails),
  });

export const retryMail = (id: string): Promise<unknown> =>
  runAsStaff(() => call(adminMonitoringEndpoints.retryFailedEmail, { params: { id } }));

export const findProblem = (code: string): Promise<AdminProblem> =>
  runAsStaff(
    async () => (await call(adminMonitoringEndpoints.findProblem, { body: { code } })).data,
  );

const systemState = createStaffCache<SystemState>();

export const useSystem = (): Request<SystemState> =>
  useAutoRefresh(
    useRequest(async () => (await call(adminMonitoringEndpoints.system, {})).data, {
      cache: systemState,
      key: 'now',
      failure: toFailureText(adminMonitoringEndpoints.system),
    }),
  );

export const resetCountdown = (roundMs: number): Promise<unknown> =>
  runAsStaff(() => call(countdownEndpoints.resetCountdown, { body: { roundMs } }));

/**
 * Sends news to the members who subscribed to it.
 * @param key identifies the click, so that a retry counts only once
 */
export const sendNews = (body: News, key: string): Promise<unknown> =>
  runAsStaff(() => call(adminNewsEndpoints.sendNews, { body, idempotencyKey: key }));

const inbox = createStaffCache<readonly AdminTicket[]>();

/** @param before ISO 8601; null for the first page */
export function useTicketInbox(
  state: TicketState,
  before: string | null,
): Request<readonly AdminTicket[]> {
  const query = { state, ...(before === null ? {} : { before }) };
  return useAutoRefresh(
    useRequest(async () => (await call(adminTicketsEndpoints.adminTickets, { query })).data, {
      cache: inbox,
      key: JSON.stringify(query),
      failure: toFailureText(adminTicketsEndpoints.adminTickets),
    }),
  );
}

const openedTickets = createStaffCache<AdminTicket>();

/**
 * Stops refreshing a ticket that doesn't exist, so that its error is announced once.
 * @param id null fetches nothing
 */
export function useAdminTicket(id: string | null): Request<AdminTicket> {
  const [missingId, setMissingId] = useState<string | null>(null);
  const fetchTicket = async () => {
    try {
      return (await call(adminTicketsEndpoints.adminTicket, { params: { id: id ?? '' } })).data;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setMissingId(id);
      throw error;
    }
  };
  const request = useRequest(fetchTicket, {
    cache: openedTickets,
    key: id,
    failure: toFailureText(adminTicketsEndpoints.adminTicket),
  });
  return useAutoRefresh(request, id === null || missingId !== id);
}

const cannedAnswers = createStaffCache<readonly CannedAnswer[]>();

export const useCannedAnswers = (): Request<readonly CannedAnswer[]> =>
  useRequest(async () => (await call(adminTicketsEndpoints.cannedAnswers, {})).data, {
    cache: cannedAnswers,
    key: 'all',
    failure: toFailureText(adminTicketsEndpoints.cannedAnswers),
  });

export const saveCannedAnswer = (
  body: Omit<CannedAnswer, 'id'>,
  key: string,
): Promise<CannedAnswer> =>
  runAsStaff(
    async () =>
      (await call(adminTicketsEndpoints.saveCannedAnswer, { body, idempotencyKey: key })).data,
  );

export const deleteCannedAnswer = (id: string): Promise<unknown> =>
  runAsStaff(() => call(adminTicketsEndpoints.deleteCannedAnswer, { params: { id } }));

type SeenTicket = Pick<Ticket, 'id' | 'messages'>;

/** The ticket stays open if the member has written since it was displayed. */
export const answerTicket = (
  { id, messages }: SeenTicket,
  message: string,
  key: string,
): Promise<Ticket> =>
  runAsStaff(async () => {
    const request = { params: { id }, body: { message }, idempotencyKey: key };
    const version = messages.length;
    return (await call(ticketsEndpoints.replyToTicket, { ...request, version })).data;
  });

/** Refused, with the current ticket, if the member has written since it was displayed. */
export const closeTicket = ({ id, messages }: SeenTicket): Promise<Ticket> =>
  runAsStaff(async () => {
    const request = { params: { id }, version: messages.length };
    return (await call(ticketsEndpoints.closeTicket, request)).data;
  });

export const getCurrentTicket = (refusal: unknown): Ticket | null =>
  (refusal instanceof ApiError && ticketSchema.safeParse(refusal.data).data) || null;
