import * as z from 'zod/mini';
import { firestoreTime } from '../time/wire';
import { slotIdSchema } from './signal';

/** `status/heartbeat`: what became of the newest slot, also where it brought a member no signal. */
export const heartbeatSchema = z.object({
  slot: slotIdSchema,
  state: z.enum(['published', 'missed', 'closed']),
  at: firestoreTime,
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** A stream that brought no heartbeat this long (ms) after a slot's start is taken for silent. */
export const HEARTBEAT_GRACE_MS = 15_000;
