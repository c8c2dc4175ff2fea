import * as z from 'zod/mini';
import { tierSchema } from '../access/tiers';
import { accessEventSchema } from '../admin/accessEvent';
import { accessStateProblem } from '../admin/accessStates';
import { ADMIN_PAGE_SIZE, adminUserSchema, USER_FILTERS } from '../admin/users';
import { endpoint, NO_STORE } from '../api/endpoint';
import { isPrintable } from '../onboarding/printable';

const LIMIT = 'limit must be a whole number from 1 to 100';
const PAGE = 'page must be a whole number from 1';
const TIER = 'tier must be guest, starter or essential';
const NO_USER = 'There is no such user';

const wholeNumber = (rule: string, most: number) =>
  z.pipe(
    z.string(rule).check(z.regex(/^\d{1,7}$/, rule)),
    z.pipe(z.transform(Number), z.number().check(z.gte(1, rule), z.lte(most, rule))),
  );

const userId = z.string(NO_USER).check(z.regex(/^[\w-]{1,128}$/, NO_USER));
export const userParams = z.strictObject({ id: userId });

/** Why staff does something, for the audit. */
const reasonField = z
  .string('The reason must be a text')
  .check(
    z.trim(),
    z.maxLength(300, 'The reason must be at most 300 characters'),
    z.refine(isPrintable, 'The reason must not contain control characters'),
  );

/** A page of all users, newest first; or of a filter, where `after` and `before` name the row that it begins or ends at. */
export const adminUsersQuerySchema = z.strictObject({
  page: z._default(wholeNumber(PAGE, 1_000_000), 1),
  limit: z._default(wholeNumber(LIMIT, 100), ADMIN_PAGE_SIZE),
  filter: z.optional(z.enum(USER_FILTERS, `filter must be one of ${USER_FILTERS.join(', ')}`)),
  /** The beginning of an e-mail address, a full name or an admission code, in any case. */
  search: z.optional(
    z
      .string('search must be a text')
      .check(z.trim(), z.maxLength(254, 'search must be at most 254 characters')),
  ),
  after: z.optional(userId),
  before: z.optional(userId),
});
export type AdminUsersQuery = z.output<typeof adminUsersQuerySchema>;

const flag = (name: string) => z.boolean(`${name} must be true or false`);

export const accessBodySchema = z
  .strictObject({
    tier: z.enum(tierSchema.options, TIER),
    dashboardUnlocked: flag('dashboardUnlocked'),
    hasDeposited: flag('hasDeposited'),
    reason: z.optional(reasonField),
  })
  .check((context) => {
    const message = accessStateProblem(context.value);
    const { tier } = context.value;
    if (message !== null)
      context.issues.push({ code: 'custom', input: tier, message, path: ['tier'] });
  });

export const adminUsersEndpoints = {
  adminUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    caller: 'staff',
    summary:
      'A page of users, newest first, of a filter or of a search. A page of a filter that is neither its first nor its last is asked for by `after` or `before`',
    failure: 'Failed to fetch users',
    cache: NO_STORE,
    query: adminUsersQuerySchema,
    data: z.array(adminUserSchema),
  }),
  adminUser: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id',
    caller: 'staff',
    summary: 'One user with the changes of their access, newest first',
    failure: 'Failed to fetch the user',
    cache: NO_STORE,
    params: userParams,
    data: z.object({ user: adminUserSchema, history: z.array(accessEventSchema) }),
  }),
  changeUserAccess: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:id/access',
    caller: 'staff',
    idempotent: 'optional',
    versioned: true,
    summary:
      'Sets the access of a user. The state that they have already changes nothing. A stale version is answered 409 with the row as it is',
    failure: 'Failed to change the access',
    cache: NO_STORE,
    params: userParams,
    body: accessBodySchema,
    data: adminUserSchema,
  }),
} as const;
