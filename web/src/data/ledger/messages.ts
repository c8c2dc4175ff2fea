import * as z from 'zod/mini';
import { EXPORT_FORMATS } from './exportFormat';
import type { Outcome, Progress } from './outcome';

/** What the page asks of the worker. */
export const requestSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('verify'), fresh: z.boolean() }),
  z.object({ ask: z.literal('again') }),
  z.object({ ask: z.literal('export'), format: z.enum(EXPORT_FORMATS) }),
]);
export type Request = z.infer<typeof requestSchema>;

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** What the worker tells the page. Both are of one build: what is inside is as it was sent. */
export const replySchema = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('progress'), progress: z.custom<Progress>(isObject) }),
  z.object({ tell: z.literal('outcome'), outcome: z.custom<Outcome>(isObject) }),
  /** Nothing can be reached, and nothing is kept. */
  z.object({ tell: z.literal('unreachable') }),
  z.object({
    tell: z.literal('exported'),
    format: z.enum(EXPORT_FORMATS),
    file: z.instanceof(Blob),
  }),
  z.object({ tell: z.literal('not-exported') }),
]);
export type Reply = z.infer<typeof replySchema>;
