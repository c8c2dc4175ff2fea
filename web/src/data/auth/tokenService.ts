import * as z from 'zod/mini';
import { getFirebaseEnvironment } from '../core/environment';
import { NetworkError } from '../core/errors';

/** `lifetimeMs`: validity of the ID token from its receipt. */
export interface IssuedTokens {
  readonly uid: string;
  readonly idToken: string;
  readonly refreshToken: string;
  readonly lifetimeMs: number;
}

const REQUEST_TIMEOUT_MS = 25_000;

async function post(host: string, path: string, body: string | URLSearchParams): Promise<Response> {
  const { apiKey, emulators } = getFirebaseEnvironment();
  const base = emulators ? `${emulators.auth}/${host}` : `https://${host}`;
  try {
    return await fetch(`${base}/v1/${path}?key=${encodeURIComponent(apiKey)}`, {
      method: 'POST',
      body,
      ...(typeof body === 'string' ? { headers: { 'Content-Type': 'application/json' } } : {}),
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch (error) {
    throw new NetworkError(error);
  }
}

async function parseResponse<S extends z.ZodMiniType>(
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  try {
    return schema.parse(await response.json());
  } catch (error) {
    throw new NetworkError(error);
  }
}

const secondsAsMsSchema = z.pipe(
  z.string().check(z.regex(/^\d+$/)),
  z.transform((text: string) => Number(text) * 1000),
);

/** Source: https://firebase.google.com/docs/reference/rest/auth#section-verify-custom-token */
const customTokenSchema = z.object({
  idToken: z.string(),
  refreshToken: z.string(),
  expiresIn: secondsAsMsSchema,
});

/** Source: https://firebase.google.com/docs/reference/rest/auth#section-refresh-token */
const refreshSchema = z.object({
  id_token: z.string(),
  user_id: z.string(),
  refresh_token: z.string(),
  expires_in: secondsAsMsSchema,
});

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Codes that mean the session ended. Others, such as an invalid API key, are faults of the
 * deployment.
 */
const SESSION_END_CODES = [
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'INVALID_REFRESH_TOKEN',
];

export async function exchangeCustomToken(uid: string, customToken: string): Promise<IssuedTokens> {
  const body = JSON.stringify({ token: customToken, returnSecureToken: true });
  const path = 'accounts:signInWithCustomToken';
  const response = await post('identitytoolkit.googleapis.com', path, body);
  const { idToken, refreshToken, expiresIn } = await parseResponse(response, customTokenSchema);
  return { uid, idToken, refreshToken, lifetimeMs: expiresIn };
}

/**
 * Null if the session has ended.
 * @throws NetworkError without a response, or after any other refusal
 */
export async function exchangeRefreshToken({
  uid,
  refreshToken,
}: Pick<IssuedTokens, 'uid' | 'refreshToken'>): Promise<IssuedTokens | null> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const response = await post('securetoken.googleapis.com', 'token', body);
  if (response.status === 400) {
    const { error } = await parseResponse(response, refusalSchema);
    if (SESSION_END_CODES.some((code) => error.message.startsWith(code))) return null;
    throw new NetworkError(error.message);
  }
  const { id_token, user_id, refresh_token, expires_in } = await parseResponse(
    response,
    refreshSchema,
  );
  if (user_id !== uid) return null;
  return { uid, idToken: id_token, refreshToken: refresh_token, lifetimeMs: expires_in };
}
