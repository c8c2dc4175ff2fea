import { toUser } from '@quantalgo/contracts/account/member';
import { NO_DEVICE } from '@quantalgo/contracts/auth/securityEndpoints';
import { validatePhone } from '@quantalgo/contracts/auth/registration';
import { capStop } from '../domain/account/account';
import { createIdempotentCall } from '../platform/core/idempotency';
import { endOtherSessions } from '../platform/auth/endSessions';
import { endDevice, listDevices } from '../platform/auth/sessions';
import { changeAccount } from '../platform/account/users';
import { beginDeletion, eraseMember } from '../platform/privacy/erase';
import { exportAccount } from '../platform/privacy/exportAccount';
import { exportSignals } from '../platform/privacy/exportSignals';
import { hasStaffRights } from './core/callers';
import type { ApiDeps } from './core/deps';
import { createReplacement } from './auth/devices';
import { HttpError } from './core/reply';
import { checkPassword, enforceLimits, type EndpointHandlers } from './core/request';
import { COUNTRY_NAMES, OTHER_COUNTRY } from '@quantalgo/contracts/auth/countries';

type AccountEndpoints =
  | 'updateAccount'
  | 'devices'
  | 'logOutDevice'
  | 'logOutOtherDevices'
  | 'exportAccount'
  | 'exportSignals'
  | 'deleteAccount';

export const createAccountHandlers = (deps: ApiDeps): EndpointHandlers<AccountEndpoints> => ({
  async updateAccount({ body, caller: { session, record: currentRecord }, idempotencyKey: key }) {
    const { uid } = session;
    const { phone, country, stoppedUntil: requestedStop } = body;
    if (country !== undefined && !COUNTRY_NAMES.some((name) => name === country))
      throw new HttpError(400, 'Choose a country from the list');
    const problem =
      phone === undefined
        ? undefined
        : validatePhone(phone, country ?? currentRecord.country ?? OTHER_COUNTRY);
    if (problem !== undefined) throw new HttpError(400, problem);
    await enforceLimits(deps.limiter, ['memberChanges', uid]);
    const stoppedUntil = capStop(requestedStop, deps.clock());
    const call = createIdempotentCall(uid, key, 'updateAccount', body);
    const change = { ...body, stoppedUntil };
    const record = await changeAccount(deps.firestore, { uid, call, change }, deps.clock());
    return { data: toUser(uid, record), message: 'Your settings are saved' };
  },

  async devices({ caller: { session, deviceRecorded } }) {
    // Awaited, because the list must contain the calling device.
    await deviceRecorded;
    return { data: await listDevices(deps.firestore, session, deps.clock()) };
  },

  async logOutDevice({ params: { id }, caller: { session }, origin }) {
    const { clock, firestore } = deps;
    const { uid } = session;
    const device = { uid, sid: id };
    await enforceLimits(deps.limiter, ['accountLogouts', `${uid} ${origin}`]);
    if (!(await endDevice(firestore, device, clock()))) throw new HttpError(404, NO_DEVICE);
    return { data: {}, message: 'The device is logged out' };
  },

  async logOutOtherDevices({ caller: { session }, device: sentSecret, origin }) {
    await enforceLimits(deps.limiter, ['accountLogouts', `${session.uid} ${origin}`]);
    const { device, prepare } = createReplacement(deps, session.uid, sentSecret);
    const data = await endOtherSessions(deps, session, await prepare(), deps.clock());
    return { data: { ...data, device }, message: 'All other devices are logged out' };
  },

  async exportAccount({ caller: { session } }) {
    await enforceLimits(deps.limiter, ['memberExports', session.uid]);
    return { data: await exportAccount(deps, session, deps.clock()) };
  },

  async exportSignals({ query: { after }, caller }) {
    const { clock, firestore, limiter } = deps;
    const { session, record } = caller;
    const { uid } = session;
    await enforceLimits(limiter, ['memberExportPages', uid]);
    const withoutRole = record.staff && !hasStaffRights(deps, caller);
    const request = { uid, record, after, withoutRole };
    return { data: await exportSignals(firestore, request, clock()) };
  },

  async deleteAccount({ body: { currentPassword }, caller: { session } }) {
    const { clock, firestore, log } = deps;
    await checkPassword(deps, session.uid, currentPassword);
    const deletion = await beginDeletion(firestore, session, clock());
    try {
      await eraseMember(deps, deletion);
    } catch (error) {
      // The deletion is recorded, so the next run of its job completes it.
      log.error('A deletion failed', { cause: error });
    }
    return { data: {}, message: 'Your account has been deleted' };
  },
});
