import * as z from 'zod/mini';
import { firestoreTime } from '../core/time';
import { heartbeatFields } from '../signals/heartbeat';
import { marketStateSchema } from '../market/market';
import { performanceCountersSchema } from './performance';

/** An audience's signals on one day: their number, and the sum of their marks, which doesn't depend on their order. */
const stockSchema = z.object({ count: z.number(), sum: z.number() });

export type Stock = z.infer<typeof stockSchema>;

/**
 * The stock by UTC day (`20261120`) and audience, for the newest slot's day and the day before. An audience that isn't
 * listed has no signals on that day.
 */
export const inventorySchema = z.record(z.string(), z.record(z.string(), stockSchema));

export type Inventory = z.infer<typeof inventorySchema>;

/** A field added to the heartbeat later: null if it is missing or this build can't read it. */
const laterPart = <S extends z.ZodMiniType>(schema: S) => z.catch(z.nullable(schema), null);

/**
 * `status/heartbeat`: the state of the newest slot, even if it has no signal for the member, and the data that changes
 * with the signals, so that a member needs only one listener.
 */
export const heartbeatSchema = z.object({
  ...heartbeatFields,
  at: firestoreTime,
  /** When a closed market opens; null while it is open or if unknown, as in older documents. */
  opensAt: z._default(z.nullable(firestoreTime), null),
  /** A copy of `stats/performance`. */
  figures: laterPart(performanceCountersSchema),
  /** Lets a device check that its store is whole for these days. */
  inventory: laterPart(inventorySchema),
  /** The market as it last was while open. */
  market: laterPart(marketStateSchema),
});

export type Heartbeat = z.infer<typeof heartbeatSchema>;
