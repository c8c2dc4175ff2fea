import {
  NOT_A_PICTURE,
  PICTURE_MAX_BYTES,
  PICTURE_MAX_EDGE,
  PICTURE_TOO_LARGE,
  PICTURE_TYPE,
  PROOF_MAX_EDGE,
} from '@quantalgo/contracts';
import { jpegWithin, longerSide } from '../core/images';
import { append, discard, itemsOf } from '../outbox/outbox';
import { isUnsent } from '../outbox/item';
import { withDatabase } from '../storage/memberDatabase';
import { storePicture } from './rows';

/** What can be chosen; all is sent as a JPEG. */
export const PICTURE_CHOICES = ['image/png', 'image/jpeg', 'image/webp'];

/** A photo is larger than this (bytes) on no phone of these years; a file that is would not fit into its memory. */
const MAX_CHOSEN = 40_000_000;

/** To what a device shrinks a picture (bytes): below what the server takes, as others download it. */
const SHRUNK_BYTES = Math.min(300_000, PICTURE_MAX_BYTES - 1);

/** A file that can't become a picture here; `message` is for the field. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefusedError';
}

/** The chosen file as it is sent. @throws PictureRefusedError */
async function prepared(file: File): Promise<ArrayBuffer> {
  const isTaken = file.type === 'image/jpg' || PICTURE_CHOICES.includes(file.type);
  if (!isTaken || file.size === 0) throw new PictureRefusedError(NOT_A_PICTURE);
  if (file.size > MAX_CHOSEN) throw new PictureRefusedError(PICTURE_TOO_LARGE);
  const side = longerSide(await file.arrayBuffer());
  if (side !== null && side > PROOF_MAX_EDGE) throw new PictureRefusedError(PICTURE_TOO_LARGE);
  const bytes = await jpegWithin(file, { edge: PICTURE_MAX_EDGE, bytes: SHRUNK_BYTES });
  if (!bytes) throw new PictureRefusedError(NOT_A_PICTURE);
  return bytes;
}

/**
 * Shrinks a chosen picture and keeps it on this device, where it is shown at once and sent as soon as there is a
 * connection. What names it is sent on its own.
 * @param slot of the journal's entry that it belongs to, null for one of a post
 * @returns its id
 * @throws PictureRefusedError, or Error if nothing can be stored
 */
export async function addPicture(uid: string, file: File, slot: string | null): Promise<string> {
  const bytes = await prepared(file);
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
