import { accessPathSchema } from '@quantalgo/contracts/access/accessPath';
import { accountChangeSchema } from '@quantalgo/contracts/settings/settings';
import { ticketBodySchema } from '@quantalgo/contracts/tickets/ticket';
import * as z from 'zod/mini';

const stateSchema = z.enum(['waiting', 'sending', 'sent', 'refused']);

const proof = z.object({ kind: z.literal('proof'), traderId: z.string() });
const ticket = z.object({ kind: z.literal('ticket'), body: ticketBodySchema });
const reply = z.object({ kind: z.literal('reply'), ticketId: z.string(), message: z.string() });
const close = z.object({ kind: z.literal('close'), ticketId: z.string() });
/** `depositAmount`: dollars. */
const setup = z.object({
  kind: z.literal('setup'),
  brokerAccount: z.string(),
  depositAmount: z.number(),
  accessPath: accessPathSchema,
});
/** The picture's id is the item's. `slot`: the journal entry; null for a post's picture. */
const picture = z.object({ kind: z.literal('picture'), slot: z.nullable(z.string()) });
/** `change`: the body of the call, parsed where it is shown and sent. */
const bot = z.object({ kind: z.literal('bot'), botId: z.string(), change: z.unknown() });
const settings = z.object({ kind: z.literal('settings'), body: accountChangeSchema });

/**
 * Not parsed: the worker only passes entries on. `known`: sequence number of the last journal change that this
 * device had seen.
 */
const journal = z.object({
  kind: z.literal('journal'),
  writes: z.array(z.unknown()),
  known: z.int(),
});

/**
 * `write` is parsed where it is shown. `known`: sequence number of the last learning change that this device
 * had seen.
 */
const learning = z.object({ kind: z.literal('learning'), write: z.unknown(), known: z.int() });

const network = z.object({ kind: z.literal('network'), act: z.unknown() });

const chat = z.object({ kind: z.literal('chat'), act: z.unknown() });
const live = z.object({ kind: z.literal('live'), act: z.unknown() });

const outboxItemSchema = z.object({
  /** Created by the client and the same in every retry: the server counts each id once. */
  id: z.uuid(),
  uid: z.string(),
  content: z.discriminatedUnion('kind', [
    proof,
    ticket,
    reply,
    close,
    setup,
    picture,
    settings,
    bot,
    journal,
    learning,
    network,
    chat,
    live,
  ]),
  state: stateSchema,
  attempts: z.int(),
  /** Epoch ms, device clock. */
  nextAttemptAt: z.number(),
  reason: z.nullable(z.string()),
  createdAt: z.number(),
  /** Epoch ms; absent until the server has answered. */
  sentAt: z.optional(z.number()),
  /** Sequence numbers in the server's answer by id: the worker stores nothing else of it. */
  seqs: z.optional(z.record(z.string(), z.int())),
  /** Sequence number, because the device's clock may be set back. */
  seq: z.int(),
  /** Earliest time that the server allows (epoch ms, device clock): a returning network doesn't shorten it. */
  notBefore: z.number(),
  fault: z.nullable(z.string()),
  /** When the member last confirmed sending it (epoch ms). */
  confirmedAt: z.number(),
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;
export type OutboxContent = OutboxItem['content'];
export type OutboxKind = OutboxContent['kind'];

export interface TypedOutboxItem<K extends OutboxKind> extends OutboxItem {
  readonly content: Extract<OutboxContent, { kind: K }>;
}

export const isOfKind =
  <K extends OutboxKind>(kind: K) =>
  (item: OutboxItem): item is TypedOutboxItem<K> =>
    item.content.kind === kind;

const isBytes = (value: unknown) =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';

/** Bytes, because Blobs don't survive in every browser's IndexedDB. */
export const bytesSchema = z.custom<ArrayBuffer>(isBytes);

export const outboxFileSchema = z.object({
  id: z.string(),
  type: z.string(),
  bytes: bytesSchema,
});
export type OutboxFile = z.infer<typeof outboxFileSchema>;

export const isUnsent = ({ state }: OutboxItem): boolean =>
  state === 'waiting' || state === 'sending';

const STALE_AFTER_MS = 7 * 24 * 60 * 60_000;

export const isStale = (item: OutboxItem, now: number): boolean =>
  isUnsent(item) && now - Math.max(item.createdAt, item.confirmedAt) > STALE_AFTER_MS;

export const isFailing = ({ state, attempts }: OutboxItem): boolean =>
  state === 'waiting' && attempts > 0;

export interface OutboxContents {
  readonly items: readonly OutboxItem[];
  /** Ids of rows written by another version: they stay for a build that can read them. */
  readonly unreadable: readonly string[];
}

const ownerSchema = z.object({ id: z.string(), uid: z.string() });

export function readRows(rows: readonly unknown[]): OutboxContents {
  const items: OutboxItem[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    const item = outboxItemSchema.safeParse(row).data;
    const id = ownerSchema.safeParse(row).data?.id;
    if (item) items.push(item);
    else if (id !== undefined) unreadable.push(id);
  }
  items.sort((a, b) => a.seq - b.seq);
  return { items, unreadable };
}

const isWaiting = (row: unknown): boolean =>
  readRows([row]).items.some(({ state }) => state === 'waiting');

/**
 * Makes waiting items due at once, because the network is back and earlier failures no longer matter. Keeps
 * fields that only a newer build reads.
 */
export const makeDueNow = <Row>(rows: readonly Row[]): Row[] =>
  rows.map((row) => (isWaiting(row) ? { ...row, attempts: 0, nextAttemptAt: 0 } : row));
