import * as z from 'zod/mini';
import { slotIdSchema } from '../core/slotId';

/** The state of a slot; `closed` means that the market was. */
export const heartbeatStateSchema = z.enum(['published', 'missed', 'closed']);

/** Fields common to the heartbeat's document and the API's reply. */
export const heartbeatFields = { slot: slotIdSchema, state: heartbeatStateSchema };

/** A heartbeat as the API returns it. */
export const servedHeartbeatSchema = z.object({
  ...heartbeatFields,
  opensAt: z.nullable(z.iso.datetime()),
  /** As `inventorySchema`; null or absent if unknown. */
  inventory: z.optional(z.unknown()),
  /** As `marketStateSchema`; null or absent if unknown. */
  market: z.optional(z.unknown()),
});
