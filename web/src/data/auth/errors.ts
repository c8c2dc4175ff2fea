import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { showProblemCode } from '../../core/problem';

/** The server refused; `message` can be displayed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    readonly status: number,
    /** Seconds until a retry makes sense, if the server said so. */
    readonly retryAfter?: number | undefined,
    /** True if the server gave no message, and `message` is the endpoint's fixed one. */
    readonly wordless = false,
    /** Data of the refusal, to be parsed: for example the current row after a conflicting change. */
    readonly data?: unknown,
    /** Identifies the reason, if a program can handle it. */
    readonly code?: string | undefined,
  ) {
    super(message);
  }
}

const UNANSWERED = 'Network error. Please check your connection and try again.';

/** There was no answer of our server: offline, or it can't be reached. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(
    cause: unknown,
    /** Status of a refusal that our server didn't write, as a text or number; null without one. */
    readonly status: string | null = null,
  ) {
    super(status === null ? UNANSWERED : `API Error: ${status}`, { cause });
  }
}

/** A screen's messages for a failed call that has no message from the server. */
export interface FailureText {
  /** The server refused without a message. */
  readonly wordless: string;
  /** There was no answer. Omitted where the screen has no words of its own for it. */
  readonly unanswered?: string;
}

/** A screen's messages for a failed call that are the endpoint's own. */
export const fallbackMessage = ({ failure }: Endpoint): FailureText => ({ wordless: failure });

/** A refusal that says what to do, or a lost connection. Anything else is a fault, of the server or of the app. */
const isExpected = (error: unknown): boolean =>
  error instanceof ApiError ? error.status < 500 : error instanceof NetworkError;

/** The message of a failure for the screen. Beside a fault the app shows a code for support. */
export const apiErrorText = (
  error: unknown,
  { wordless, unanswered = UNANSWERED }: FailureText,
): string => {
  if (!isExpected(error)) showProblemCode('call');
  if (error instanceof NetworkError && error.status !== null) return error.message;
  if (!(error instanceof ApiError)) return unanswered;
  return error.wordless ? wordless : error.message;
};
