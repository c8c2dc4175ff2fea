import * as z from 'zod/mini';
import { identityToolkit } from './identityToolkit';

/** Turns a custom token into an ID token, the bearer of a new session. */
export type CustomTokenSignIn = (customToken: string) => Promise<string>;

const signedInSchema = z.object({ idToken: z.string() });

/**
 * Sign-in with a custom token of our own.
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
    return signedInSchema.parse(reply).idToken;
  };
}
