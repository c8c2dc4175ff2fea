import { FirebaseAuthError, type Auth } from 'firebase-admin/auth';

/** The uid of whoever has no account, so that the same reads are made for them. */
export const NOBODY = 'nobody';

/** The uid of an address' account, {@link NOBODY} where there is none. */
export async function uidOfAddress(auth: Auth, email: string): Promise<string> {
  const { users } = await auth.getUsers([{ email }]);
  return users[0]?.uid ?? NOBODY;
}

/**
 * The uid of an address' account, which is made where there is none: closed and without a password until its address is
 * confirmed. Two calls at once give the same one. The same calls are made whether there was one.
 */
export async function holdAddress(auth: Auth, email: string): Promise<string> {
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
