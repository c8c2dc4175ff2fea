/** Text cells of a file or sheet. */
export interface Table {
  /** Name of its sheet. */
  readonly name: string | null;
  readonly rows: readonly (readonly string[])[];
}

export const MAX_FILE_BYTES = 20_000_000;

/** The message is for the member. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** Choices are stored under this key. */
export const headerKey = (header: readonly string[]): string => JSON.stringify(header);
