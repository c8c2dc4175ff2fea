import * as z from 'zod/mini';
import { userSchema } from './member';

export const adminUserSchema = z.object({
  ...userSchema.shape,
  /** False until the confirmation code is entered. Unconfirmed accounts can't be granted access. */
  confirmed: z.boolean(),
  proofWaitingSince: z.nullable(z.iso.datetime()),
});

export type AdminUser = z.infer<typeof adminUserSchema>;
