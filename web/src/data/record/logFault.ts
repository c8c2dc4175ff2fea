import { formatDate } from '@quantalgo/contracts/core/format';
import { UTC } from '@quantalgo/contracts/core/time';
import type { Sighting } from '@quantalgo/contracts/record/ledger/timeRules';
import * as z from 'zod/mini';
import { flagFault } from '../core/faultFlag';
import { HEADS_NAME } from '../database/databases';
import { changeRow, readRow } from '../database/plain';

const sightingSchema: z.ZodMiniType<Sighting> = z.object({ size: z.int(), at: z.number() });

const seenCheckpointSchema = z.object({
  note: z.string(),
  key: z.string(),
  /** Epoch ms. */
  seenAt: z.number(),
  /** When the ledger was last known to have exactly this many entries. */
  newest: sightingSchema,
  /** True if proven to record a live market; absent if nothing is proven. */
  isReal: z.exactOptional(z.boolean()),
});

export type SeenCheckpoint = z.infer<typeof seenCheckpointSchema>;

const faultSchema = z.object({
  fault: z.enum(['fork', 'rollback', 'other-key', 'other-log', 'back-dated', 'unproven']),
  before: seenCheckpointSchema,
  now: seenCheckpointSchema,
  entry: z.exactOptional(z.string()),
});

export type RecordedFault = z.infer<typeof faultSchema>;

/**
 * `fork`: the log no longer begins as it did. `rollback`: it became shorter. `other-key`,
 * `other-log`: its key or the whole log was replaced. `back-dated`: a new entry claims to be older
 * than the previous visit. `unproven`: an entry isn't proven.
 */
export type LogFault = RecordedFault['fault'];

const NEWEST_ROW = { database: HEADS_NAME, key: 'checkpoint' } as const;

const FAULT_ROW = { database: HEADS_NAME, key: 'fault of the log' } as const;

const parseSeen = (row: unknown): SeenCheckpoint | null =>
  seenCheckpointSchema.safeParse(row).data ?? null;

const parseFault = (row: unknown): RecordedFault | null => faultSchema.safeParse(row).data ?? null;

export const readCheckpoint = async () => parseSeen(await readRow(NEWEST_ROW));

export const updateCheckpoint = (choose: (stored: SeenCheckpoint | null) => SeenCheckpoint) =>
  changeRow(NEWEST_ROW, (row) => choose(parseSeen(row)));

export const readFault = async () => parseFault(await readRow(FAULT_ROW));

/** Doesn't overwrite a fault that another tab stored first. */
export async function storeFault(fault: RecordedFault): Promise<void> {
  await changeRow(FAULT_ROW, (row) => parseFault(row) ?? fault);
  flagFault();
}

const FAULT_SENTENCES: Readonly<Record<LogFault, (day: string) => string>> = {
  fork: (day) => `The public record no longer starts with the entries this device saw on ${day}.`,
  rollback: (day) => `The public record is shorter than when this device saw it on ${day}.`,
  'other-key': (day) => `The public record is signed with a different key than on ${day}.`,
  'back-dated': (day) =>
    `An entry in the public record claims to be older than what this device saw on ${day}.`,
  unproven: (day) =>
    `The public record can’t prove an entry it claims to have added since this device saw it on ${day}.`,
  'other-log': (day) => `The public record from ${day} was replaced by a different one.`,
};

export const formatFault = ({ fault, before }: RecordedFault): string =>
  FAULT_SENTENCES[fault](formatDate(before.seenAt, UTC));

const formatIsoTime = (at: number) => new Date(at).toISOString();

export function formatEvidence({ fault, before, now, entry }: RecordedFault): string {
  return [
    `Fault: ${fault}`,
    `Key: ${before.key}`,
    `Seen ${formatIsoTime(before.seenAt)}:\n\n${before.note}`,
    ...(entry === undefined
      ? []
      : [
          `${before.newest.size} entries at ${formatIsoTime(before.newest.at)}. The next one:\n\n${entry}`,
        ]),
    `Seen ${formatIsoTime(now.seenAt)}:\n\n${now.note}`,
  ].join('\n\n');
}
