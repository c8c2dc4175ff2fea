import * as z from 'zod/mini';
import { MAX_LEVELS } from '../signals/ladder';
import { payoutSchema } from '../signals/payout';
import { pictureIdSchema } from '../submissions/picture';
import { directionSchema } from '../signals/signal';
import { isSlotId } from '../core/slots';
import { firestoreTime, sentTime } from '../core/time';
import { moneyText } from '../core/format';
import { isPrintable } from '../core/validation';
import { pairSchema } from '../market/pairs';
import { slotIdSchema } from '../core/slotId';

/** What a member did with a signal; `removed` hides the entry, which can be brought back. */
export const JOURNAL_STATUSES = ['taken', 'paper', 'skipped', 'removed'] as const;

export type JournalStatus = (typeof JOURNAL_STATUSES)[number];

/** The most that a journal's texts and lists hold; `entries` of one member, `writes` in one call. */
export const JOURNAL_LIMITS = {
  entries: 25_000,
  writes: 50,
  note: 1000,
  broker: 40,
  tags: 10,
  tag: 24,
  stake: 1e8,
  besides: 40,
} as const;

const STAKE = `Enter a stake from $0.01 to ${/* @__PURE__ */ moneyText(JOURNAL_LIMITS.stake / 100)}`;
const PRICE = 'Enter a price above zero and below a billion';
const LEVEL = `Enter a level from 0 to ${MAX_LEVELS - 1}`;
const ONCE = 'Each level can be entered only once';

const price = z.nullable(z.number(PRICE).check(z.gt(0, PRICE), z.lt(1e9, PRICE)));

/** One trade at the broker: a level of the signal's ladder. Prices are the broker's, where the member entered them. */
const tradeSchema = z.strictObject({
  level: z.int(LEVEL).check(z.gte(0, LEVEL), z.lte(MAX_LEVELS - 1, LEVEL)),
  /** In cents; null while it isn't entered. */
  stake: z.nullable(z.int(STAKE).check(z.gte(1, STAKE), z.lte(JOURNAL_LIMITS.stake, STAKE))),
  /** The price at which the trade was opened. */
  price,
  /** When it was opened. */
  at: z.nullable(sentTime('Enter a time like 2026-11-20T13:40:00.000Z')),
  /** The price at which the broker closed it. */
  close: price,
});

export type JournalTrade = z.infer<typeof tradeSchema>;

const isRising = (trades: readonly Pick<JournalTrade, 'level'>[]) =>
  trades.every(({ level }, index) => level > (trades[index - 1]?.level ?? -1));

const line = (most: number, words: string) =>
  z.string(words).check(z.trim(), z.maxLength(most, words), z.refine(isPrintable, words));

const NOTE = `A note can have at most ${JOURNAL_LIMITS.note} characters`;
const BROKER = `A broker’s name can have at most ${JOURNAL_LIMITS.broker} characters`;
const TAG = `A tag must have 1 to ${JOURNAL_LIMITS.tag} characters`;
const TAGS = `Enter at most ${JOURNAL_LIMITS.tags} different tags`;

