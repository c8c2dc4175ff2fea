import * as z from 'zod/mini';
import { userSchema } from './member';

/** A row of the console's user list. */
export const adminUserSchema = z.object({
  ...userSchema.shape,
  /** False for a registration whose code hasn't been entered: nothing can be granted to it. */
  confirmed: z.boolean(),
  /** When the oldest proof was sent that staff have not decided (ISO); null if there is none. */
  proofWaitingSince: z.nullable(z.iso.datetime()),
});

export type AdminUser = z.infer<typeof adminUserSchema>;
