import * as z from 'zod/mini';
import { currentUser } from '../session/store';
import { withOutbox } from './database';
import { bytesSchema } from './item';

const draftSchema = z.object({
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: bytesSchema,
});

/** The form that a file was chosen in. */
export type FileForm = 'drafts' | 'setupDrafts';

let last: Promise<unknown> = Promise.resolve();

/** One after the other, as they were asked for: what is chosen last stays, and what is forgotten does not come back. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

/**
 * Keeps the file that a member chose and has not sent yet, in place of the one before, through reloads. Of one who signed
 * out meanwhile nothing is kept.
 * @throws Error when it can't be read or stored
 */
export const keepDraftFile = (uid: string, file: File, form: FileForm = 'drafts'): Promise<void> =>
  inTurn(async () => {
    const { name, type } = file;
    const draft = draftSchema.parse({ uid, name, type, bytes: await file.arrayBuffer() });
    await withOutbox(async (database) => {
      if (currentUser()?.id === uid) await database[form].put(draft);
    });
  });

/** The file that a member chose and has not sent yet; null where there is none. */
export const draftFile = (uid: string, form: FileForm = 'drafts'): Promise<File | null> =>
  inTurn(async () => {
    const { data } = draftSchema.safeParse(await withOutbox((database) => database[form].get(uid)));
    return data ? new File([data.bytes], data.name, { type: data.type }) : null;
  });

/** Lets go of it. */
export const forgetDraftFile = (uid: string, form: FileForm = 'drafts'): Promise<void> =>
  inTurn(() => withOutbox((database) => database[form].delete(uid)));
