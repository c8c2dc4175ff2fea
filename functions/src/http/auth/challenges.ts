import { type Challenge, createAnswerCheck } from '@quantalgo/contracts/auth/challenge';
import { CHALLENGE_REQUIRED } from '@quantalgo/contracts/core/endpoint';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { CHALLENGE_TTL_MS } from '../../domain/core/limits';
import type { ApiDeps } from '../core/deps';
import { HttpError } from '../core/reply';

export interface Requester {
  readonly email: string;
  readonly origin: string;
  readonly challenge: string | null;
}

type Deps = Pick<ApiDeps, 'challengeBits' | 'clock' | 'limiter' | 'secrets'>;

// Shown by clients that don't solve challenges.
const RELOAD_MESSAGE = 'Please reload the page and try again.';

const CHALLENGE_ID_BYTES = 12;

// `<time>.<bits>.<id>.<digest>`, then a space and the answer.
const SOLVED_PATTERN = /^((\d{13})\.(\d{1,2})\.[\w-]{16})\.([\w-]{43}) (\d{1,10})$/;

// Binds a challenge to address and origin, so that its answer can't be reused for others.
const digestChallenge = ({ secrets }: Deps, { email, origin }: Requester, text: string): string =>
  secrets.digest('challenge', `${text} ${origin} ${email}`);

function issueChallenge(deps: Deps, requester: Requester, bits: number): Challenge {
  const text = `${deps.clock()}.${bits}.${randomBytes(CHALLENGE_ID_BYTES).toString('base64url')}`;
  return { challenge: `${text}.${digestChallenge(deps, requester, text)}`, bits };
}

const isSameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

// Null unless we recently issued the challenge to this requester and it is solved.
function findSolvedText(deps: Deps, requester: Requester, minBits: number): string | null {
  const [, text = '', issuedAt, bits, digest = '', answer] =
    SOLVED_PATTERN.exec(requester.challenge ?? '') ?? [];
  if (!isSameText(digest, digestChallenge(deps, requester, text))) return null;
  const age = deps.clock() - Number(issuedAt);
  if (age < 0 || age > CHALLENGE_TTL_MS || Number(bits) < minBits) return null;
  const isSolution = createAnswerCheck({ challenge: `${text}.${digest}`, bits: Number(bits) });
  return Number(answer) < 2 ** 32 && isSolution(Number(answer)) ? text : null;
}

/**
 * Uses up the challenge.
 * @throws HttpError 428 with a new challenge if it is missing or invalid
 */
export async function demandChallenge(
  deps: Deps,
  requester: Requester,
  bits: number,
): Promise<void> {
  const text = findSolvedText(deps, requester, bits);
  if (text !== null && (await deps.limiter.take('challengeUses', text)).allowed) return;
  throw new HttpError(428, RELOAD_MESSAGE, {
    code: CHALLENGE_REQUIRED,
    data: issueChallenge(deps, requester, bits),
  });
}
