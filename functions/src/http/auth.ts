import { isLocked, toUser } from '@quantalgo/contracts';
import { endSession } from '../platform/members/sessions';
import { readUser, startLock } from '../platform/members/users';
import { admit } from './admit';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';

/** One answer for an unknown address, a wrong password and a closed account: nobody learns which it was. */
const refused = () => new HttpError(401, 'Email or password is incorrect');

/** Sessions: log in, log out, who am I. */
export const authHandlers = ({
  auth,
  clock,
  firestore,
  limiter,
  signIn,
}: ApiDeps): HandlersOf<'login' | 'logout' | 'me'> => ({
  async login({ body: { email, password }, origin }) {
    // Counted before the password is looked at, so that guesses made at once all count; a success is taken back.
    const succeed = await admit(limiter, ['loginsOfOrigin', origin], ['loginsOfAccount', email]);
    const signedIn = await signIn(email, password);
    if (!signedIn) throw refused();
    const { uid, token } = signedIn;
    // Without claims: those of a custom token would shadow what is granted later.
    const [record, customToken] = await Promise.all([
      readUser(firestore, uid),
      auth.createCustomToken(uid),
    ]);
    if (!record) throw refused();
    await succeed();
    return { data: { token, customToken, user: toUser(uid, record) } };
  },

  async logout({ caller: { session } }) {
    await endSession(firestore, session, clock());
    return { data: {}, message: 'You are logged out' };
  },

  async me({ caller: { session, record } }) {
    const started =
      record.lockExpiresAt === null && isLocked(record)
        ? await startLock(firestore, session.uid, clock())
        : record;
    return { data: toUser(session.uid, started ?? record) };
  },
});
