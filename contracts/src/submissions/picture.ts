import * as z from 'zod/mini';
import { buildProgressFields } from './submission';
import { isSlotId, slotIdSchema } from '../core/slots';
import { firestoreTimeSchema } from '../core/time';

export const picturePath = (uid: string, id: string): string => `pictures/${uid}/${id}`;

export const pictureIdSchema = z.uuid('The picture id must be a UUID');

export const pictureBodySchema = z.strictObject({
  pictureId: pictureIdSchema,
  slot: z.nullable(slotIdSchema.check(z.refine(isSlotId, 'slot must be a slot id'))),
});

/**
 * Document `pictures/{id}`. The inspection approves pictures without staff review, because only
 * people the member shares them with can see them.
 */
export const pictureDocumentSchema = z.object({
  uid: z.string(),
  slot: z.nullable(slotIdSchema),
  file: z.string(),
  ...buildProgressFields(firestoreTimeSchema),
});

export type PictureRecord = z.infer<typeof pictureDocumentSchema>;

/** `jpeg` is null if the picture isn't stored yet, was deleted or was refused. */
export const servedPictureSchema = z.object({
  jpeg: z.nullable(z.base64()),
  reason: z.nullable(z.string()),
});

export type ServedPicture = z.infer<typeof servedPictureSchema>;
