import { logger as firebaseLogger } from 'firebase-functions';
import { EVERY_COLLECTION } from '../../collections/collections';
import { FILE_FOLDERS } from '../../collections/submissions';

type Fields = Readonly<Record<string, unknown>>;

export interface ErrorLog {
  error(message: string, fields: Fields): void;
}

/** Structured log for Cloud Logging. It must not contain personal data. */
export interface Log extends ErrorLog {
  info(message: string, fields: Fields): void;
}

const MEMBER_FOLDERS = [
  ...EVERY_COLLECTION.flatMap(([name, { id }]) => (/uid|person/.test(id) ? [name] : [])),
  ...FILE_FOLDERS,
];

/** Documents and files named by uid or Telegram number, but no routes like `/api/users/search`. */
const MEMBER_PATH = new RegExp(
  `(?<!/(?:api|admin)/)\\b(${MEMBER_FOLDERS.join('|')})(/|%2F)[\\w-]+`,
  'g',
);

export const redactMemberIds = (text: string): string => text.replaceAll(MEMBER_PATH, '$1$2…');

// Cloud Logging rejects entries above 256 KiB.
const MAX_COMBINED_ERRORS = 5;

/** With causes and combined errors, which a stack lacks. */
function toTrace(error: unknown, seen = new Set<unknown>()): string {
  seen.add(error);
  if (!(error instanceof Error)) return redactMemberIds(String(error));
  const { cause, stack = String(error) } = error;
  const combined: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const inner = [
    ...(cause === undefined ? [] : [{ label: 'Caused by', value: cause }]),
    ...combined.slice(0, MAX_COMBINED_ERRORS).map((value) => ({ label: 'Combines', value })),
  ];
  const traces = inner.flatMap(({ label, value }) =>
    seen.has(value) ? [] : `${label}: ${toTrace(value, seen)}`,
  );
  return [redactMemberIds(stack), ...traces].join('\n');
}

/** Its stack includes causes and combined errors, as text. */
export function redactError(error: unknown): Error {
  const redacted = new Error(
    redactMemberIds(error instanceof Error ? error.message : String(error)),
  );
  redacted.stack = toTrace(error);
  return redacted;
}

function redactField(value: unknown): unknown {
  if (value instanceof Error) return toTrace(value);
  return typeof value === 'string' ? redactMemberIds(value) : value;
}

/** Errors as text, because Firebase's logger writes an Error without its message and stack. */
export const redactFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactField(value)]));

export const logger = {
  info: (message: string, fields: Fields = {}): void => firebaseLogger.info(message, fields),
  warn: (message: string, fields: Fields = {}): void =>
    firebaseLogger.warn(message, redactFields(fields)),
  error: (message: string, fields: Fields): void =>
    firebaseLogger.error(message, redactFields(fields)),
};
