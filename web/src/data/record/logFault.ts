import { dateText } from '@quantalgo/contracts/core/format';
import { UTC } from '@quantalgo/contracts/core/time';
import type { Sighting } from '@quantalgo/contracts/record/ledger/timeRules';
import * as z from 'zod/mini';
import { HEADS_NAME } from '../core/databases';
import { flagFault } from '../core/faultFlag';
import { withTable } from './heads';

const sightingSchema: z.ZodMiniType<Sighting> = z.object({ size: z.int(), at: z.number() });

const seenSchema = z.object({
  /** The signed note. */
  note: z.string(),
  /** The key that checks it, as the site named it at the first visit. */
  key: z.string(),
  /** Epoch ms. */
  seenAt: z.number(),
  /** When the ledger was last known to have this many entries and no more. */
  newest: sightingSchema,
  /** Whether it proved to be the record of a live market. Absent where it proved nothing. */
  isReal: z.exactOptional(z.boolean()),
});

/** A checkpoint of the log as this device saw it. */
export type SeenCheckpoint = z.infer<typeof seenSchema>;

const foundSchema = z.object({
  fault: z.enum(['fork', 'rollback', 'other-key', 'other-log', 'back-dated', 'unproven']),
  before: seenSchema,
  now: seenSchema,
  /** The entry in question, as the log has it. */
  entry: z.exactOptional(z.string()),
});

/** A log that did not only grow, with its evidence. */
export type FoundFault = z.infer<typeof foundSchema>;

/**
 * What is wrong with a log: it no longer begins as it did, it has become shorter, another key signs it, another log is
 * in its place, an entry claims to be older than the visit before, which didn't find it, or isn't proven by what the log
 * answers.
 */
export type LogFault = FoundFault['fault'];

/** Keys of the rows, which stand beside the heads that this device saw. */
const NEWEST = 'checkpoint';

const FAULT = 'fault of the log';

async function readRow<S extends z.ZodMiniType>(key: string, schema: S) {
  const row: unknown = await withTable(HEADS_NAME, 'readonly', (table) => table.get(key));
  return z.safeParse(schema, row).data ?? null;
}

/** Changes a row by what stands there, in one transaction: another tab may have written since this one read. */
async function changeRow<S extends z.ZodMiniType>(
  key: string,
  schema: S,
  change: (row: z.output<S> | null) => z.output<S>,
): Promise<void> {
  await withTable(HEADS_NAME, 'readwrite', (table) => {
    const reading = table.get(key);
    reading.addEventListener('success', () => {
      table.put(change(z.safeParse(schema, reading.result).data ?? null), key);
    });
    return reading;
  });
}

/** The newest checkpoint that this device saw; null before the first. */
export const readCheckpoint = () => readRow(NEWEST, seenSchema);

/** Replaces the stored checkpoint by what `choose` makes of it. */
export const updateCheckpoint = (choose: (stands: SeenCheckpoint | null) => SeenCheckpoint) =>
  changeRow(NEWEST, seenSchema, choose);

/** The fault that this device found, now or on an earlier visit; null if none. */
export const readFault = () => readRow(FAULT, foundSchema);

/** Stores a fault unless one is stored, and notifies all open pages, which show it from then on. */
export async function storeFault(found: FoundFault): Promise<void> {
  await changeRow(FAULT, foundSchema, (stands) => stands ?? found);
  flagFault();
}

const WORDS: Readonly<Record<LogFault, (day: string) => string>> = {
  fork: (day) => `The public record no longer begins as this device saw it on ${day}.`,
  rollback: (day) => `The public record is shorter than this device saw it on ${day}.`,
  'other-key': (day) => `The public record is signed with another key than on ${day}.`,
  'back-dated': (day) =>
    `An entry of the public record claims to be older than what this device saw on ${day}.`,
  unproven: (day) =>
    `The public record can’t prove what it says was added since this device saw it on ${day}.`,
  'other-log': (day) => `Another public record has replaced the one from ${day}.`,
};

/** What is wrong, in a sentence. */
export const faultSentence = ({ fault, before }: FoundFault): string =>
  WORDS[fault](dateText(before.seenAt, UTC));

const momentOf = (at: number) => new Date(at).toISOString();

/** The evidence of a fault, for anyone to check. */
export function evidenceText({ fault, before, now, entry }: FoundFault): string {
  return [
    `Fault: ${fault}`,
    `Key: ${before.key}`,
    `Seen ${momentOf(before.seenAt)}:\n\n${before.note}`,
    ...(entry === undefined
      ? []
      : [
          `${before.newest.size} entries at ${momentOf(before.newest.at)}. The next one:\n\n${entry}`,
        ]),
    `Seen ${momentOf(now.seenAt)}:\n\n${now.note}`,
  ].join('\n\n');
}
