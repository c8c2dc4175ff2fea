import { wasNeverSent } from '../push/delivery';

const SECOND_MS = 1000;

/**
 * `later`: certainly had no effect, so retry. `unknown`: may have had an effect. `refused`: a retry
 * would be refused too.
 */
export type TelegramFailure =
  | { readonly type: 'later'; readonly afterMs: number; readonly problem: string }
  | { readonly type: 'unknown' | 'refused'; readonly problem: string };

// Telegram's response (https://core.telegram.org/bots/api#making-requests) or the network's error
// code.
type TelegramResponse =
  | { readonly code: number; readonly description: string; readonly retryAfterS: number | null }
  | { readonly network: unknown };

const DEFAULT_RETRY_MS = 2 * SECOND_MS;

const MAX_PROBLEM_LENGTH = 200;

/**
 * A connection that was never made and a 429 had no effect. A broken connection or a server error
 * may have had one.
 */
export function classifyFailure(response: TelegramResponse): TelegramFailure {
  if ('network' in response) {
    const cause = typeof response.network === 'string' ? response.network : 'unknown';
    const problem = `No answer from Telegram (${cause})`;
    return wasNeverSent(response.network)
      ? { type: 'later', afterMs: DEFAULT_RETRY_MS, problem }
      : { type: 'unknown', problem };
  }
  const { code, description, retryAfterS } = response;
  const problem = `${code} ${description}`.slice(0, MAX_PROBLEM_LENGTH);
  if (code === 429)
    return {
      type: 'later',
      afterMs: retryAfterS === null ? DEFAULT_RETRY_MS : retryAfterS * SECOND_MS,
      problem,
    };
  return { type: code >= 500 ? 'unknown' : 'refused', problem };
}
