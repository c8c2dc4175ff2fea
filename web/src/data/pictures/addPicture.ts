import {
  NOT_A_PICTURE,
  PICTURE_MAX_BYTES,
  PICTURE_TOO_LARGE,
  PICTURE_TYPE,
} from '@quantalgo/contracts/submissions/submission';
import { FileRefusedError, readChosen } from '../core/chosenFile';
import { detectFormat } from '../core/fileFormat';
import { toPicture } from '../core/images';
import { append, discard, itemsOf } from '../outbox/outbox';
import { isUnsent } from '../outbox/item';
import { withDatabase } from '../storage/memberDatabase';
import { storePicture } from './rows';

/** A photo is larger than this (bytes) on no phone of these years; a file that is would not fit into its memory. */
const MAX_CHOSEN = 40_000_000;

/** Others download a picture: it has more bytes only if it would be illegible with these. */
const TARGET_BYTES = 300_000;

const TOO_DETAILED =
  'This picture has too much in it to stay readable when it is sent. Capture a smaller part of it.';

/** The chosen file as it is sent. @throws FileRefusedError */
async function toSent(file: File): Promise<ArrayBuffer> {
  const bytes = await readChosen(file, { maxBytes: MAX_CHOSEN, tooLarge: PICTURE_TOO_LARGE });
  const format = detectFormat(bytes);
  if (format === null || format === 'pdf') throw new FileRefusedError(NOT_A_PICTURE);
  return toPicture(bytes, format, {
    targetBytes: TARGET_BYTES,
    maxBytes: PICTURE_MAX_BYTES - 1,
    tooLarge: TOO_DETAILED,
  });
}

/**
 * Shrinks a chosen picture and keeps it on this device, where it is shown at once and sent as soon as there is a
 * connection. What names it is sent on its own.
 * @param slot of the journal's entry that it belongs to, null for one of a post
 * @returns its id
 * @throws FileRefusedError, or Error if nothing can be stored
 */
export async function addPicture(uid: string, file: File, slot: string | null): Promise<string> {
  const bytes = await toSent(file);
  const { id } = await append(uid, { kind: 'picture', slot }, { type: PICTURE_TYPE, bytes });
  // Until it is sent the outbox has it too.
  await withDatabase(uid, ({ pictures }) => storePicture(pictures, id, bytes)).catch(
    () => undefined,
  );
  return id;
}

/** Lets go of a picture that nothing will name. The server deletes one that was sent already. Never rejects. */
export async function dropPicture(uid: string, id: string): Promise<void> {
  try {
    const item = (await itemsOf(uid)).find((one) => one.id === id);
    if (item && (isUnsent(item) || item.state === 'refused')) await discard(id);
    await withDatabase(uid, ({ pictures }) => pictures.delete(id));
  } catch {
    return;
  }
}
