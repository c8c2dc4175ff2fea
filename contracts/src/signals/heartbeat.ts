import * as z from 'zod/mini';
import { slotIdSchema } from '../core/slotId';

/** `closed`: the market was closed. */
export const heartbeatStateSchema = z.enum(['published', 'missed', 'closed']);

export const heartbeatFields = { slot: slotIdSchema, state: heartbeatStateSchema };

export const servedHeartbeatSchema = z.object({
  ...heartbeatFields,
  opensAt: z.nullable(z.iso.datetime()),
  /** See `inventorySchema`; null or absent if unknown. */
  inventory: z.optional(z.unknown()),
  /** See `marketStateSchema`; null or absent if unknown. */
  market: z.optional(z.unknown()),
});
