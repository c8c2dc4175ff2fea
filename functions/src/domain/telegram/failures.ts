import { wasNeverSent } from '../push/delivery';

const SECOND_MS = 1000;

/**
 * Why a call to Telegram brought nothing: `later` where it certainly had no effect and may be made again, `unknown`
 * where it may have had one, `refused` where it would be refused again.
 */
export type Failure =
  | { readonly type: 'later'; readonly afterMs: number; readonly problem: string }
  | { readonly type: 'unknown' | 'refused'; readonly problem: string };

/** Telegram's answer, https://core.telegram.org/bots/api#making-requests, or the network's error code. */
type TelegramResponse =
  | { readonly code: number; readonly description: string; readonly retryAfterS: number | null }
  | { readonly network: unknown };

/** How long (ms) to wait where nobody says how long. */
const PAUSE_MS = 2 * SECOND_MS;

/** Most characters of a problem that are stored. */
const PROBLEM_KEPT = 200;

/** A connection that was never made and a 429 had no effect; a broken one, and an error of the server, may have had one. */
export function classifyFailure(answer: TelegramResponse): Failure {
  if ('network' in answer) {
    const problem = `No answer from Telegram (${typeof answer.network === 'string' ? answer.network : 'unknown'})`;
    return wasNeverSent(answer.network)
      ? { type: 'later', afterMs: PAUSE_MS, problem }
      : { type: 'unknown', problem };
  }
  const { code, description, retryAfterS } = answer;
  const problem = `${code} ${description}`.slice(0, PROBLEM_KEPT);
  if (code === 429)
    return {
      type: 'later',
      afterMs: retryAfterS === null ? PAUSE_MS : retryAfterS * SECOND_MS,
      problem,
    };
  return { type: code >= 500 ? 'unknown' : 'refused', problem };
}
