import * as z from 'zod/mini';
import { accessEventSchema } from './accessEvent';
import { brokerAccountRowSchema } from './brokerAccount';
import { adminUserSchema } from './users';

/** What staff knows of the member whose case they decide. */
export const memberOfCase = z.object({
  user: adminUserSchema,
  /** Changes of the member's access, newest first. */
  history: z.array(accessEventSchema),
  /** Null where the broker's list that was imported last does not name their account. */
  broker: z.nullable(brokerAccountRowSchema),
});
