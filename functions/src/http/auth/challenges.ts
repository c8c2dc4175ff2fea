import { type Challenge, challengeSolver } from '@quantalgo/contracts/auth/challenge';
import { CHALLENGE_NEEDED } from '@quantalgo/contracts/core/endpoint';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { CHALLENGE_TTL_MS } from '../../domain/core/limits';
import type { ApiDeps } from '../core/deps';
import { HttpError } from '../core/reply';

/** A call that may have to show a solved challenge: about an address, from an origin. */
export interface Asker {
  readonly email: string;
  readonly origin: string;
  /** The content of its header; null without one. */
  readonly challenge: string | null;
}

type Deps = Pick<ApiDeps, 'challengeBits' | 'clock' | 'limiter' | 'secrets'>;

/** For clients that can't solve one yet. */
const RELOAD = 'Please reload the page and try again.';

const ID_BYTES = 12;

/** `<time>.<bits>.<id>.<digest>`, then a blank and the answer. */
const SOLVED = /^((\d{13})\.(\d{1,2})\.[\w-]{16})\.([\w-]{43}) (\d{1,10})$/;

/** Binds a challenge to address and origin: an answer is of no use for another of either. */
const digestOf = ({ secrets }: Deps, { email, origin }: Asker, text: string): string =>
  secrets.digest('challenge', `${text} ${origin} ${email}`);

function issueChallenge(deps: Deps, asker: Asker, bits: number): Challenge {
  const text = `${deps.clock()}.${bits}.${randomBytes(ID_BYTES).toString('base64url')}`;
  return { challenge: `${text}.${digestOf(deps, asker, text)}`, bits };
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The text of a challenge that we issued to this asker lately and that is solved; null otherwise. */
function solvedText(deps: Deps, asker: Asker, minBits: number): string | null {
  const [, text = '', at, bits, digest = '', answer] = SOLVED.exec(asker.challenge ?? '') ?? [];
  if (!isSame(digest, digestOf(deps, asker, text))) return null;
  const age = deps.clock() - Number(at);
  if (age < 0 || age > CHALLENGE_TTL_MS || Number(bits) < minBits) return null;
  const solves = challengeSolver({ challenge: `${text}.${digest}`, bits: Number(bits) });
  return Number(answer) < 2 ** 32 && solves(Number(answer)) ? text : null;
}

/**
 * Demands a solved challenge of a call, which it uses up.
 * @throws HttpError 428 with a new one where it has none that counts
 */
export async function demandChallenge(deps: Deps, asker: Asker, bits: number): Promise<void> {
  const text = solvedText(deps, asker, bits);
  if (text !== null && (await deps.limiter.take('challengeUses', text)).allowed) return;
  throw new HttpError(428, RELOAD, {
    code: CHALLENGE_NEEDED,
    data: issueChallenge(deps, asker, bits),
  });
}
