import * as z from 'zod/mini';
import { slotIdSchema } from '../core/slots';

export const heartbeatStateSchema = z.enum(['published', 'missed', 'closed']);

export const heartbeatFields = { slot: slotIdSchema, state: heartbeatStateSchema };

export const servedHeartbeatSchema = z.object({
  ...heartbeatFields,
  opensAt: z.nullable(z.iso.datetime()),
  inventory: z.optional(z.unknown()),
  market: z.optional(z.unknown()),
});
