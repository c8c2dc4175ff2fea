import {
  NOT_A_PICTURE,
  PICTURE_MAX_BYTES,
  PICTURE_TOO_LARGE,
  PICTURE_TYPE,
} from '@quantalgo/contracts/submissions/submission';
import { FileRefusedError, readChosenFile } from '../core/chosenFile';
import { detectFormat } from '../core/fileFormat';
import { toPicture } from '../core/images';
import { enqueueItem, discardItems, readOutboxItems } from '../outbox/outbox';
import { isUnsent } from '../outbox/item';
import { withDatabase } from '../storage/memberDatabase';
import { storePicture } from './rows';

/** Larger than any phone's photo. A larger file might not fit into the phone's memory. */
const MAX_FILE_BYTES = 40_000_000;

/** Small, because other members download it. Exceeded only if the picture would be illegible. */
const TARGET_BYTES = 300_000;

const TOO_DETAILED =
  'This picture is too detailed: it would be unreadable after compression. Capture a smaller part of it.';

async function prepareUpload(file: File): Promise<ArrayBuffer> {
  const bytes = await readChosenFile(file, {
    maxBytes: MAX_FILE_BYTES,
    tooLarge: PICTURE_TOO_LARGE,
  });
  const format = detectFormat(bytes);
  if (format === null || format === 'pdf') throw new FileRefusedError(NOT_A_PICTURE);
  return toPicture(bytes, format, {
    targetBytes: TARGET_BYTES,
    maxBytes: PICTURE_MAX_BYTES - 1,
    tooLarge: TOO_DETAILED,
  });
}

/**
 * Shrinks and stores a picture. It is shown at once and uploaded when online; its entry or post is
 * sent separately.
 * @param slot of the journal entry; null for a post's picture
 * @returns its id
 * @throws FileRefusedError, or Error if nothing can be stored
 */
export async function addPicture(uid: string, file: File, slot: string | null): Promise<string> {
  const bytes = await prepareUpload(file);
  const { id } = await enqueueItem(uid, { kind: 'picture', slot }, { type: PICTURE_TYPE, bytes });
  // Optional: the outbox has the picture until it is uploaded.
  await withDatabase(uid, ({ pictures }) => storePicture(pictures, id, bytes)).catch(
    () => undefined,
  );
  return id;
}

export async function discardPicture(uid: string, id: string): Promise<void> {
  try {
    const item = (await readOutboxItems(uid)).find((candidate) => candidate.id === id);
    if (item && (isUnsent(item) || item.state === 'refused')) await discardItems(id);
    await withDatabase(uid, ({ pictures }) => pictures.delete(id));
  } catch {
    return;
  }
}
