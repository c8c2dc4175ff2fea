import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { approveMatch } from '../platform/broker/approveMatch';
import { storePostback } from '../platform/broker/postbacks';
import type { PostbackParameters } from '../domain/broker/postback';
import type { ApiDeps, PostbackSettings } from './core/deps';
import { getOrigin } from './core/origin';
import { type Call, HttpError, toHttpError } from './core/reply';
import { enforceLimits, readForm } from './core/request';

/** The secret follows as the last part of the path. */
export const POSTBACK_PATH = '/api/broker/postback/';

const POSTBACK_FAILURE = { failure: 'Failed to store the postback' } as const;

const digest = (text: string) => createHash('sha256').update(text).digest();

// Hashes both, because a constant-time comparison needs equal lengths.
const isSecret = (text: string, secret: string): boolean =>
  timingSafeEqual(digest(text), digest(secret));

const MAX_PARAMETERS = 60;
const MAX_VALUE_LENGTH = 300;

/** Merges query and body; the query wins. @throws HttpError 413 */
async function readParameters(request: IncomingMessage, query: URLSearchParams) {
  const body = request.method === 'POST' ? await readForm(request) : {};
  const parameters: Record<string, string> = { ...body, ...Object.fromEntries(query) };
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS || entries.some(([, text]) => text.length > MAX_VALUE_LENGTH))
    throw new HttpError(413, 'The postback is too large');
  return parameters;
}

async function tryApproveMatch({ clock, firestore, log }: ApiDeps, traderId: string) {
  try {
    await approveMatch(firestore, clock, traderId);
  } catch (cause) {
    // The postback is stored: the programme need not call again, and staff can still decide.
    log.error('Failed to approve a broker match', { cause });
  }
}

async function store(deps: ApiDeps, { names }: PostbackSettings, parameters: PostbackParameters) {
  const { clock, firestore, log } = deps;
  const { postback, isNew, uid } = await storePostback(firestore, parameters, {
    names,
    now: clock(),
  });
  const { event, traderId } = postback;
  log.info('Postback stored', { event, isNew, linked: uid !== null });
  if (isNew && traderId !== null) await tryApproveMatch(deps, traderId);
}

async function handlePostback(
  deps: ApiDeps,
  settings: PostbackSettings | null,
  call: Call,
): Promise<void> {
  try {
    const { request } = call;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://postback');
    if (request.method !== 'GET' && request.method !== 'POST')
      return call.fail(new HttpError(405, 'Only GET and POST are allowed'), ['Allow', 'GET, POST']);
    await enforceLimits(deps.limiter, ['originPostbacks', getOrigin(request, deps.behindPlatform)]);
    if (!settings || !isSecret(pathname.slice(POSTBACK_PATH.length), settings.secret))
      throw new HttpError(404, 'Not found');
    await store(deps, settings, await readParameters(request, searchParams));
    const type = 'text/plain; charset=utf-8';
    call.succeedPlain({ bytes: Buffer.from('OK'), type, cache: 'no-store' });
  } catch (error) {
    call.fail(toHttpError(error, POSTBACK_FAILURE));
  }
}

/**
 * Returns false for other calls. Answers 200 only once the postback is stored: after any other
 * status, the broker's affiliate programme repeats it. The secret never reaches our log.
 */
export const servePostback =
  (deps: ApiDeps) =>
  (call: Call): boolean => {
    if (call.request.url?.startsWith(POSTBACK_PATH) !== true) return false;
    call.endpoint = POSTBACK_PATH;
    void handlePostback(deps, deps.postbacks, call);
    return true;
  };
