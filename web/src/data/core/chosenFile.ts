import { FORMATS, type FileFormat } from './fileFormat';

export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
}

const FILE_EMPTY = 'This file is empty.';

/** The file may be deleted, moved or changed after it was chosen, or need a connection to its cloud. */
const FILE_UNREADABLE = 'This file has changed or gone. Choose it again.';

/**
 * Copied once, when chosen: the original may change or vanish at any time.
 * @throws FileRefusedError
 */
export async function readChosenFile(
  file: File,
  { maxBytes, tooLarge }: { readonly maxBytes: number; readonly tooLarge: string },
): Promise<ArrayBuffer> {
  if (file.size >= maxBytes) throw new FileRefusedError(tooLarge);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileRefusedError(FILE_UNREADABLE);
  });
  if (bytes.byteLength === 0) throw new FileRefusedError(FILE_EMPTY);
  if (bytes.byteLength >= maxBytes) throw new FileRefusedError(tooLarge);
  return bytes;
}

const UNIVERSAL_FORMATS: readonly FileFormat[] = ['png', 'jpeg', 'gif', 'bmp'];

export const describeUndrawable = (format: FileFormat): string =>
  UNIVERSAL_FORMATS.includes(format)
    ? 'This picture is damaged and can’t be opened. Take the screenshot again.'
    : `This is ${FORMATS[format].name}, which this browser can’t open. Take a screenshot of it, or save it as JPG.`;
