import * as z from 'zod/mini';

const HOST = 'identitytoolkit.googleapis.com';

const TIMEOUT_MS = 10_000;

/** Calls a method of Identity Toolkit's REST API; returns whether it succeeded, and the unchecked reply. */
type IdentityToolkit = (
  method: string,
  body: object,
) => Promise<{ readonly ok: boolean; readonly reply: unknown }>;

/**
 * A client of Identity Toolkit, the only service that exchanges a custom token for an ID token. It gets no address and
 * no password.
 * @param emulatorHost `host:port` of the Auth emulator, null in production
 * @returns a function that throws when the service can't be reached
 * Source: https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts
 */
function identityToolkit(apiKey: string, emulatorHost: string | null): IdentityToolkit {
  const base = emulatorHost === null ? `https://${HOST}` : `http://${emulatorHost}/${HOST}`;
  return async (method, body) => {
    const url = `${base}/v1/accounts:${method}?key=${encodeURIComponent(apiKey)}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { ok: response.ok, reply: await response.json() };
  };
}

/** Exchanges a custom token for an ID token, the bearer token of a new session. */
export type CustomTokenSignIn = (customToken: string) => Promise<string>;

const customTokenReplySchema = z.object({ idToken: z.string() });

/**
 * Sign-in with the server's own custom tokens.
 * @param emulatorHost `host:port` of the Auth emulator, null in production.
 * @returns a function that throws when the service can't be reached or refuses.
 */
export function customTokenSignIn(apiKey: string, emulatorHost: string | null): CustomTokenSignIn {
  const ask = identityToolkit(apiKey, emulatorHost);
  return async (customToken) => {
    const { ok, reply } = await ask('signInWithCustomToken', {
      token: customToken,
      returnSecureToken: true,
    });
    if (!ok) throw new Error('Identity Toolkit refused a custom token of our own');
    return customTokenReplySchema.parse(reply).idToken;
  };
}
