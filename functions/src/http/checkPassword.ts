import { admit } from './admit';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';

/**
 * Makes sure that whoever holds the session also knows the password. Never 401, which would say that the session ended.
 * @throws HttpError 400 for a wrong one, TooManyAttempts after too many
 */
export async function checkPassword(
  { auth, limiter, signIn }: Pick<ApiDeps, 'auth' | 'limiter' | 'signIn'>,
  uid: string,
  password: string,
): Promise<void> {
  const giveBack = await admit(limiter, ['passwordsOfMember', uid]);
  const { email } = await auth.getUser(uid);
  const signedIn = email === undefined ? null : await signIn(email, password);
  if (signedIn?.uid !== uid) throw new HttpError(400, 'Your current password is incorrect');
  await giveBack();
}
