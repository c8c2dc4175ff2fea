import * as z from 'zod/mini';
import { memberFiguresSchema } from './memberWeeks';
import { validateAccessState, tierSchema } from '../access/access';
import {
  ADMIN_PAGE_SIZE,
  adminCodeSchema,
  adminTicketSchema,
  auditEntrySchema,
  cannedAnswerSchema,
  failedEmailSchema,
  newsSchema,
  systemSchema,
  USER_FILTERS,
} from './console';
import { endpoint, NO_STORE } from '../core/endpoint';
import { adminProblemSchema, problemCodeSchema } from '../problems/problem';
import { NO_TICKET } from '../tickets/endpoints';
import { messageField, subjectField } from '../tickets/ticket';
import { timeField } from '../core/time';
import { isPrintable, createIdPattern } from '../core/validation';
import { cleanLine } from '../core/visibleText';
import { grantableTierSchema } from '../submissions/reviewEndpoints';
import { accessEventSchema } from '../access/accessEvent';
import { adminUserSchema } from '../account/adminUser';

const LIMIT_RULE = 'limit must be a whole number from 1 to 100';

const PAGE_RULE = 'page must be a positive whole number';

const TIER_RULE = 'tier must be guest, starter or essential';

export const NO_USER = 'User not found';
export const NO_EMAIL = 'Email not found';

const createIntegerField = (rule: string, max: number) =>
  z.pipe(
    z.string(rule).check(z.regex(/^\d{1,7}$/, rule)),
    z.pipe(z.transform(Number), z.number().check(z.gte(1, rule), z.lte(max, rule))),
  );

const userIdSchema = z.string(NO_USER).check(z.regex(createIdPattern(128), NO_USER));

const userParams = z.strictObject({ id: userIdSchema });

const reasonSchema = z
  .string('The reason must be text')
  .check(
    z.overwrite(cleanLine),
    z.maxLength(300, 'The reason must be at most 300 characters'),
    z.refine(isPrintable, 'The reason must not contain control characters'),
  );

const adminUsersQuerySchema = z.strictObject({
  page: z._default(createIntegerField(PAGE_RULE, 1_000_000), 1),
  limit: z._default(createIntegerField(LIMIT_RULE, 100), ADMIN_PAGE_SIZE),
  filter: z.optional(z.enum(USER_FILTERS, `filter must be one of ${USER_FILTERS.join(', ')}`)),
  after: z.optional(userIdSchema),
  before: z.optional(userIdSchema),
});

/** Searches are sent in the body because logs store URLs and the text may be an email address. */
const searchBodySchema = z.strictObject({
  search: z
    .string('search must be text')
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, 'search must not be empty'),
      z.maxLength(254, 'search must be at most 254 characters'),
    ),
});

const createFlagField = (name: string) => z.boolean(`${name} must be true or false`);

export const accessBodySchema = z
  .strictObject({
    tier: z.enum(tierSchema.options, TIER_RULE),
    dashboardUnlocked: createFlagField('dashboardUnlocked'),
    hasDeposited: createFlagField('hasDeposited'),
    reason: z.optional(reasonSchema),
  })
  .check((context) => {
    const message = validateAccessState(context.value);
    const { tier } = context.value;
    if (message !== null)
      context.issues.push({ code: 'custom', input: tier, message, path: ['tier'] });
  });

