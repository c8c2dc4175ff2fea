import { mayUse } from '@quantalgo/contracts/access/access';
import { toUser } from '@quantalgo/contracts/account/member';
import { OTHER_COUNTRY, phoneProblem } from '@quantalgo/contracts/auth/registration';
import { MAX_BOTS } from '@quantalgo/contracts/bots/configuration';
import { CONFIRMATION_CODE_MS } from '@quantalgo/contracts/core/validation';
import { TooManyConflictsError } from '@quantalgo/contracts/journal/write';
import { stopWithin } from '../domain/account/account';
import { idempotentCall } from '../platform/core/idempotency';
import { type MailOrder, queueMail, sealParameters } from '../platform/core/queues';
import { JournalFullError, readJournal, writeJournal } from '../platform/journal/journal';
import { confirmAddressChange, issueAddressChange, isTaken } from '../platform/auth/addressChange';
import { endOtherSessions } from '../platform/auth/endings';
import { changePassword } from '../platform/auth/passwordChanges';
import { chooseFirstPassword } from '../platform/auth/registrations';
import { endDevice, listDevices } from '../platform/auth/sessions';
import { changeAccount } from '../platform/account/users';
import { changeBot, readBots } from '../platform/bots/bots';
import { beginDeletion, erase } from '../platform/privacy/erase';
import { exportAccount } from '../platform/privacy/exportAccount';
import { exportSignals } from '../platform/privacy/exportSignals';
import { admitOrRefuse } from './auth/auth';
import { actsAsStaff, type Member } from './core/callers';
import type { ApiDeps } from './core/deps';
import { replacementOn } from './auth/devices';
import { HttpError } from './core/reply';
import { checkPassword, enforceLimits, type HandlersOf, refuseWeak } from './core/request';

type Names =
  | 'updateAccount'
  | 'devices'
  | 'endDevice'
  | 'endOtherDevices'
  | 'exportAccount'
  | 'exportSignals'
  | 'deleteAccount';

/** The member's own account: settings, devices, data export and deletion. */
export const accountHandlers = (deps: ApiDeps): HandlersOf<Names> => ({
  async updateAccount({ body, caller: { session, record: before }, idempotencyKey: key }) {
    const { uid } = session;
    const { phone, stoppedUntil: asked } = body;
    const problem =
      phone === undefined ? undefined : phoneProblem(phone, before.country ?? OTHER_COUNTRY);
    if (problem !== undefined) throw new HttpError(400, problem);
    await enforceLimits(deps.limiter, ['changesOfMember', uid]);
    const stoppedUntil = stopWithin(asked, deps.clock());
    const call = idempotentCall(uid, key, 'updateAccount', body);
    const change = { ...body, stoppedUntil };
    const record = await changeAccount(deps.firestore, { uid, call, change }, deps.clock());
    return { data: toUser(uid, record), message: 'Your settings are saved' };
  },

  async devices({ caller: { session, noted } }) {
    // The list must contain the calling device.
    await noted;
    return { data: await listDevices(deps.firestore, session, deps.clock()) };
  },

  async endDevice({ params: { id }, caller: { session } }) {
    const { clock, firestore } = deps;
    const device = { uid: session.uid, sid: id };
    await enforceLimits(deps.limiter, ['changesOfMember', session.uid]);
    if (!(await endDevice(firestore, device, clock())))
      throw new HttpError(404, 'There is no such device');
    return { data: {}, message: 'The device is signed out' };
  },

  async endOtherDevices({ caller: { session }, device: given }) {
    await enforceLimits(deps.limiter, ['changesOfMember', session.uid]);
    const { device, prepare } = replacementOn(deps, session.uid, given);
    const data = await endOtherSessions(deps, session, await prepare(), deps.clock());
    return { data: { ...data, device }, message: 'All other devices are signed out' };
  },

  async exportAccount({ caller: { session } }) {
    await enforceLimits(deps.limiter, ['exportsOfMember', session.uid]);
    return { data: await exportAccount(deps, session, deps.clock()) };
  },

  async exportSignals({ query: { after }, caller }) {
    const { clock, firestore, limiter } = deps;
    const { session, record } = caller;
    const { uid } = session;
    await enforceLimits(limiter, ['exportPagesOfMember', uid]);
    const withoutRole = record.staff && !actsAsStaff(deps, caller);
    const asked = { uid, record, after, withoutRole };
    return { data: await exportSignals(firestore, asked, clock()) };
  },

  async deleteAccount({ body: { currentPassword }, caller: { session } }) {
    const { clock, firestore, log } = deps;
    await checkPassword(deps, session.uid, currentPassword);
    const deletion = await beginDeletion(firestore, session, clock());
    try {
      await erase(deps, deletion);
    } catch (error) {
      // The deletion is recorded: the next run of its job completes it.
      log.error('A deletion was broken off', { cause: error });
    }
    return { data: {}, message: 'Your account is deleted' };
  },
});