const noteField = z.string(NOTE).check(
  z.overwrite((text) => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').trim()),
  z.maxLength(JOURNAL_LIMITS.note, NOTE),
  z.refine((text) => text.split('\n').every(isPrintable), NOTE),
);

const FIELDS = {
  /** Null where only other fields were written so far. */
  status: z.nullable(z.enum(JOURNAL_STATUSES)),
  /** What the signal was, so that an entry can be read where its signal isn't. */
  pair: z.nullable(pairSchema),
  direction: z.nullable(directionSchema),
  /** Lowest level first. */
  trades: z.array(tradeSchema).check(z.maxLength(MAX_LEVELS, ONCE), z.refine(isRising, ONCE)),
  broker: line(JOURNAL_LIMITS.broker, BROKER),
  /** What the broker pays on a won stake, as a share; null while it isn't entered. */
  payout: z.nullable(payoutSchema),
  note: noteField,
  tags: z.array(line(JOURNAL_LIMITS.tag, TAG).check(z.minLength(1, TAG))).check(
    z.maxLength(JOURNAL_LIMITS.tags, TAGS),
    z.refine((tags) => new Set(tags).size === tags.length, TAGS),
  ),
  /** The id of its picture, which arrives on its own and may be later than the entry; null for none. */
  picture: z.nullable(pictureIdSchema),
};

/** What a member writes about a signal. */
export const journalFieldsSchema = /* @__PURE__ */ z.strictObject(FIELDS);

export type JournalFields = z.infer<typeof journalFieldsSchema>;

export type JournalField = keyof JournalFields;

/** An entry before anything is written. */
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

/** Some fields of an entry. */
export const someFieldsSchema = /* @__PURE__ */ z.strictObject({
  status: z.exactOptional(FIELDS.status),
  pair: z.exactOptional(FIELDS.pair),
  direction: z.exactOptional(FIELDS.direction),
  trades: z.exactOptional(FIELDS.trades),
  broker: z.exactOptional(FIELDS.broker),
  payout: z.exactOptional(FIELDS.payout),
  note: z.exactOptional(FIELDS.note),
  tags: z.exactOptional(FIELDS.tags),
  picture: z.exactOptional(FIELDS.picture),
});

export type SomeFields = z.infer<typeof someFieldsSchema>;

const conflictsSchema = z.array(someFieldsSchema);

/** A member's change of one entry. Fields that it doesn't name stay. */
export const journalWriteSchema = /* @__PURE__ */ z.strictObject({
  /** The signal's slot: a signal has one entry. */
  id: slotIdSchema.check(z.refine(isSlotId, 'id must be the id of a slot')),
  change: someFieldsSchema,
  /** The version that the member saw: the values of the changed fields; absent ones were empty. */
  saw: someFieldsSchema,
  /** Conflicting values that the member has resolved, to be removed from the entry. One field per object. */
  settled: z._default(
    conflictsSchema.check(z.maxLength(JOURNAL_LIMITS.besides, 'Too many resolved values')),
    [],
  ),
});

export type JournalWrite = z.infer<typeof journalWriteSchema>;

/** The shape of an entry wherever it is stored; `time` is the schema of its times. */
const entryOf = <T extends z.ZodMiniType>(time: T) => ({
  status: FIELDS.status,
  pair: z._default(FIELDS.pair, null),
  direction: z._default(FIELDS.direction, null),
  trades: z._default(FIELDS.trades, []),
  broker: z._default(FIELDS.broker, ''),
  payout: z._default(FIELDS.payout, null),
  note: z._default(FIELDS.note, ''),
  tags: z._default(FIELDS.tags, []),
  picture: z._default(FIELDS.picture, null),
  /** Conflicts: values that a later write from another device overwrote without having seen them. One field per object, oldest first. */
  besides: z._default(conflictsSchema, []),
  /** The place of the entry's last change among all changes of its member's journal, from 1. */
  seq: z.int().check(z.gte(1)),
  createdAt: time,
  updatedAt: time,
});

/** `journal/{uid_slot}` as Firestore holds it. */
export const journalDocumentSchema = /* @__PURE__ */ z.object({
  uid: z.string(),
  slot: slotIdSchema,
  ...entryOf(firestoreTime),
});

export type JournalRecord = z.infer<typeof journalDocumentSchema>;

/** An entry as the API returns it; `id` is the slot of its signal. */
export const journalEntrySchema = /* @__PURE__ */ z.object({
  id: slotIdSchema,
  ...entryOf(z.iso.datetime()),
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** The API's representation of an entry. */
export function toJournalEntry({ uid: _owner, slot, ...entry }: JournalRecord): JournalEntry {
  const { createdAt, updatedAt } = entry;
  return {
    id: slot,
    ...entry,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
