import * as z from 'zod/mini';
import { auditEntrySchema } from '../admin/audit';
import {
  adminCodeSchema,
  adminTicketSchema,
  cannedAnswerSchema,
  failedMailSchema,
} from '../admin/desk';
import { systemSchema } from '../admin/system';
import { endpoint, NO_STORE } from '../api/endpoint';
import { messageField, subjectField } from '../support/texts';
import { grantedTier } from './adminDecision';
import { userParams } from './adminUsers';

const documentParams = (missing: string) =>
  z.strictObject({ id: z.string(missing).check(z.regex(/^[\w-]{1,128}$/, missing)) });

const NO_ANSWER = 'There is no such answer';
const NOTHING = z.object({});
/** An id, or an e-mail address. */
const person = z.optional(
  z.string().check(z.trim(), z.maxLength(254, 'This is no id and no e-mail address')),
);

/** What the audit is narrowed to. */
const auditQuerySchema = z.strictObject({
  /** The member whom it concerns, by id or e-mail address. */
  userId: person,
  /** Whoever did it, likewise. */
  by: person,
  /** Id of the entry after which the page begins. */
  after: z.optional(z.string().check(z.regex(/^\w{1,64}$/, 'after must be the id of an entry'))),
});

export const adminCodesEndpoints = {
  adminCodes: endpoint({
    method: 'GET',
    path: '/api/admin/codes',
    caller: 'staff',
    summary: 'The fifty dashboard codes that were issued last, with their states',
    failure: 'Failed to fetch the codes',
    cache: NO_STORE,
    data: z.array(adminCodeSchema),
  }),
  issueCode: endpoint({
    method: 'POST',
    path: '/api/admin/codes',
    caller: 'staff',
    summary:
      'Issues a dashboard code, shown in this reply and never again, mailed where that is asked for. An earlier one of the member is void',
    failure: 'Failed to issue the code',
    cache: NO_STORE,
    body: z.strictObject({
      userId: userParams.shape.id,
      tier: grantedTier,
      mail: z._default(z.boolean('mail must be true or false'), false),
    }),
    data: z.object({ code: z.string(), issued: adminCodeSchema }),
  }),
  voidCode: endpoint({
    method: 'DELETE',
    path: '/api/admin/codes/:id',
    caller: 'staff',
    summary: 'Makes the open dashboard code of a member void',
    failure: 'Failed to void the code',
    cache: NO_STORE,
    params: userParams,
    data: adminCodeSchema,
  }),
} as const;

export const adminTicketsEndpoints = {
  adminTickets: endpoint({
    method: 'GET',
    path: '/api/admin/tickets',
    caller: 'staff',
    summary:
      'Tickets of a state, fifty at most: the most urgent first, among equals the one that waits longest. They are answered and closed as members do',
    failure: 'Failed to fetch the tickets',
    cache: NO_STORE,
    query: z.strictObject({
      state: z._default(
        z.enum(['open', 'answered', 'closed'], 'state must be open, answered or closed'),
        'open',
      ),
    }),
    data: z.array(adminTicketSchema),
  }),
  cannedAnswers: endpoint({
    method: 'GET',
    path: '/api/admin/canned-answers',
    caller: 'staff',
    summary: 'Texts that support answers often, by title',
    failure: 'Failed to fetch the answers',
    cache: NO_STORE,
    data: z.array(cannedAnswerSchema),
  }),
  saveCannedAnswer: endpoint({
    method: 'POST',
    path: '/api/admin/canned-answers',
    caller: 'staff',
    idempotent: true,
    summary: 'Keeps a text, whose id is the key of the call',
    failure: 'Failed to save the answer',
    cache: NO_STORE,
    body: z.strictObject({
      title: subjectField('Please enter a title'),
      text: messageField('Please enter a text'),
    }),
    data: cannedAnswerSchema,
  }),
  deleteCannedAnswer: endpoint({
    method: 'DELETE',
    path: '/api/admin/canned-answers/:id',
    caller: 'staff',
    summary: 'Forgets a text; one that is not there is forgotten already',
    failure: 'Failed to delete the answer',
    cache: NO_STORE,
    params: documentParams(NO_ANSWER),
    data: NOTHING,
  }),
} as const;

export const adminWatchEndpoints = {
  failedMails: endpoint({
    method: 'GET',
    path: '/api/admin/mails',
    caller: 'staff',
    summary: 'The fifty mails that were given up last',
    failure: 'Failed to fetch the mails',
    cache: NO_STORE,
    data: z.array(failedMailSchema),
  }),
  retryFailedMail: endpoint({
    method: 'POST',
    path: '/api/admin/mails/:id/retry',
    caller: 'staff',
    summary: 'Puts a mail that was given up back into the outbox',
    failure: 'Failed to retry the mail',
    cache: NO_STORE,
    params: documentParams('There is no such mail'),
    data: NOTHING,
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    caller: 'staff',
    summary: 'Who did what to whom, newest first, fifty at most',
    failure: 'Failed to fetch the audit',
    cache: NO_STORE,
    query: auditQuerySchema,
    data: z.array(auditEntrySchema),
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: '/api/admin/audit/export',
    caller: 'staff',
    summary: 'A page of the audit as CSV, a thousand entries; `next` asks for the page after',
    failure: 'Failed to export the audit',
    cache: NO_STORE,
    query: auditQuerySchema,
    data: z.object({ csv: z.string(), next: z.nullable(z.string()) }),
  }),
  system: endpoint({
    method: 'GET',
    path: '/api/admin/system',
    caller: 'staff',
    summary: 'What runs, and how well',
    failure: 'Failed to fetch the state of the system',
    cache: NO_STORE,
    data: systemSchema,
  }),
} as const;
