import * as z from 'zod/mini';
import { bytesSchema } from '../outbox/item';
import type { StoredTable } from '../storage/digests';

const pictureRowSchema = z.object({ id: z.string(), bytes: bytesSchema });

/** Pictures that a table keeps, those that it showed or took last: the others come from the server again. */
const PICTURES_KEPT = 60;

/** Keeps the bytes of a picture in a table of this device, and lets go of the oldest beyond {@link PICTURES_KEPT}. */
export const storePicture = (
  pictures: StoredTable,
  id: string,
  bytes: ArrayBuffer,
): Promise<void> =>
  pictures.db.transaction('rw', pictures, async () => {
    await pictures.put({ id, bytes, at: Date.now() });
    const extra = await pictures.orderBy('at').reverse().offset(PICTURES_KEPT).primaryKeys();
    await pictures.bulkDelete(extra);
  });

/** The bytes of a picture in a table of this device; null where they aren't here. */
export const readPicture = async (pictures: StoredTable, id: string): Promise<ArrayBuffer | null> =>
  pictureRowSchema.safeParse(await pictures.get(id)).data?.bytes ?? null;
