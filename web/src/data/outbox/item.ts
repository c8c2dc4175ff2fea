import * as z from 'zod/mini';

/** `waiting` for its turn, `sending` right now, `sent` and counted by the server, `refused` by it for a reason. */
const stateSchema = z.enum(['waiting', 'sending', 'sent', 'refused']);

const proofSchema = z.object({ kind: z.literal('proof'), traderId: z.string() });

/** What a member wants done, as it lies in the outbox. */
export const outboxItemSchema = z.object({
  /** Made up here, kept through every retry: the server counts each once. */
  id: z.uuid(),
  uid: z.string(),
  content: z.discriminatedUnion('kind', [proofSchema]),
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