export const adminUsersEndpoints = {
  /**
   * A page of users, newest first, optionally filtered. With a filter, pages between the first and
   * the last need `after` or `before`.
   */
  adminUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    caller: 'staff',
    failure: 'Failed to fetch users',
    cache: NO_STORE,
    query: adminUsersQuerySchema,
    data: z.array(adminUserSchema),
  }),
  /**
   * Users whose email address, full name or admission code starts with the text, or whose proof or
   * setup names it as the account. Up to 18 of each, newest first; `hasMore` if others match too.
   */
  searchUsers: endpoint({
    method: 'POST',
    path: '/api/admin/users/search',
    caller: 'staff',
    failure: 'Failed to fetch users',
    cache: NO_STORE,
    body: searchBodySchema,
    data: z.object({ users: z.array(adminUserSchema), hasMore: z.boolean() }),
  }),
  /** One user and the history of their access, newest first. */
  adminUser: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id',
    caller: 'staff',
    failure: 'Failed to fetch the user',
    cache: NO_STORE,
    params: userParams,
    data: z.object({ user: adminUserSchema, history: z.array(accessEventSchema) }),
  }),
  /**
   * Sets a user’s access. A lower tier voids their open dashboard code. 409 with the current user
   * if the version is stale.
   */
  changeUserAccess: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:id/access',
    caller: 'staff',
    secondFactor: 'fresh',
    idempotent: 'optional',
    versioned: true,
    failure: 'Failed to change access',
    cache: NO_STORE,
    params: userParams,
    body: accessBodySchema,
    data: adminUserSchema,
  }),
} as const;

const createIdParams = (notFoundMessage: string) =>
  z.strictObject({
    id: z.string(notFoundMessage).check(z.regex(createIdPattern(128), notFoundMessage)),
  });

const NO_ANSWER = 'Answer not found';

const emptySchema = z.object({});

const personFilterSchema = z.optional(
  z.string().check(z.trim(), z.maxLength(254, 'This is neither an id nor an email address')),
);

const auditBodySchema = z.strictObject({
  userId: personFilterSchema,
  by: personFilterSchema,
  after: z.optional(
    z.string().check(z.regex(createIdPattern(64), 'after must be the id of an entry')),
  ),
});

export const adminCodesEndpoints = {
  /** The fifty newest dashboard codes with their states. */
  adminCodes: endpoint({
    method: 'GET',
    path: '/api/admin/codes',
    caller: 'staff',
    failure: 'Failed to fetch the codes',
    cache: NO_STORE,
    data: z.array(adminCodeSchema),
  }),
  /**
   * Issues a dashboard code, returns it once and emails it on request. Voids the member’s earlier
   * code.
   */
  issueCode: endpoint({
    method: 'POST',
    path: '/api/admin/codes',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to issue the code',
    cache: NO_STORE,
    body: z.strictObject({
      userId: userParams.shape.id,
      tier: grantableTierSchema,
      mail: z._default(z.boolean('mail must be true or false'), false),
    }),
    data: z.object({ code: z.string(), issued: adminCodeSchema }),
  }),
  /** Voids a member’s open dashboard code. 409 if it isn’t the one issued at `issuedAt`. */
  voidCode: endpoint({
    method: 'DELETE',
    path: '/api/admin/codes/:id',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to void the code',
    cache: NO_STORE,
    params: userParams,
    body: z.strictObject({
      issuedAt: z.optional(timeField('issuedAt must be an ISO 8601 time')),
    }),
    data: adminCodeSchema,
  }),
} as const;

export const adminNewsEndpoints = {
  /** Sends news to subscribed members’ devices, once per idempotency key. */
  sendNews: endpoint({
    method: 'POST',
    path: '/api/admin/news',
    caller: 'staff',
    secondFactor: 'fresh',
    idempotent: true,
    failure: 'Failed to send the news',
    cache: NO_STORE,
    body: newsSchema,
    data: emptySchema,
  }),
} as const;

