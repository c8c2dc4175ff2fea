import { FORMATS, type FileFormat } from './fileFormat';

export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
}

const EMPTY_FILE_TEXT = 'This file is empty.';

/** A file can also become unreadable when it is in a cloud folder and the device is offline. */
const UNREADABLE_FILE_TEXT =
  'This file can’t be read: it may have been changed or moved. Choose it again.';

/**
 * Copies the file when it is chosen, because the original may change or vanish at any time.
 * @throws FileRefusedError
 */
export async function readChosenFile(
  file: File,
  { maxBytes, tooLarge }: { readonly maxBytes: number; readonly tooLarge: string },
): Promise<ArrayBuffer> {
  if (file.size >= maxBytes) throw new FileRefusedError(tooLarge);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileRefusedError(UNREADABLE_FILE_TEXT);
  });
  if (bytes.byteLength === 0) throw new FileRefusedError(EMPTY_FILE_TEXT);
  if (bytes.byteLength >= maxBytes) throw new FileRefusedError(tooLarge);
  return bytes;
}

const UNIVERSAL_FORMATS: readonly FileFormat[] = ['png', 'jpeg', 'gif', 'bmp'];

export const describeUndrawable = (format: FileFormat): string =>
  UNIVERSAL_FORMATS.includes(format)
    ? 'This picture is damaged and can’t be opened. Take the screenshot again.'
    : `This is ${FORMATS[format].name}, which this browser can’t open. Take a screenshot of it, or save it as a JPG.`;
