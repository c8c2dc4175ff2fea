import { type Endpoint, TOO_MANY_REQUESTS_STATUS } from '@quantalgo/contracts/core/endpoint';
import { showProblemCode } from '../../core/problem';

export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    readonly status: number,
    /** In seconds. */
    readonly retryAfter?: number | undefined,
    /** `message` is the endpoint's fixed text, because the server sent none. */
    readonly hasNoMessage = false,
    readonly data?: unknown,
    readonly code?: string | undefined,
  ) {
    super(message);
  }
}

/** True if the server rejected the request itself, not for an outage or a rate limit. */
export const isRejected = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY_REQUESTS_STATUS;

const UNANSWERED = 'Network error. Please check your connection and try again.';

export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(
    cause: unknown,
    /** Status of a refusal that didn't come from our server, such as a proxy's. */
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
