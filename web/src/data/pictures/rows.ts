import * as z from 'zod/mini';
import { bytesSchema } from '../outbox/item';
import type { StoredTable } from '../database/tables';

const pictureRowSchema = z.object({ id: z.string(), bytes: bytesSchema });

const MAX_PICTURES = 60;

export const storePicture = (
  pictures: StoredTable,
  id: string,
  bytes: ArrayBuffer,
): Promise<void> =>
  pictures.db.transaction('rw', pictures, async () => {
    await pictures.put({ id, bytes, at: Date.now() });
    const extra = await pictures.orderBy('at').reverse().offset(MAX_PICTURES).primaryKeys();
    await pictures.bulkDelete(extra);
  });

export const readPicture = async (pictures: StoredTable, id: string): Promise<ArrayBuffer | null> =>
  pictureRowSchema.safeParse(await pictures.get(id)).data?.bytes ?? null;
