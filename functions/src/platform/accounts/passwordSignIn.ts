import * as z from 'zod/mini';
import { identityToolkit } from './identityToolkit';

/** A verified password's account, and an ID token that is a bearer at once. */
export interface SignedIn {
  readonly uid: string;
  readonly token: string;
}

/** Verifies e-mail and password; null when they open no account, whatever the reason. */
export type PasswordSignIn = (email: string, password: string) => Promise<SignedIn | null>;

/** Refusals that an outsider must not be able to tell apart. */
const REFUSALS = new Set([
  'EMAIL_NOT_FOUND',
  'INVALID_EMAIL',
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_PASSWORD',
  'TOO_MANY_ATTEMPTS_TRY_LATER',
  'USER_DISABLED',
]);

const signedInSchema = z.object({ localId: z.string(), idToken: z.string() });
const refusedSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Sign-in through Identity Toolkit's REST API, the only place that can check a Firebase password.
 * @param emulatorHost `host:port` of the Auth emulator, null in production.
 * @returns a function that throws when the service can't be reached or answers in an unknown way.
 */
export function passwordSignIn(apiKey: string, emulatorHost: string | null): PasswordSignIn {
  const ask = identityToolkit(apiKey, emulatorHost);
  return async (email, password) => {
    const { ok, reply } = await ask('signInWithPassword', {
      email,
      password,
      returnSecureToken: true,
    });
    if (ok) {
      const { localId, idToken } = signedInSchema.parse(reply);
      return { uid: localId, token: idToken };
    }
    const { message } = refusedSchema.parse(reply).error;
    // Some messages carry an explanation after their code: "USER_DISABLED : …".
    if (REFUSALS.has(message.split(' ')[0] ?? '')) return null;
    throw new Error(`Identity Toolkit refused a sign-in: ${message}`);
  };
}
