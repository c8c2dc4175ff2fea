import * as z from 'zod/mini';
import type { Sighting } from '../ledger/timeRules';
import { SLOT_MS, slotId } from '../../core/slots';
import { slotIdSchema } from '../../core/slotId';

/**
 * The checkpoint at the end of a slot, and the RFC 3161 authorities that time-stamped its text ({@link checkpointText}).
 * Download the tokens to verify these claims.
 */
export const stampedCheckpointSchema = z.object({
  slot: slotIdSchema,
  ledgerId: z.string(),
  origin: z.string(),
  size: z.int().check(z.gte(0)),
  /** In base64. */
  root: z.base64(),
  stamps: z.array(z.object({ authority: z.string(), genTime: z.iso.datetime() })),
});

export type StampedCheckpoint = z.infer<typeof stampedCheckpointSchema>;

/** When the first of its authorities stamped a checkpoint (epoch ms). */
const stampedAt = ({ stamps }: StampedCheckpoint): number =>
  Math.min(...stamps.map(({ genTime }) => Date.parse(genTime)));

/** What a stamped checkpoint says about time. */
export const sightingOfCheckpoint = (stamped: StampedCheckpoint): Sighting => ({
  size: stamped.size,
  at: stampedAt(stamped),
});

/** A publication's place: the start of its slot (epoch ms) and its number. */
export interface Published {
  readonly slot: number;
  readonly seq: number;
}

/**
 * How many publications were stamped before their first entry: a checkpoint that has the publication was stamped within
 * its slot.
 */
export function stampedBeforeEntry(
  published: readonly Published[],
  stamped: readonly StampedCheckpoint[],
): number {
  const ofSlot = new Map(stamped.map((one) => [one.slot, one]));
  return published.filter(({ slot, seq }) => {
    const one = ofSlot.get(slotId(slot));
    return one !== undefined && one.size > seq && stampedAt(one) < slot + SLOT_MS;
  }).length;
}
