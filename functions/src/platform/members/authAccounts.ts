import { type Auth, FirebaseAuthError } from 'firebase-admin/auth';
import * as z from 'zod/mini';

/** The uid of whoever has no account, so that the same reads are made for them. */
export const NO_ACCOUNT = 'nobody';

/** The uid of an address' account, {@link NOBODY} where there is none. */
export async function uidOfAddress(auth: Auth, email: string): Promise<string> {
  const { users } = await auth.getUsers([{ email }]);
  return users[0]?.uid ?? NO_ACCOUNT;
}

/**
 * The uid of an address' account, which is made where there is none: closed and without a password until its address is
 * confirmed. Two calls at once give the same one. The same calls are made whether there was one.
 */
export async function reserveAddress(auth: Auth, email: string): Promise<string> {
  try {
    await auth.createUser({ email, disabled: true });
  } catch (error) {
    if (!(error instanceof FirebaseAuthError) || error.code !== 'auth/email-already-exists')
      throw error;
  }
  return uidOfAddress(auth, email);
}

/**
 * Opens an account whose address is confirmed, with the password of the registration that was. Whoever may have held the
 * address before without confirming it is locked out.
 */
export async function openAccount(
  auth: Auth,
  uid: string,
  { fullName, password }: { readonly fullName: string; readonly password: string },
): Promise<void> {
  await auth.updateUser(uid, {
    password,
    displayName: fullName,
    disabled: false,
    emailVerified: true,
  });
  await auth.revokeRefreshTokens(uid);
}

/** Sets a new password and ends all sessions. */
export async function replacePassword(auth: Auth, uid: string, password: string): Promise<void> {
  await auth.updateUser(uid, { password });
  await auth.revokeRefreshTokens(uid);
}

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
function identityToolkit(apiKey: string, emulatorHost: string | null): IdentityToolkit {
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

const passwordReplySchema = z.object({ localId: z.string(), idToken: z.string() });

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
      const { localId, idToken } = passwordReplySchema.parse(reply);
      return { uid: localId, token: idToken };
    }
    const { message } = refusedSchema.parse(reply).error;
    // Some messages carry an explanation after their code: "USER_DISABLED : …".
    if (REFUSALS.has(message.split(' ')[0] ?? '')) return null;
    throw new Error(`Identity Toolkit refused a sign-in: ${message}`);
  };
}

/** Turns a custom token into an ID token, the bearer of a new session. */
export type CustomTokenSignIn = (customToken: string) => Promise<string>;

const customTokenReplySchema = z.object({ idToken: z.string() });

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
    return customTokenReplySchema.parse(reply).idToken;
  };
}
