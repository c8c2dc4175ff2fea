import * as z from 'zod/mini';
import { MAX_LEVELS } from '../signals/ladder';
import { payoutSchema } from '../signals/payout';
import { pictureIdSchema } from '../submissions/picture';
import { directionSchema } from '../signals/signal';
import { isSlotId, slotIdSchema } from '../core/slots';
import { firestoreTimeSchema, timeField } from '../core/time';
import { formatMoney } from '../core/format';
import { areLinesPrintable, isPrintable } from '../core/validation';
import { cleanLine, cleanText } from '../core/visibleText';
import { pairSchema } from '../market/pairs';

export const JOURNAL_STATUSES = ['taken', 'paper', 'skipped', 'removed'] as const;

export type JournalStatus = (typeof JOURNAL_STATUSES)[number];

/** `entries`: per member. `writes`: per call. `stake`: in cents. `conflictText`: as JSON. */
export const JOURNAL_LIMITS = {
  entries: 25_000,
  writes: 50,
  note: 1000,
  broker: 40,
  tags: 10,
  tag: 24,
  /** Exclusive. */
  price: 1e9,
  stake: 1e8,
  conflicts: 40,
  conflictText: 10_000,
} as const;

const STAKE_RULE = `Enter a stake from $0.01 to ${formatMoney(JOURNAL_LIMITS.stake / 100)}`;
const PRICE_RULE = 'Enter a price above zero and below a billion';
const LEVEL_RULE = `Enter a level from 0 to ${MAX_LEVELS - 1}`;
const ONCE_RULE = 'Each level can be entered only once';

const priceSchema = z.nullable(
  z.number(PRICE_RULE).check(z.gt(0, PRICE_RULE), z.lt(JOURNAL_LIMITS.price, PRICE_RULE)),
);

const tradeSchema = z.strictObject({
  level: z.int(LEVEL_RULE).check(z.gte(0, LEVEL_RULE), z.lte(MAX_LEVELS - 1, LEVEL_RULE)),
  stake: z.nullable(
    z.int(STAKE_RULE).check(z.gte(1, STAKE_RULE), z.lte(JOURNAL_LIMITS.stake, STAKE_RULE)),
  ),
  price: priceSchema,
  at: z.nullable(timeField('Enter a time like 2026-11-20T13:40:00.000Z')),
  close: priceSchema,
});

export type JournalTrade = z.infer<typeof tradeSchema>;

const hasRisingLevels = (trades: readonly Pick<JournalTrade, 'level'>[]) =>
  trades.every(({ level }, index) => level > (trades[index - 1]?.level ?? -1));

const createLineField = (maxLength: number, message: string) =>
  z
    .string(message)
    .check(z.overwrite(cleanLine), z.maxLength(maxLength, message), z.refine(isPrintable, message));

const NOTE_RULE = `A note can have at most ${JOURNAL_LIMITS.note} characters`;
const BROKER_RULE = `A broker’s name can have at most ${JOURNAL_LIMITS.broker} characters`;
const TAG_RULE = `A tag must have 1 to ${JOURNAL_LIMITS.tag} characters`;
const TAGS_RULE = `Enter at most ${JOURNAL_LIMITS.tags} different tags`;

const noteField = z
  .string(NOTE_RULE)
  .check(
    z.overwrite(cleanText),
    z.maxLength(JOURNAL_LIMITS.note, NOTE_RULE),
    z.refine(areLinesPrintable, 'A note must not contain control characters'),
  );

const FIELD_SCHEMAS = {
  status: z.nullable(z.enum(JOURNAL_STATUSES)),
  /** Copied from the signal, for readers who don't have it. */
  pair: z.nullable(pairSchema),
  direction: z.nullable(directionSchema),
  trades: z
    .array(tradeSchema)
    .check(z.maxLength(MAX_LEVELS, ONCE_RULE), z.refine(hasRisingLevels, ONCE_RULE)),
  broker: createLineField(JOURNAL_LIMITS.broker, BROKER_RULE),
  payout: z.nullable(payoutSchema),
  note: noteField,
  tags: z
    .array(createLineField(JOURNAL_LIMITS.tag, TAG_RULE).check(z.minLength(1, TAG_RULE)))
    .check(
      z.maxLength(JOURNAL_LIMITS.tags, TAGS_RULE),
      z.refine((tags) => new Set(tags).size === tags.length, TAGS_RULE),
    ),
  /** Uploaded separately, possibly later than the entry. */
  picture: z.nullable(pictureIdSchema),
};

export const journalFieldsSchema = z.strictObject(FIELD_SCHEMAS);

export type JournalFields = z.infer<typeof journalFieldsSchema>;

export type JournalField = keyof JournalFields;

export const EMPTY_FIELDS: JournalFields = {
  status: null,
  pair: null,
  direction: null,
  trades: [],
  broker: '',
  payout: null,
  note: '',
  tags: [],
  picture: null,
};

export const partialFieldsSchema = z.strictObject({
  status: z.exactOptional(FIELD_SCHEMAS.status),
  pair: z.exactOptional(FIELD_SCHEMAS.pair),
  direction: z.exactOptional(FIELD_SCHEMAS.direction),
  trades: z.exactOptional(FIELD_SCHEMAS.trades),
  broker: z.exactOptional(FIELD_SCHEMAS.broker),
  payout: z.exactOptional(FIELD_SCHEMAS.payout),
  note: z.exactOptional(FIELD_SCHEMAS.note),
  tags: z.exactOptional(FIELD_SCHEMAS.tags),
  picture: z.exactOptional(FIELD_SCHEMAS.picture),
});

export type PartialFields = z.infer<typeof partialFieldsSchema>;

const conflictsSchema = z.array(partialFieldsSchema);

export const journalWriteSchema = z.strictObject({
  id: slotIdSchema.check(z.refine(isSlotId, 'id must be a slot id')),
  change: partialFieldsSchema,
  /** The changed fields' values that the member saw. Omitted ones were empty. */
  saw: partialFieldsSchema,
  /** Conflicts that the member has resolved. One field per object. */
  settled: z._default(
    conflictsSchema.check(z.maxLength(JOURNAL_LIMITS.conflicts, 'Too many resolved values')),
    [],
  ),
});

export type JournalWrite = z.infer<typeof journalWriteSchema>;

const buildEntryFields = <T extends z.ZodMiniType>(time: T) => ({
  ...FIELD_SCHEMAS,
  /**
   * Conflicts: values that a device overwrote without having seen them. One field per object,
   * oldest first.
   */
  conflicts: conflictsSchema,
  /** Number of the last change among all changes of the member's journal, from 1. */
  seq: z.int().check(z.gte(1)),
  createdAt: time,
  updatedAt: time,
});

/** Document `journal/{uid_slot}`. */
export const journalDocumentSchema = z.object({
  uid: z.string(),
  slot: slotIdSchema,
  ...buildEntryFields(firestoreTimeSchema),
});

export type JournalRecord = z.infer<typeof journalDocumentSchema>;

export const journalEntrySchema = z.object({
  id: slotIdSchema,
  ...buildEntryFields(z.iso.datetime()),
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;

export function toJournalEntry({ uid: _owner, slot, ...entry }: JournalRecord): JournalEntry {
  const { createdAt, updatedAt } = entry;
  return {
    id: slot,
    ...entry,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
