/** Rows of text cells, as a file or one of its sheets holds them. */
export interface Table {
  /** Name of its sheet; null where the format has none. */
  readonly name: string | null;
  readonly rows: readonly (readonly string[])[];
}

/** Largest file (bytes) that is read. */
export const MAX_FILE_BYTES = 20_000_000;

/** A file that can't be read; its message is for the member. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** The names of a file's columns, by which choices are remembered. */
export const headerKey = (header: readonly string[]): string => JSON.stringify(header);
