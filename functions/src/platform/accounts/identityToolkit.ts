const HOST = 'identitytoolkit.googleapis.com';
const TIMEOUT_MS = 10_000;

/** One method of Identity Toolkit's REST API; gives whether it succeeded, and its answer unchecked. */
export type IdentityToolkit = (
  method: string,
  body: object,
) => Promise<{ readonly ok: boolean; readonly reply: unknown }>;

/**
 * Identity Toolkit, which alone can check a password and turn a custom token into an ID token.
 * @param emulatorHost `host:port` of the Auth emulator, null in production
 * @returns a function that throws when the service can't be reached
 * Source: https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts
 */
export function identityToolkit(apiKey: string, emulatorHost: string | null): IdentityToolkit {
  const base = emulatorHost === null ? `https://${HOST}` : `http://${emulatorHost}/${HOST}`;
  return async (method, body) => {
    const url = `${base}/v1/accounts:${method}?key=${encodeURIComponent(apiKey)}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { ok: response.ok, reply: await response.json() };
  };
}
