import * as z from 'zod/mini';
import { pairSchema } from '../signals/pairs';
import { AUDIENCES } from '../signals/plan';
import { directionSchema, probabilitySchema, slotIdSchema, type Signal } from '../signals/signal';
import { sourceSchema } from '../signals/source';
import { canonicalJson } from './canonical';

/** What a publication commits to: everything that was said before the outcome was known. */
export const sealedSignalSchema = z.object({
  id: slotIdSchema,
  pair: pairSchema,
  direction: directionSchema,
  strategy: z.string(),
  audience: z.enum(AUDIENCES),
  entryPrice: z.number(),
  worstPrice: z.number(),
  confidence: probabilitySchema,
  firstEntry: probabilitySchema,
  calibration: z.string(),
  source: sourceSchema,
});
export type SealedSignal = z.infer<typeof sealedSignalSchema>;

/** The part of a signal that is sealed. */
export const sealedPart = (signal: Signal): SealedSignal => sealedSignalSchema.parse(signal);

/** The text whose SHA-256 is the commitment to a signal: canonical JSON of salt and signal. */
export const commitmentText = (signal: SealedSignal, salt: string): string =>
  canonicalJson({ salt, signal });
