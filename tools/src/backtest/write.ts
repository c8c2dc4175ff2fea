import { open, type FileHandle } from 'node:fs/promises';
import { Refusal } from '../command/refusal';

/**
 * Opens a file that is to be written anew.
 * @throws Refusal where it can't be
 */
export const openToWrite = (path: string): Promise<FileHandle> =>
  open(path, 'w').catch((cause: unknown) => {
    throw new Refusal(`${path} can't be written.`, { cause });
  });

/**
 * Writes a text as a file.
 * @throws Refusal where it can't be written
 */
export async function write(path: string, text: string): Promise<void> {
  const file = await openToWrite(path);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
