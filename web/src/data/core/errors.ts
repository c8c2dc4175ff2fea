import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { showProblemCode } from '../../core/problem';

export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    readonly status: number,
    /** Seconds until a retry makes sense. */
    readonly retryAfter?: number | undefined,
    /** The server gave no message; `message` is the endpoint's fixed one. */
    readonly hasNoMessage = false,
    readonly data?: unknown,
    readonly code?: string | undefined,
  ) {
    super(message);
  }
}

const UNANSWERED = 'Network error. Please check your connection and try again.';

export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(
    cause: unknown,
    /** Status of a refusal that our server didn't write; null without one. */
    readonly status: string | null = null,
  ) {
    super(status === null ? UNANSWERED : `API Error: ${status}`, { cause });
  }
}

export interface FailureText {
  readonly fallback: string;
  readonly unanswered?: string;
}

export const toFailureText = ({ failure }: Endpoint): FailureText => ({ fallback: failure });

const isExpected = (error: unknown): boolean =>
  error instanceof ApiError ? error.status < 500 : error instanceof NetworkError;

export function describeFailure(
  error: unknown,
  { fallback, unanswered = UNANSWERED }: FailureText,
): string {
  if (!isExpected(error)) showProblemCode('call');
  if (error instanceof NetworkError && error.status !== null) return error.message;
  if (!(error instanceof ApiError)) return unanswered;
  return error.hasNoMessage ? fallback : error.message;
}
