import { isLocked } from '@quantalgo/contracts/access/access';
import { toUser } from '@quantalgo/contracts/account/member';
import type { SessionData } from '@quantalgo/contracts/auth/endpoints';
import { toMailbox } from '../../domain/core/limits';
import { readAddressUid } from '../../platform/auth/addresses';
import { isKnownDevice, verifyPassword, renewHash } from '../../platform/auth/credentials';
import type { Hasher } from '../../platform/auth/hashing';
import { issueTransfer, readTransfer, createTransferClaim } from '../../platform/auth/oneTimeCodes';
import { endSessionByProof, endSession } from '../../platform/auth/sessions';
import { startLock } from '../../platform/account/users';
import { toAddressLimitKey } from './auth';
import type { ApiDeps } from '../core/deps';
import { digestDevice, openOnDevice } from './devices';
import { HttpError, TooManyAttemptsError } from '../core/reply';
import { checkPassword, enforceLimits, type EndpointHandlers } from '../core/request';

// The same for an unknown address, a wrong password and a blocked account, to reveal none of them.
const createLoginError = () => new HttpError(401, 'Email or password is incorrect');

const TOO_MANY_UNKNOWN_DEVICES =
  'Too many attempts from unknown devices. Use a device you’ve logged in on before, or reset your password.';

interface Login {
  readonly email: string;
  readonly password: string;
  readonly device: string | null;
  readonly origin: string;
}

/**
 * The mailbox’s limit across all networks is counted last, so that refused attempts don't use it up.
 * @throws TooManyAttemptsError, for known and unknown addresses alike
 */
async function countUnknownDeviceAttempt(
  { limiter }: ApiDeps,
  { email, origin }: Login,
): Promise<() => Promise<void>> {
  const mailbox = toMailbox(email);
  const key = toAddressLimitKey(mailbox, origin);
  const refund = await enforceLimits(
    limiter,
    ['originLogins', origin],
    ['accountLogins', key],
    ['dailyAccountLogins', key],
  );
  const result = await limiter.take('loginsFromUnknownDevices', mailbox);
  if (!result.allowed)
    throw new TooManyAttemptsError(result.retryAfterMs, TOO_MANY_UNKNOWN_DEVICES);
  return async () => {
    await Promise.allSettled([refund(), result.refund()]);
  };
}

/**
 * @param count counts the attempt before the check, so that concurrent guesses all count
 * @throws HttpError 401
 */
async function logIn(
  deps: ApiDeps,
  { password, device }: Login,
  uid: string,
  { count, passwords }: { count: () => Promise<() => Promise<void>>; passwords: Hasher },
): Promise<SessionData> {
  const refund = await count();
  const { firestore } = deps;
  const provenHash = await verifyPassword({ firestore, passwords }, uid, password);
  if (!provenHash) throw createLoginError();
  const credential = await renewHash({ firestore, passwords }, uid, { password, provenHash });
  const data = await openOnDevice(deps, uid, device, { provenHash: credential });
  if (!data) throw createLoginError();
  await refund();
  return data;
}

// A known device has its own limit, so that attempts by strangers can't lock it out.
const isDeviceOfMember = (deps: ApiDeps, uid: string, device: string): Promise<boolean> =>
  isKnownDevice(deps.firestore, uid, digestDevice(deps, uid, device));

export const createAuthHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'login' | 'logout' | 'endSession' | 'me'> => ({
  async login({ body: { email, password }, device, identify, origin }) {
    const { hashing, limiter } = deps;
    const login = { email, password, device, origin };
    const findUid = async () => {
      const uid = await readAddressUid(deps, email);
      identify(uid);
      return uid;
    };
    const logInFromUnknownDevice = (uid: string | null) =>
      hashing.stranger(async (passwords) => {
        await enforceLimits(limiter, ['originHashes', origin]);
        const count = () => countUnknownDeviceAttempt(deps, login);
        return logIn(deps, login, uid ?? (await findUid()), { count, passwords });
      });
    // Without a device secret, a full hashing queue refuses the call before anything is read.
    if (device === null) return { data: await logInFromUnknownDevice(null) };
    const uid = await findUid();
    if (!(await isDeviceOfMember(deps, uid, device)))
      return { data: await logInFromUnknownDevice(uid) };
    await enforceLimits(limiter, ['memberHashes', uid]);
    const count = () => enforceLimits(limiter, ['deviceLogins', `${uid} ${device}`]);
    const data = await hashing.member((passwords) => logIn(deps, login, uid, { count, passwords }));
    return { data };
  },

  async logout({ caller: { session } }) {
    await endSession(deps.firestore, session, deps.clock());
    return { data: {}, message: 'You are logged out' };
  },

  async endSession({ body: { proof }, origin }) {
    await enforceLimits(deps.limiter, ['originLogoutProofs', origin]);
    await endSessionByProof(deps, proof, deps.clock());
    return { data: {}, message: 'You are logged out' };
  },

  async me({ caller: { session, record } }) {
    const lockedRecord =
      record.lockExpiresAt === null && isLocked(record)
        ? await startLock(deps.firestore, session.uid, deps.clock())
        : record;
    return { data: toUser(session.uid, lockedRecord ?? record) };
  },
});

const STAFF_TRANSFER_MESSAGE = 'Staff log in with their password and can’t use transfer codes';

export const createTransferHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'transferCode' | 'redeemTransferCode'> => ({
  async transferCode({ body: { currentPassword }, caller: { session, record } }) {
    const { clock, limiter } = deps;
    if (record.staff) throw new HttpError(403, STAFF_TRANSFER_MESSAGE);
    await checkPassword(deps, session.uid, currentPassword);
    await enforceLimits(limiter, ['memberTransfers', session.uid]);
    const { code, expiresAt } = await issueTransfer(deps, session, clock());
    return {
      data: { code: code.toUpperCase(), expiresAt: new Date(expiresAt).toISOString() },
    };
  },

  async redeemTransferCode({ body: { code }, device, identify, origin }) {
    const refund = await enforceLimits(deps.limiter, ['originTransfers', origin]);
    const uid = await readTransfer(deps, code);
    if (uid !== null) identify(uid);
    const claim = createTransferClaim(deps, code, deps.clock());
    const data = uid !== null && (await openOnDevice(deps, uid, device, { claim }));
    if (!data) throw new HttpError(400, 'Invalid or expired transfer code');
    await refund();
    return { data };
  },
});
