import { toUser } from '@quantalgo/contracts';
import { changeAccount } from '../platform/members/users';
import { beginDeletion, erase } from '../platform/privacy/erase';
import { endDevice, listDevices } from '../platform/members/sessions';
import { exportAccount } from '../platform/privacy/exportAccount';
import { exportSignals } from '../platform/privacy/exportSignals';
import { admit } from './admit';
import { checkPassword } from './checkPassword';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';
import { reopenSession } from './reopenSession';

type Names =
  | 'updateAccount'
  | 'devices'
  | 'endDevice'
  | 'endOtherDevices'
  | 'exportAccount'
  | 'exportSignals'
  | 'deleteAccount';

/** The member's own account: settings, devices, their data, and its end. */
export const accountHandlers = (deps: ApiDeps): HandlersOf<Names> => ({
  async updateAccount({ body, caller: { session } }) {
    const { auth, firestore } = deps;
    const { uid } = session;
    const record = await changeAccount(firestore, uid, body);
    if (body.fullName !== undefined) await auth.updateUser(uid, { displayName: record.fullName });
    return { data: toUser(uid, record), message: 'Your settings are saved' };
  },

  async devices({ caller: { session } }) {
    return { data: await listDevices(deps, session) };
  },

  async endDevice({ params: { id }, caller: { session } }) {
    const { clock, firestore } = deps;
    const device = { uid: session.uid, authTime: Number(id) };
    if (!(await endDevice(firestore, device, clock())))
      throw new HttpError(404, 'There is no such device');
    return { data: {}, message: 'The device is signed out' };
  },

  async endOtherDevices({ caller: { session } }) {
    await deps.auth.revokeRefreshTokens(session.uid);
    const data = await reopenSession(deps, session.uid);
    return { data, message: 'All other devices are signed out' };
  },

  async exportAccount({ caller: { session } }) {
    await admit(deps.limiter, ['exportsOfMember', session.uid]);
    return { data: await exportAccount(deps, session, deps.clock()) };
  },

  async exportSignals({ query: { after }, caller: { session, record } }) {
    const { clock, firestore, limiter } = deps;
    const { uid } = session;
    await admit(limiter, ['exportPagesOfMember', uid]);
    return { data: await exportSignals(firestore, { uid, record, after }, clock()) };
  },

  async deleteAccount({ body: { currentPassword }, caller: { session } }) {
    const { clock, firestore, log } = deps;
    await checkPassword(deps, session.uid, currentPassword);
    const deletion = await beginDeletion(firestore, session.uid, clock());
    try {
      await erase(deps, deletion);
    } catch (error) {
      // The deletion is decided and written down: what is left of it is done by the next run of its job.
      log.error('A deletion was broken off', { cause: error });
    }
    return { data: {}, message: 'Your account is deleted' };
  },
});
