import * as z from 'zod/mini';
import { tierSchema } from '../access/tiers';
import { userSchema } from '../users/user';

/** Rows of a page of the console, unless told otherwise. */
export const ADMIN_PAGE_SIZE = 50;

/** Lists of users beside the one of all: by tier, with a proof that waits, and without a confirmed address. */
export const USER_FILTERS = ['guest', 'starter', 'essential', 'pending', 'unconfirmed'] as const;
export type UserFilter = (typeof USER_FILTERS)[number];

/** A row of the console. */
export const adminUserSchema = z.object({
  ...userSchema.shape,
  /** False for a registration whose code nobody has entered: nothing can be granted to it. */
  confirmed: z.boolean(),
  /** Since when the oldest proof waits for staff (ISO); null where none does. */
  proofWaitingSince: z.nullable(z.iso.datetime()),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

const accessSchema = z.object({
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  hasDeposited: z.boolean(),
  staff: z.boolean(),
  codeActivated: z.boolean(),
  accessVersion: z.int(),
});

/** A change of access as the audit keeps it. */
export const accessEventSchema = z.object({
  id: z.string(),
  /** Id of the member, or the pseudonym of one who was deleted. */
  userId: z.string(),
  /** Id of whoever caused it: of staff, the member's own, or `command line`. */
  by: z.string(),
  reason: z.string(),
  before: accessSchema,
  after: accessSchema,
  at: z.iso.datetime(),
});
export type AuditEvent = z.infer<typeof accessEventSchema>;
