import * as z from 'zod/mini';
import { eraseRow, readRow } from '../core/rowStore';
import { SHARED_FILE_STORE } from '../core/workerProtocol';
import { currentUser } from '../auth/currentSession';
import { withOutbox } from './database';
import { bytesSchema } from './item';

const draftSchema = z.object({
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: bytesSchema,
});

/** The form in which a file was chosen. */
export type FileForm = 'drafts' | 'setupDrafts';

let lastChange: Promise<unknown> = Promise.resolve();

/** Runs changes in order of the calls, so that the last choice wins and deleted files don't return. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = lastChange.then(work);
  lastChange = mine.catch(() => undefined);
  return mine;
}

/**
 * Stores the file that a member chose and has not sent yet, across reloads; replaces the previous one. Stores nothing
 * if the member has signed out meanwhile.
 * @throws Error if it can't be read or stored
 */
export const storeDraftFile = (uid: string, file: File, form: FileForm = 'drafts'): Promise<void> =>
  inTurn(async () => {
    const { name, type } = file;
    const draft = draftSchema.parse({ uid, name, type, bytes: await file.arrayBuffer() });
    await withOutbox(async (database) => {
      if (currentUser()?.id === uid) await database[form].put(draft);
    });
  });

/** The file that a member chose and has not sent yet; null if there is none. */
export const draftFile = (uid: string, form: FileForm = 'drafts'): Promise<File | null> =>
  inTurn(async () => {
    const { data } = draftSchema.safeParse(await withOutbox((database) => database[form].get(uid)));
    return data ? new File([data.bytes], data.name, { type: data.type }) : null;
  });

/** Deletes the chosen file. */
export const forgetDraftFile = (uid: string, form: FileForm = 'drafts'): Promise<void> =>
  inTurn(() => withOutbox((database) => database[form].delete(uid)));

/** A shared picture is meant for use at once: one that isn't taken within this time (ms) expires. */
const SHARED_EXPIRES_MS = 60 * 60_000;

const sharedSchema = z.object({
  name: z.string(),
  type: z.string(),
  bytes: bytesSchema,
  sharedAt: z.number(),
});

/** The picture that another app shared and that isn't taken yet; null if there is none. Never rejects. */
export async function sharedFile(): Promise<File | null> {
  const row = await readRow(SHARED_FILE_STORE).catch(() => undefined);
  const { data } = sharedSchema.safeParse(row);
  if (!data || Date.now() - data.sharedAt > SHARED_EXPIRES_MS) return null;
  return new File([data.bytes], data.name, { type: data.type });
}

/** Deletes it, once it is stored elsewhere or turned out to be unusable. Never rejects. */
export async function forgetShared(): Promise<void> {
  await eraseRow(SHARED_FILE_STORE).catch(() => undefined);
}
