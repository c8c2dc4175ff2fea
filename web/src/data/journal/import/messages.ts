import { journalWriteSchema } from '@quantalgo/contracts/journal/entry';
import * as z from 'zod/mini';
import { mappingSchema } from './columns';

export const rememberedChoicesSchema = z.object({
  header: z.string(),
  mapping: mappingSchema,
  dayOrder: z.nullable(z.enum(['dmy', 'mdy'])),
  zone: z.string(),
});

export type RememberedChoices = z.infer<typeof rememberedChoicesSchema>;

export const choicesSchema = z.object({
  mapping: mappingSchema,
  dayOrder: z.nullable(z.enum(['dmy', 'mdy'])),
  pair: z.nullable(z.string()),
  zone: z.string(),
  repeats: z.enum(['once', 'each']),
  importsRemoved: z.boolean(),
  picks: z.record(z.string(), z.string()),
});

const openSchema = z.object({
  type: z.literal('open'),
  bytes: z.instanceof(Uint8Array),
  name: z.string(),
  remembered: z.array(rememberedChoicesSchema),
  choices: z.nullable(choicesSchema),
  digests: z.array(z.string()),
  since: z.number(),
  payouts: z.object({ payout: z.number(), pairPayouts: z.string() }),
  memberZones: z.array(z.string()),
});

export type OpenRequest = z.infer<typeof openSchema>;

export const requestSchema = z.discriminatedUnion('type', [
  /**
   * The member's entries as JSON, because text is cheap to pass to a worker. Sent before `open`.
   */
  z.object({ type: z.literal('add-entries'), entries: z.string() }),
  openSchema,
  z.object({ type: z.literal('preview'), choices: choicesSchema }),
  z.object({ type: z.literal('writes'), from: z.int() }),
  z.object({ type: z.literal('skipped-rows') }),
]);

export type ImportRequest = z.infer<typeof requestSchema>;

const ambiguousRowSchema = z.object({
  line: z.int(),
  candidates: z.array(z.object({ id: z.string(), level: z.int() })),
});

const badRowSchema = z.object({ line: z.int(), reason: z.string() });

const countedList = <T extends z.ZodMiniType>(item: T) =>
  z.object({ count: z.int(), first: z.array(item) });

const previewSchema = z.object({
  trades: z.int(),
  fits: z.int(),
  states: z.object({ new: z.int(), changed: z.int(), same: z.int() }),
  removed: z.int(),
  entries: countedList(
    z.object({
      id: z.string(),
      state: z.enum(['new', 'changed']),
      pair: z.nullable(z.string()),
      direction: z.nullable(z.enum(['CALL', 'PUT'])),
      stakes: z.array(z.object({ level: z.int(), stake: z.nullable(z.number()) })),
      cents: z.nullable(z.number()),
    }),
  ),
  outside: countedList(badRowSchema),
  older: z.int(),
  bad: countedList(badRowSchema),
  undecided: countedList(ambiguousRowSchema),
  picked: z.array(ambiguousRowSchema),
  others: z.int(),
  dayOrder: z.nullable(z.enum(['dmy', 'mdy', 'ambiguous'])),
  zones: z.array(z.object({ zone: z.string(), fits: z.int() })),
  needsPair: z.boolean(),
  withoutStake: z.int(),
  addedUp: countedList(z.int()),
  repeats: countedList(z.int()),
  unclearPrices: countedList(z.int()),
  shortened: countedList(z.int()),
});

export type Preview = z.infer<typeof previewSchema>;

export const replySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('opened'),
    sheets: z.array(z.string()),
    leftOut: z.array(z.string()),
    header: z.array(z.string()),
    choices: choicesSchema,
    preview: previewSchema,
  }),
  z.object({ type: z.literal('preview'), preview: previewSchema }),
  z.object({
    type: z.literal('writes'),
    writes: z.array(journalWriteSchema),
    next: z.nullable(z.int()),
  }),
  z.object({ type: z.literal('skipped-rows'), csv: z.string() }),
  z.object({ type: z.literal('entries-added') }),
  z.object({ type: z.literal('failed'), problem: z.string() }),
]);

export type ImportReply = z.infer<typeof replySchema>;
