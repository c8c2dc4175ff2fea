/** The server answered, and refused: `message` is fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    readonly status: number,
    /** Seconds after which a further try makes sense, where the server said so. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** No answer came: offline, or the server can't be reached. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('Network error. Please check your connection and try again.', { cause });
  }
}
