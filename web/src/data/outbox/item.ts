import { accessPathSchema, accountChangeSchema } from '@quantalgo/contracts/account/member';
import { ticketBodySchema } from '@quantalgo/contracts/tickets/endpoints';
import * as z from 'zod/mini';

/** `waiting` for its turn, `sending` right now, `sent` and counted by the server, `refused` by it with a reason. */
const stateSchema = z.enum(['waiting', 'sending', 'sent', 'refused']);

const proof = z.object({ kind: z.literal('proof'), traderId: z.string() });
/** A new ticket, which gets the item's id. */
const ticket = z.object({ kind: z.literal('ticket'), body: ticketBodySchema });
/** A message in an existing ticket, which may be another item of this outbox. */
const reply = z.object({ kind: z.literal('reply'), ticketId: z.string(), message: z.string() });
const close = z.object({ kind: z.literal('close'), ticketId: z.string() });
/** A funded broker account with its proof. `depositAmount` in dollars. */
const setup = z.object({
  kind: z.literal('setup'),
  brokerAccount: z.string(),
  depositAmount: z.number(),
  accessPath: accessPathSchema,
});
/** A picture, whose id is the item's; `slot` of the journal's entry that it belongs to, null for one of a post. */
const picture = z.object({ kind: z.literal('picture'), slot: z.nullable(z.string()) });
/** A change of a paper bot, or its removal: `change` is the body of the call, parsed where it is shown and sent. */
const bot = z.object({ kind: z.literal('bot'), botId: z.string(), change: z.unknown() });
/** A change of settings; omitted fields remain. */
const settings = z.object({ kind: z.literal('settings'), body: accountChangeSchema });

/**
 * Entries of the journal, which the screens that show them parse: the worker only passes them on. `known`: the place of
 * the last change of the journal that this device had seen.
 */
const journal = z.object({
  kind: z.literal('journal'),
  writes: z.array(z.unknown()),
  known: z.int(),
});

/**
 * What a member did in a lesson, parsed where it is shown. `known`: how often their learning had changed when this device
 * last heard of it.
 */
const learning = z.object({ kind: z.literal('learning'), write: z.unknown(), known: z.int() });

/** An act in the Trader's Network, parsed where it is shown and by the server. */
const network = z.object({ kind: z.literal('network'), act: z.unknown() });

/** An act in the Essential Room's chat, parsed in the same places. */
const chat = z.object({ kind: z.literal('chat'), act: z.unknown() });
/** An act in a live session, parsed where it is shown and by the server. */
const live = z.object({ kind: z.literal('live'), act: z.unknown() });

/** A member's change, as stored in the outbox. */
const outboxItemSchema = z.object({
  /** Made by the client and the same in every retry: the server counts each id once. */
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
  /** Failed attempts so far. */
  attempts: z.int(),
  /** The earliest time of the next attempt (epoch ms, device clock). */
  nextAttemptAt: z.number(),
  /** Why the server refused it, as a message for the screen. */
  reason: z.nullable(z.string()),
  createdAt: z.number(),
  /** When the server's answer came (epoch ms); absent before. */
  sentAt: z.optional(z.number()),
  /** The places of the changes in the server's answer, by the ids of what changed: the worker stores nothing else of it. */
  seqs: z.optional(z.record(z.string(), z.int())),
  /** Sequence number, as the device's clock may be set back. */
  seq: z.int(),
  /** The earliest time that the server allows (epoch ms, device clock): a returning network doesn't shorten it. */
  notBefore: z.number(),
  /** The app's own error in the last attempt. */
  fault: z.nullable(z.string()),
  /** When the member last confirmed that it is still to be sent (epoch ms). */
  confirmedAt: z.number(),
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;
export type OutboxContent = OutboxItem['content'];
export type OutboxKind = OutboxContent['kind'];

/** An item of one kind. */
export interface ItemOf<K extends OutboxKind> extends OutboxItem {
  readonly content: Extract<OutboxContent, { kind: K }>;
}

/** A filter for items of a kind. */
export const isOfKind =
  <K extends OutboxKind>(kind: K) =>
  (item: OutboxItem): item is ItemOf<K> =>
    item.content.kind === kind;

const isBytes = (value: unknown) =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';

/** A file's content: bytes, as Blobs don't survive in every browser's IndexedDB. */
export const bytesSchema = z.custom<ArrayBuffer>(isBytes);

/** The file of an item. */
export const outboxFileSchema = z.object({
  id: z.string(),
  type: z.string(),
  bytes: bytesSchema,
});
export type OutboxFile = z.infer<typeof outboxFileSchema>;

/** True for an item without a final answer from the server. */
export const isUnsent = ({ state }: OutboxItem): boolean =>
  state === 'waiting' || state === 'sending';

/** Age (ms) after which an item may no longer be what the member wants. */
const STALE_MS = 7 * 24 * 60 * 60_000;

/** True for an unsent item so old that the member has to confirm it. */
export const isStale = (item: OutboxItem, now: number): boolean =>
  isUnsent(item) && now - Math.max(item.createdAt, item.confirmedAt) > STALE_MS;

/** True for a waiting item whose attempts did not reach the server. */
export const isFailing = ({ state, attempts }: OutboxItem): boolean =>
  state === 'waiting' && attempts > 0;

/** A member's rows in the outbox. */
export interface OutboxContents {
  /** In sending order. */
  readonly items: readonly OutboxItem[];
  /** Ids of rows that another version wrote and this one can't read: they stay for a build that can. */
  readonly unreadable: readonly string[];
}

const ownedSchema = z.object({ id: z.string(), uid: z.string() });

/** Reads rows of the outbox; items in sending order. */
export function readRows(rows: readonly unknown[]): OutboxContents {
  const items: OutboxItem[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    const item = outboxItemSchema.safeParse(row).data;
    const id = ownedSchema.safeParse(row).data?.id;
    if (item) items.push(item);
    else if (id !== undefined) unreadable.push(id);
  }
  items.sort((a, b) => a.seq - b.seq);
  return { items, unreadable };
}
