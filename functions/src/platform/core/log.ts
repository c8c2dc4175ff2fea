import { logger as firebaseLogger } from 'firebase-functions';

type Fields = Readonly<Record<string, unknown>>;

export interface ErrorLog {
  error(message: string, fields: Fields): void;
}

/** Structured log for Cloud Logging. It must not contain personal data. */
export interface Log extends ErrorLog {
  info(message: string, fields: Fields): void;
}

// Documents and files of a member are named by uid, which logs must not contain.
const MEMBER_PATH = /\b(users|pending|proofs|setupProofs|setups|pictures)\/[\w-]+/g;

const toTrace = (error: Error): string =>
  (error.stack ?? String(error)).replaceAll(MEMBER_PATH, '$1/…');

/** As text, because Firebase's logger writes an Error without its message and stack. */
export const traceErrors = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? toTrace(value) : value,
    ]),
  );

export const logger = {
  info: (message: string, fields: Fields = {}): void => firebaseLogger.info(message, fields),
  warn: (message: string, fields: Fields = {}): void =>
    firebaseLogger.warn(message, traceErrors(fields)),
  error: (message: string, fields: Fields): void =>
    firebaseLogger.error(message, traceErrors(fields)),
};