export const adminTicketsEndpoints = {
  /**
   * Up to fifty tickets in a state. Open ones: the most urgent first, then the oldest. Answered and
   * closed ones: the last changed first, and only those changed before `before`. Reply and close
   * through the members’ endpoints.
   */
  adminTickets: endpoint({
    method: 'GET',
    path: '/api/admin/tickets',
    caller: 'staff',
    failure: 'Failed to fetch the tickets',
    cache: NO_STORE,
    query: z.strictObject({
      state: z._default(
        z.enum(['open', 'answered', 'closed'], 'state must be open, answered or closed'),
        'open',
      ),
      before: z.optional(timeField('before must be an ISO 8601 time')),
    }),
    data: z.array(adminTicketSchema),
  }),
  /** A ticket in any state. */
  adminTicket: endpoint({
    method: 'GET',
    path: '/api/admin/tickets/:id',
    caller: 'staff',
    failure: 'Failed to fetch the ticket',
    cache: NO_STORE,
    params: z.strictObject({ id: z.uuid(NO_TICKET) }),
    data: adminTicketSchema,
  }),
  /** Saved answers, by title. */
  cannedAnswers: endpoint({
    method: 'GET',
    path: '/api/admin/canned-answers',
    caller: 'staff',
    failure: 'Failed to fetch the answers',
    cache: NO_STORE,
    data: z.array(cannedAnswerSchema),
  }),
  /** Stores an answer. The idempotency key becomes the new answer’s id. */
  saveCannedAnswer: endpoint({
    method: 'POST',
    path: '/api/admin/canned-answers',
    caller: 'staff',
    idempotent: true,
    failure: 'Failed to save the answer',
    cache: NO_STORE,
    body: z.strictObject({
      title: subjectField('Please enter a title'),
      text: messageField('Please enter the text'),
    }),
    data: cannedAnswerSchema,
  }),
  /** Deletes an answer; no error if it is missing. */
  deleteCannedAnswer: endpoint({
    method: 'DELETE',
    path: '/api/admin/canned-answers/:id',
    caller: 'staff',
    failure: 'Failed to delete the answer',
    cache: NO_STORE,
    params: createIdParams(NO_ANSWER),
    data: emptySchema,
  }),
} as const;

export const adminMonitoringEndpoints = {
  /** The fifty newest undeliverable emails. */
  failedEmails: endpoint({
    method: 'GET',
    path: '/api/admin/mails',
    caller: 'staff',
    failure: 'Failed to fetch the emails',
    cache: NO_STORE,
    data: z.array(failedEmailSchema),
  }),
  /** Queues an undeliverable email again. */
  retryFailedEmail: endpoint({
    method: 'POST',
    path: '/api/admin/mails/:id/retry',
    caller: 'staff',
    failure: 'Failed to retry the email',
    cache: NO_STORE,
    params: createIdParams(NO_EMAIL),
    data: emptySchema,
  }),
  /** Audit entries, newest first, up to fifty. */
  audit: endpoint({
    method: 'POST',
    path: '/api/admin/audit/search',
    caller: 'staff',
    failure: 'Failed to fetch the audit log',
    cache: NO_STORE,
    body: auditBodySchema,
    data: z.array(auditEntrySchema),
  }),
  /** A page of a thousand audit entries as CSV; `next` is the cursor of the following page. */
  exportAudit: endpoint({
    method: 'POST',
    path: '/api/admin/audit/export',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to export the audit log',
    cache: NO_STORE,
    body: auditBodySchema,
    data: z.object({ csv: z.string(), next: z.nullable(z.string()) }),
  }),
  /** A device’s problem report by its code. */
  findProblem: endpoint({
    method: 'POST',
    path: '/api/admin/problems/search',
    caller: 'staff',
    failure: 'Failed to look up the problem report',
    cache: NO_STORE,
    body: z.strictObject({ code: problemCodeSchema }),
    data: adminProblemSchema,
  }),
  /** Heartbeat, market, ledger, delays and disabled features. */
  system: endpoint({
    method: 'GET',
    path: '/api/admin/system',
    caller: 'staff',
    failure: 'Failed to fetch the system status',
    cache: NO_STORE,
    data: systemSchema,
  }),
} as const;

export const memberWeeksEndpoints = {
  /** Weekly counts of members at each step from sign-up to activity. */
  memberWeeks: endpoint({
    method: 'GET',
    path: '/api/admin/member-weeks',
    caller: 'staff',
    failure: 'Failed to fetch the figures',
    cache: NO_STORE,
    data: memberFiguresSchema,
  }),
  /** Counts a visit to the sign-up page without storing anything about the visitor. */
  countSignUpVisit: endpoint({
    method: 'POST',
    path: '/api/sign-up-openings',
    caller: 'public',
    failure: 'Failed to count the visit',
    cache: NO_STORE,
    data: z.null(),
  }),
} as const;
