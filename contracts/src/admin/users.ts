import * as z from 'zod/mini';
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
