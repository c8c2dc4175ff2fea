import * as z from 'zod/mini';
import { firestoreTimeSchema } from '../core/time';
import { heartbeatFields } from '../signals/heartbeat';
import { marketStateSchema } from '../market/market';
import { performanceCountersSchema } from './performance';

const checksumSchema = z.object({ count: z.number(), sum: z.number() });

export type Checksum = z.infer<typeof checksumSchema>;

/**
 * By UTC day (`20261120`) and audience, for the newest slot's day and the day before. Audiences
 * without signals on a day are omitted.
 */
export const inventorySchema = z.record(z.string(), z.record(z.string(), checksumSchema));

export type Inventory = z.infer<typeof inventorySchema>;

const createLenientField = <S extends z.ZodMiniType>(schema: S) =>
  z.catch(z.nullable(schema), null);

/**
 * Document `status/heartbeat`. Has all data that changes with signals, so that one listener is
 * enough.
 */
export const heartbeatSchema = z.object({
  ...heartbeatFields,
  at: firestoreTimeSchema,
  /** Null while the market is open. */
  opensAt: z.nullable(firestoreTimeSchema),
  figures: createLenientField(performanceCountersSchema),
  inventory: createLenientField(inventorySchema),
  market: createLenientField(marketStateSchema),
});

export type Heartbeat = z.infer<typeof heartbeatSchema>;
