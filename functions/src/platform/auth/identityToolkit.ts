import * as z from 'zod/mini';

const API_HOST = 'identitytoolkit.googleapis.com';

const REQUEST_TIMEOUT_MS = 10_000;

type IdentityToolkit = (
  method: string,
  body: object,
) => Promise<{ readonly ok: boolean; readonly reply: unknown }>;

/**
 * Only this service exchanges a custom token for an ID token. We never send it an email address or password.
 * Source: https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts
 * @param emulatorHost `host:port` of the Auth emulator, null in production
 * @returns a function that throws if the service can't be reached
 */
function createIdentityToolkit(apiKey: string, emulatorHost: string | null): IdentityToolkit {
  const base = emulatorHost === null ? `https://${API_HOST}` : `http://${emulatorHost}/${API_HOST}`;
  return async (method, body) => {
    const url = `${base}/v1/accounts:${method}?key=${encodeURIComponent(apiKey)}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { ok: response.ok, reply: await response.json() };
  };
}

export type ExchangeCustomToken = (customToken: string) => Promise<string>;

const customTokenReplySchema = z.object({ idToken: z.string() });

/**
 * @param emulatorHost `host:port` of the Auth emulator, null in production
 * @returns a function that throws if the service can't be reached or refuses
 */
export function createCustomTokenExchange(
  apiKey: string,
  emulatorHost: string | null,
): ExchangeCustomToken {
  const callMethod = createIdentityToolkit(apiKey, emulatorHost);
  return async (customToken) => {
    const { ok, reply } = await callMethod('signInWithCustomToken', {
      token: customToken,
      returnSecureToken: true,
    });
    if (!ok) throw new Error('Identity Toolkit refused our custom token');
    return customTokenReplySchema.parse(reply).idToken;
  };
}
