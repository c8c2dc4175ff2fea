/** For failures that the caller isn't told about. */
export interface ErrorLog {
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** As text, because Firebase's logger writes an Error without its message and stack. */
export const toTrace = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause);
