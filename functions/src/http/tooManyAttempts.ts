import { tooManyAttempts } from '../domain/limits';
import { HttpError } from './errors';

/** 429, with the wait in its sentence and in `Retry-After`. */
export class TooManyAttempts extends HttpError {
  constructor(readonly retryAfterMs: number) {
    super(429, tooManyAttempts(retryAfterMs));
  }
}