/** The member's journal. */
export const journalHandlers = (deps: ApiDeps): HandlersOf<'journal' | 'writeJournal'> => ({
  async journal({ query: { after }, caller: { session } }) {
    await enforceLimits(deps.limiter, ['journalPagesOfMember', session.uid]);
    return { data: await readJournal(deps.firestore, session.uid, after) };
  },

  async writeJournal({ body: { writes }, caller: { session }, idempotencyKey: key }) {
    const { clock, firestore, limiter } = deps;
    const { uid } = session;
    await enforceLimits(limiter, ['journalWritesOfMember', uid]);
    const call = idempotentCall(uid, key, 'writeJournal', writes);
    try {
      return { data: { entries: await writeJournal(firestore, call, writes, clock()) } };
    } catch (error) {
      if (error instanceof JournalFullError || error instanceof TooManyConflictsError)
        throw new HttpError(409, error.message);
      throw error;
    }
  },
});

const HAS_PASSWORD = 'Your account has a password: change it in your settings';

const BAD_CODE = 'Invalid or expired confirmation code';

/**
 * Mails the code to the new address, or a notice where that address has an account already. Both cases write the same.
 */
async function mailAddressChange(deps: ApiDeps, uid: string, email: string): Promise<void> {
  const { clock, firestore } = deps;
  const now = clock();
  const taken = await isTaken(deps, uid, email);
  const batch = firestore.batch();
  const code = issueAddressChange(deps, batch, { uid, email }, now);
  const order: MailOrder = taken
    ? { template: 'emailTaken', to: email, parameters: {} }
    : {
        template: 'emailChange',
        to: email,
        uid,
        parameters: {},
        sealed: sealParameters(deps, { code }),
        validUntil: now + CONFIRMATION_CODE_MS,
      };
  queueMail(deps, batch, order, now);
  await batch.commit();
}

/** Address and password. A change ends all sessions, and the reply opens a new one for this device. */
export const credentialsHandlers = (
  deps: ApiDeps,
): HandlersOf<'changeEmail' | 'confirmEmail' | 'changePassword' | 'choosePassword'> => ({
  async changeEmail({ body: { email, currentPassword }, caller, challenge, origin }) {
    const { uid } = caller.session;
    if (email === caller.record.email) throw new HttpError(400, 'This is already your address');
    await checkPassword(deps, uid, currentPassword);
    const isAdmitted = await admitOrRefuse(deps, { email, origin, challenge });
    await enforceLimits(deps.limiter, ['addressChangesOfMember', uid]);
    if (isAdmitted) await mailAddressChange(deps, uid, email);
    return { data: {}, message: 'We sent a confirmation code to the new address' };
  },

  async confirmEmail({ body: { confirmationCode: code }, caller: { session }, device: given }) {
    const { device, prepare } = replacementOn(deps, session.uid, given);
    const data = await confirmAddressChange(deps, { session, code }, prepare, deps.clock());
    if (data === 'exhausted') throw new HttpError(400, `${BAD_CODE}. Please ask for a new code.`);
    if (data === 'wrong') throw new HttpError(400, BAD_CODE);
    return { data: { ...data, device }, message: 'Your address is changed' };
  },

  async choosePassword({ body: { newPassword, ...details }, caller: { session } }) {
    const { clock, firestore, hashing, limiter } = deps;
    await enforceLimits(limiter, ['changesOfMember', session.uid], ['hashesOfMember', session.uid]);
    refuseWeak(deps, newPassword);
    const password = await hashing.member((passwords) => passwords.hash(newPassword));
    const chosen = { password, ...details };
    const record = await chooseFirstPassword(firestore, session, chosen, clock());
    if (!record) throw new HttpError(409, HAS_PASSWORD);
    return { data: toUser(session.uid, record), message: 'Your password is set' };
  },

  async changePassword({ body, caller: { session }, device: given }) {
    const { currentPassword, newPassword } = body;
    await checkPassword(deps, session.uid, currentPassword);
    refuseWeak(deps, newPassword);
    const password = await deps.hashing.member((passwords) => passwords.hash(newPassword));
    const { device, prepare } = replacementOn(deps, session.uid, given);
    const change = { password, replacement: await prepare() };
    const data = await changePassword(deps, session, change, deps.clock());
    return { data: { ...data, device }, message: 'Your password is changed' };
  },
});

/** @throws HttpError 403 while the bot's screen is locked for the member */
function needBot(deps: ApiDeps, caller: Member): void {
  if (mayUse('bot-access', { ...caller.record, staff: actsAsStaff(deps, caller) })) return;
  throw new HttpError(403, 'Your dashboard is locked. Link a funded broker account to unlock it.');
}

/** The member's paper bots. */
export const botsHandlers = (deps: ApiDeps): HandlersOf<'bots' | 'changeBot'> => ({
  async bots({ caller }) {
    needBot(deps, caller);
    return { data: await readBots(deps.firestore, caller.session.uid) };
  },

  async changeBot({ params: { id }, body: { configuration }, caller, idempotencyKey: key }) {
    needBot(deps, caller);
    const { uid } = caller.session;
    await enforceLimits(deps.limiter, ['botsOfMember', uid]);
    const call = idempotentCall(uid, key, 'changeBot', id, configuration);
    const data = await changeBot(deps.firestore, { uid, id, configuration, call }, deps.clock());
    if (!data)
      throw new HttpError(409, `You have ${MAX_BOTS} bots. Remove one before adding another.`);
    return { data };
  },
});
