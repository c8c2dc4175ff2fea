import { FORMATS, type FileFormat } from './fileFormat';

/** A file that can't be sent; the message is for its field. */
export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
}

const FILE_EMPTY = 'This file is empty.';

/** A file may be deleted, moved or written to after it was chosen, and a cloud’s may need a connection. */
const FILE_UNREADABLE = 'This file has changed or gone. Choose it again.';

/**
 * Copies a file into memory, once, when it is chosen: its original may change or vanish at any time.
 * @throws FileRefusedError
 */
export async function readChosen(
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

/** Formats that every browser draws: if one fails, the file is at fault. */
const ALWAYS_DRAWN: readonly FileFormat[] = ['png', 'jpeg', 'gif', 'bmp'];

/** Why an image can't be drawn, and what to do. */
export const describeUndrawable = (format: FileFormat): string =>
  ALWAYS_DRAWN.includes(format)
    ? 'This picture is damaged and can’t be opened. Take the screenshot again.'
    : `This is ${FORMATS[format].name}, which this browser can’t open. Take a screenshot of it, or save it as JPG.`;
