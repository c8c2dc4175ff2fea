export interface ErrorLog {
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

// Documents and files of a member are named by uid, which logs must not contain.
const MEMBER_PATH = /\b(users|pending|proofs|setupProofs|setups|pictures)\/[\w-]+/g;

/** As text, because Firebase's logger writes an Error without its message and stack. */
export function toTrace(cause: unknown): string {
  const text = cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause);
  return text.replaceAll(MEMBER_PATH, '$1/…');
}
