import { accessPathSchema, endpoints, ticketBodySchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';

/** `waiting` for its turn, `sending` right now, `sent` and counted by the server, `refused` by it for a reason. */
const stateSchema = z.enum(['waiting', 'sending', 'sent', 'refused']);

const proof = z.object({ kind: z.literal('proof'), traderId: z.string() });
/** A new ticket, whose id the item's becomes. */
const ticket = z.object({ kind: z.literal('ticket'), body: ticketBodySchema });
/** A message in a ticket that was opened before, perhaps by an item of this outbox. */
const reply = z.object({ kind: z.literal('reply'), ticketId: z.string(), message: z.string() });
const close = z.object({ kind: z.literal('close'), ticketId: z.string() });
/** A funded broker account, with its proof. `depositAmount` in dollars. */
const setup = z.object({
  kind: z.literal('setup'),
  brokerAccount: z.string(),
  depositAmount: z.number(),
  accessPath: accessPathSchema,
});
/** A change of name, notifications or time zone; what is not named stays. */
const settings = z.object({ kind: z.literal('settings'), body: endpoints.updateAccount.body });

/** What a member wants done, as it lies in the outbox. */
export const outboxItemSchema = z.object({
  /** Made up here, kept through every retry: the server counts each once. */
  id: z.uuid(),
  uid: z.string(),
  content: z.discriminatedUnion('kind', [proof, ticket, reply, close, setup, settings]),
  state: stateSchema,
  /** Tries that failed so far. */
  attempts: z.int(),
  /** Not before then (epoch ms, the device's clock). */
  nextAttemptAt: z.number(),
  /** Why the server refused it, in words for the screen. */
  reason: z.nullable(z.string()),
  createdAt: z.number(),
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;
export type OutboxContent = OutboxItem['content'];
export type OutboxKind = OutboxContent['kind'];

/** An item of one kind. */
export interface ItemOf<K extends OutboxKind> extends OutboxItem {
  readonly content: Extract<OutboxContent, { kind: K }>;
}

/** Tells the items of a kind from all others. */
export const isOfKind =
  <K extends OutboxKind>(kind: K) =>
  (item: OutboxItem): item is ItemOf<K> =>
    item.content.kind === kind;

const isBytes = (value: unknown) =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';

/** What a file holds: bytes, as Blobs don't survive every browser's IndexedDB. */
export const bytesSchema = z.custom<ArrayBuffer>(isBytes);

/** A file that goes with an item. */
export const outboxFileSchema = z.object({
  id: z.string(),
  type: z.string(),
  bytes: bytesSchema,
});
export type OutboxFile = z.infer<typeof outboxFileSchema>;

/** True for an item that the server has not answered for good. */
export const isUnsent = ({ state }: OutboxItem): boolean =>
  state === 'waiting' || state === 'sending';

/** True for an item that waits because tries found no way to the server. */
export const isFailing = ({ state, attempts }: OutboxItem): boolean =>
  state === 'waiting' && attempts > 0;
