/** The server answered, and refused: `message` is fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    readonly status: number,
    /** Seconds after which a further try makes sense, where the server said so. */
    readonly retryAfter?: number | undefined,
    /** True where the server refused without a word, and `message` is the endpoint's fixed one. */
    readonly wordless = false,
    /** What the server answered all the same, to be parsed: the row as it is, of one that was changed meanwhile. */
    readonly data?: unknown,
    /** Names the reason, where a program can do something about it. */
    readonly code?: string | undefined,
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

/** What a screen says of a call that failed, by its own words where there are none of the server. */
export interface FailureWords {
  /** The server refused without a word. */
  readonly wordless: string;
  /** No answer came. */
  readonly unanswered: string;
}

/** A failure in words for the screen. */
export const failureText = (error: unknown, { wordless, unanswered }: FailureWords): string => {
  if (!(error instanceof ApiError)) return unanswered;
  return error.wordless ? wordless : error.message;
};
