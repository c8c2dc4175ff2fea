export interface Table {
  readonly name: string | null;
  readonly rows: readonly (readonly string[])[];
}

export const MAX_FILE_BYTES = 20_000_000;

export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

export const toHeaderKey = (header: readonly string[]): string => JSON.stringify(header);
