import * as z from 'zod/mini';
import { bytesSchema } from '../outbox/item';
import type { MemberDatabase } from '../storage/database';

const pictureRowSchema = z.object({ id: z.string(), bytes: bytesSchema });

/** Pictures that a device keeps, those that it showed or took last: the others come from the server again. */
const PICTURES_KEPT = 60;

/** Keeps the bytes of a picture on this device, and lets go of the oldest beyond {@link PICTURES_KEPT}. */
export const storePicture = (
  { pictures }: MemberDatabase,
  id: string,
  bytes: ArrayBuffer,
): Promise<void> =>
  pictures.db.transaction('rw', pictures, async () => {
    await pictures.put({ id, bytes, at: Date.now() });
    const extra = await pictures.orderBy('at').reverse().offset(PICTURES_KEPT).primaryKeys();
    await pictures.bulkDelete(extra);
  });

/** The bytes of a picture on this device; null where they aren't here. */
export const readPicture = async (
  { pictures }: MemberDatabase,
  id: string,
): Promise<ArrayBuffer | null> =>
  pictureRowSchema.safeParse(await pictures.get(id)).data?.bytes ?? null;
