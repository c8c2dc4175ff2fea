import * as z from 'zod/mini';
import { progressOf } from './submission';
import { isSlotId } from '../core/slots';
import { firestoreTime } from '../core/time';
import { slotIdSchema } from '../core/slotId';

/** Path of an accepted picture in the file store, which the server alone reads. */
export const picturePath = (uid: string, id: string): string => `pictures/${uid}/${id}`;

export const pictureIdSchema = /* @__PURE__ */ z.uuid('A picture is named by its id');

/** The request after a picture was uploaded. */
export const pictureBodySchema = /* @__PURE__ */ z.strictObject({
  pictureId: pictureIdSchema,
  /** The slot of the journal's entry that it belongs to; null for one of a post. */
  slot: z.nullable(slotIdSchema.check(z.refine(isSlotId, 'slot must be the id of a slot'))),
});

/**
 * `pictures/{id}` as Firestore holds it. A picture that passes the inspection is `approved` without staff, as only those
 * see it whom its member wants to.
 */
export const pictureDocumentSchema = /* @__PURE__ */ z.object({
  uid: z.string(),
  slot: z.nullable(slotIdSchema),
  /** Path of the redrawn picture in the file store. */
  file: z.string(),
  ...progressOf(firestoreTime),
});

export type PictureRecord = z.infer<typeof pictureDocumentSchema>;

/** A picture as the API returns it; without one where it isn't stored: not yet, not any more, or refused. */
export const servedPictureSchema = /* @__PURE__ */ z.object({
  /** The bytes of a JPEG in base64; null where there is none. */
  jpeg: z.nullable(z.base64()),
  /** Why it was refused, in a sentence; null where it was not. */
  reason: z.nullable(z.string()),
});

export type ServedPicture = z.infer<typeof servedPictureSchema>;
