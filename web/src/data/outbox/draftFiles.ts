import * as z from 'zod/mini';
import { eraseRow, readRow } from '../database/plain';
import { SHARED_FILE_ROW } from '../database/databases';
import { getCurrentUser } from '../auth/currentSession';
import { withOutbox } from './database';
import { bytesSchema } from './item';

const draftSchema = z.object({
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: bytesSchema,
});

export type FileForm = 'drafts' | 'setupDrafts';

let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Runs changes in call order, so that the last choice is stored and a late write can't restore a
 * deleted file.
 */
function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const result = lastChange.then(work);
  lastChange = result.catch(() => undefined);
  return result;
}

/**
 * Stores a chosen, unsent file, which survives reloads and replaces the previous one. Stores
 * nothing if the member has logged out in the meantime.
 * @throws Error if the file can't be read or stored
 */
export const storeDraftFile = (uid: string, file: File, form: FileForm = 'drafts'): Promise<void> =>
  enqueue(async () => {
    const { name, type } = file;
    const draft = draftSchema.parse({ uid, name, type, bytes: await file.arrayBuffer() });
    await withOutbox(async (database) => {
      if (getCurrentUser()?.id === uid) await database[form].put(draft);
    });
  });

export const readDraftFile = (uid: string, form: FileForm = 'drafts'): Promise<File | null> =>
  enqueue(async () => {
    const { data } = draftSchema.safeParse(await withOutbox((database) => database[form].get(uid)));
    return data ? new File([data.bytes], data.name, { type: data.type }) : null;
  });

export const deleteDraftFile = (uid: string, form: FileForm = 'drafts'): Promise<void> =>
  enqueue(() => withOutbox((database) => database[form].delete(uid)));

const SHARED_FILE_TTL_MS = 60 * 60_000;

const sharedSchema = z.object({
  name: z.string(),
  type: z.string(),
  bytes: bytesSchema,
  sharedAt: z.number(),
});

export async function readSharedFile(): Promise<File | null> {
  const row = await readRow(SHARED_FILE_ROW).catch(() => undefined);
  const { data } = sharedSchema.safeParse(row);
  if (!data || Date.now() - data.sharedAt > SHARED_FILE_TTL_MS) return null;
  return new File([data.bytes], data.name, { type: data.type });
}

export async function deleteSharedFile(): Promise<void> {
  await eraseRow(SHARED_FILE_ROW).catch(() => undefined);
}
