import * as z from 'zod/mini';
import type { Sighting } from '../ledger/timeRules';
import { SLOT_MS, slotId, slotIdSchema } from '../../core/slots';

/**
 * The checkpoint at the end of a slot, and the authorities (RFC 3161) that stamped its text.
 * Download the tokens to verify these claims.
 */
export const stampedCheckpointSchema = z.object({
  slot: slotIdSchema,
  ledgerId: z.string(),
  origin: z.string(),
  size: z.int().check(z.gte(0)),
  root: z.base64(),
  stamps: z
    .array(z.object({ authority: z.string(), genTime: z.iso.datetime() }))
    .check(z.minLength(1)),
});

export type StampedCheckpoint = z.infer<typeof stampedCheckpointSchema>;

const getStampTime = ({ stamps }: StampedCheckpoint): number =>
  Math.min(...stamps.map(({ genTime }) => Date.parse(genTime)));

export const toCheckpointSighting = (checkpoint: StampedCheckpoint): Sighting => ({
  size: checkpoint.size,
  at: getStampTime(checkpoint),
});

export interface PublishedSlot {
  readonly slot: number;
  readonly seq: number;
}

/** Counts publications in a checkpoint that was stamped before their slot ended. */
export function countStampedBeforeEntry(
  publishedSlots: readonly PublishedSlot[],
  checkpoints: readonly StampedCheckpoint[],
): number {
  const bySlot = new Map(checkpoints.map((checkpoint) => [checkpoint.slot, checkpoint]));
  return publishedSlots.filter(({ slot, seq }) => {
    const checkpoint = bySlot.get(slotId(slot));
    return (
      checkpoint !== undefined && checkpoint.size > seq && getStampTime(checkpoint) < slot + SLOT_MS
    );
  }).length;
}
