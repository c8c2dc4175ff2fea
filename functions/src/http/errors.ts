import { tooManyAttempts } from '../domain/limits';

/** An answer that is not a success: a status and a sentence that its reader may see. */
export class HttpError extends Error {
  /** What its reader needs to go on, as the row that they did not know of. */
  readonly data: unknown;

  constructor(
    readonly status: number,
    message: string,
    options?: ErrorOptions & { readonly data?: unknown },
  ) {
    super(message, options);
    this.data = options?.data;
    this.name = 'HttpError';
  }
}

/** 429, with the wait in its sentence and in `Retry-After`. */
export class TooManyAttempts extends HttpError {
  constructor(readonly retryAfterMs: number) {
    super(429, tooManyAttempts(retryAfterMs));
  }
}
