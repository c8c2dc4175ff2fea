import { randomUUID } from 'node:crypto';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { reconcileAccounts } from '@quantalgo/functions/platform/access/reconcile';
import * as z from 'zod/mini';
import type { Api } from '../../../functions/test/server/http/suite';
import { exchange, refreshIdToken, signUp, toolkit } from '../fixtures/client';
import { endAll, type Grant, type Person, type World } from './sessionModel';

/** An API on which histories run; it reveals what was sealed into the last email. */
export interface Lane extends Api {
  readonly lastSealed: () => string | null;
}

export const getPersonFile = (uid: string): string => `proofs/${uid}/file`;

/** Like the inspection after an upload; retried if the connection breaks. */
export const giveFile = ({ bucket }: Lane, uid: string): Promise<void> =>
  bucket.file(getPersonFile(uid)).save('a file', {
    contentType: 'image/png',
    resumable: false,
    preconditionOpts: { ifGenerationMatch: 0 },
  });

/** Null if the step matches the model. */
type StepResult = Promise<string | null>;

export interface Turn {
  readonly world: World;
  readonly person: Person;
  readonly pick: <T>(of: readonly T[]) => T | undefined;
}

type Step = (lane: Lane, turn: Turn) => StepResult;

const sealedSchema = z.object({ code: z.optional(z.string()), token: z.optional(z.string()) });

const readLastMail = (lane: Lane) => sealedSchema.parse(JSON.parse(lane.lastSealed() ?? '{}'));

const post = (lane: Lane, path: string, body: object, token?: string) =>
  lane.call(path, { method: 'POST', body, ...(token !== undefined && { token }) });

type Reply = Awaited<ReturnType<typeof post>>;

const checkStatus = (
  what: string,
  { status, envelope }: Reply,
  expectedStatus: number,
): string | null =>
  status === expectedStatus ? null : `${what} answered ${status}: ${envelope?.message ?? ''}`;

/** Takes everything that a new session gives, like a thief who watches its holder. */
async function takeTokens({ world }: Turn, holder: Person, { envelope }: Reply): Promise<void> {
  const { token, customToken } = sessionSchema.parse(envelope?.data);
  const grant: Grant = { holder, isOpen: true, hasAccount: true };
  world.grants.push(grant);
  world.idTokens.push({ text: token, grant });
  world.customTokens.push({ text: customToken, grant });
  const { refreshToken } = await exchange(customToken);
  if (refreshToken !== undefined) world.refreshTokens.push({ text: refreshToken, grant });
}

function findOpenToken({ world, person, pick }: Turn): string | undefined {
  const isOpen = (grant: Grant | null) =>
    grant !== null && grant.holder === person && grant.isOpen && grant.hasAccount;
  return pick(world.idTokens.filter(({ grant }) => isOpen(grant)))?.text;
}

const findGrant = ({ idTokens }: World, token: string): Grant | null =>
  idTokens.find(({ text }) => text === token)?.grant ?? null;

const mayLogIn = ({ isThere, isBlocked, password }: Person): boolean =>
  isThere && !isBlocked && password !== null;

const register: Step = async (lane, turn) => {
  const { person } = turn;
  if (person.isThere) return null;
  const password = `Trader${randomUUID().slice(0, 8)}A1`;
  const registration = await post(lane, '/auth/register', signUp(person.email, password));
  const { code: confirmationCode = '' } = readLastMail(lane);
  const reply = await post(lane, '/auth/confirm-code', { email: person.email, confirmationCode });
  const fault =
    checkStatus('A registration', registration, 200) ?? checkStatus('Its code', reply, 200);
  if (fault !== null) return fault;
  const { user } = sessionSchema.parse(reply.envelope?.data);
  const access = { isThere: true, isBlocked: false, staff: false, tier: 'guest' } as const;
  Object.assign(person, { ...access, password, uid: user.id });
  await giveFile(lane, user.id);
  await takeTokens(turn, person, reply);
  return null;
};

const logIn: Step = async (lane, turn) => {
  const { email, password } = turn.person;
  const reply = await post(lane, '/auth/login', { email, password: password ?? 'Trader2026' });
  if (!mayLogIn(turn.person)) return checkStatus('A login of nobody', reply, 401);
  const fault = checkStatus('A login', reply, 200);
  if (fault === null) await takeTokens(turn, turn.person, reply);
  return fault;
};

const guess: Step = async (lane, { person }) => {
  const password = `${person.password ?? ''}x1A`;
  return checkStatus(
    'A guess',
    await post(lane, '/auth/login', { email: person.email, password }),
    401,
  );
};

const logOut: Step = async (lane, turn) => {
  const token = findOpenToken(turn);
  if (token === undefined) return null;
  const reply = await post(lane, '/auth/logout', {}, token);
  const grant = findGrant(turn.world, token);
  if (grant) grant.isOpen = false;
  for (const transfer of turn.world.transfers)
    if (transfer.grant === grant) transfer.isValid = false;
  return checkStatus('A logout', reply, 200);
};

/** A call that ends all sessions and opens a new one for its caller. */
async function renewSession(
  turn: Turn,
  what: string,
  call: (token: string) => Promise<Reply>,
): StepResult {
  const token = findOpenToken(turn);
  if (token === undefined) return null;
  const reply = await call(token);
  const fault = checkStatus(what, reply, 200);
  if (fault !== null) return fault;
  endAll(turn.world, turn.person);
  await takeTokens(turn, turn.person, reply);
  return null;
}

const changePassword: Step = (lane, turn) => {
  const { person } = turn;
  const { password: currentPassword } = person;
  if (currentPassword === null) return Promise.resolve(null);
  const newPassword = `Trader${randomUUID().slice(0, 8)}A1`;
  return renewSession(turn, 'A new password', async (token) => {
    const body = { currentPassword, newPassword };
    const reply = await post(lane, '/api/account/password', body, token);
    if (reply.status === 200) person.password = newPassword;
    return reply;
  });
};

const changeAddress: Step = (lane, turn) => {
  const { person } = turn;
  const { password: currentPassword } = person;
  if (currentPassword === null) return Promise.resolve(null);
  const email = `${randomUUID()}@histories.test`;
  return renewSession(turn, 'A new address', async (token) => {
    await post(lane, '/api/account/email', { email, currentPassword }, token);
    const { code: confirmationCode = '' } = readLastMail(lane);
    const reply = await post(lane, '/api/account/email/confirm', { confirmationCode }, token);
    if (reply.status === 200) person.email = email;
    return reply;
  });
};

const endOthers: Step = (lane, turn) =>
  renewSession(turn, 'The end of all others', (token) =>
    lane.call('/api/account/devices', { method: 'DELETE', token }),
  );

const codeSchema = z.object({ code: z.string() });

const askTransfer: Step = async (lane, turn) => {
  const { person, world } = turn;
  const token = findOpenToken(turn);
  if (token === undefined || person.password === null) return null;
  const body = { currentPassword: person.password };
  const reply = await post(lane, '/auth/transfer-code', body, token);
  const fault = checkStatus('A transfer code', reply, person.staff ? 403 : 200);
  if (fault !== null || person.staff) return fault;
  const { code } = codeSchema.parse(reply.envelope?.data);
  for (const before of world.transfers) if (before.holder === person) before.isValid = false;
  const grant = findGrant(world, token);
  world.transfers.push({ text: code, holder: person, grant, isValid: true });
  return null;
};

const useTransfer: Step = async (lane, turn) => {
  const transfer = turn.pick(turn.world.transfers);
  if (!transfer) return null;
  const { holder, isValid } = transfer;
  const reply = await post(lane, '/auth/redeem-transfer-code', { code: transfer.text });
  transfer.isValid = false;
  if (!isValid || holder.staff || holder.isBlocked)
    return reply.status === 200 ? 'A used transfer code opened a session' : null;
  const fault = checkStatus('A transfer', reply, 200);
  if (fault === null) await takeTokens(turn, holder, reply);
  return fault;
};

const MAX_LINKS = 3;

const askReset: Step = async (lane, { person, world }) => {
  const reply = await post(lane, '/auth/forgot-password', { email: person.email });
  const { token } = readLastMail(lane);
  if (person.isThere && token !== undefined) {
    const before = world.resets.filter(({ holder, isValid }) => holder === person && isValid);
    for (const old of before.slice(0, Math.max(0, before.length + 1 - MAX_LINKS)))
      old.isValid = false;
    world.resets.push({ text: token, holder: person, isValid: true });
  }
  return checkStatus('A forgotten password', reply, 200);
};

const useReset: Step = async (lane, { world, pick }) => {
  const reset = pick(world.resets);
  if (!reset) return null;
  const newPassword = `Trader${randomUUID().slice(0, 8)}A1`;
  const reply = await post(lane, '/auth/reset-password', { token: reset.text, newPassword });
  const fault = checkStatus('A reset', reply, reset.isValid ? 200 : 400);
  if (fault !== null || !reset.isValid) return fault;
  endAll(world, reset.holder);
  reset.holder.password = newPassword;
  return null;
};

const setBlocked =
  (isBlocked: boolean): Step =>
  async ({ auth, firestore }, { person, world }) => {
    if (!person.isThere) return null;
    await auth
      .updateUser(person.uid, { disabled: isBlocked })
      .catch(() => auth.createUser({ uid: person.uid, disabled: isBlocked }));
    const singleAccount = {
      listUsers: () => auth.getUsers([{ uid: person.uid }]),
      deleteUsers: (uids: string[]) => auth.deleteUsers(uids),
    };
    await reconcileAccounts({ auth: singleAccount, firestore }, Date.now());
    if (isBlocked && !person.isBlocked) endAll(world, person);
    person.isBlocked = isBlocked;
    return null;
  };

type Access = Partial<Pick<Person, 'tier' | 'staff'>>;

const setAccess =
  (access: Access): Step =>
  async ({ auth, firestore }, { person, world }) => {
    if (!person.isThere) return null;
    const state = access.tier === undefined ? {} : SETTABLE_ACCESS[access.tier];
    const change = { ...state, ...(access.staff !== undefined && { staff: access.staff }) };
    // Access changes even without the Firebase account: its claims are created with it.
    await changeAccess(
      { auth, firestore, log: console },
      { uid: person.uid, by: 'history', reason: 'a step', now: Date.now(), change },
    );
    if (person.staff && access.staff === false) endAll(world, person);
    Object.assign(person, access);
    return null;
  };

const remove: Step = async (lane, turn) => {
  const { person, world } = turn;
  const token = findOpenToken(turn);
  if (token === undefined || person.password === null) return null;
  const body = { currentPassword: person.password };
  const reply = await lane.call('/api/account', { method: 'DELETE', token, body });
  endAll(world, person);
  Object.assign(person, { isThere: false, password: null });
  return checkStatus('A deletion', reply, 200);
};

/**
 * What anyone can do at Firebase with the public key: renew, exchange retained tokens, sign up,
 * delete.
 */
const renew: Step = async (_, { world, pick }) => {
  const heldToken = pick(world.refreshTokens);
  const text = heldToken && (await refreshIdToken(heldToken.text).catch(() => undefined));
  if (text !== undefined) world.idTokens.push({ text, grant: heldToken?.grant ?? null });
  return null;
};

const exchangeKept: Step = async (_, { world, pick }) => {
  const heldToken = pick(world.customTokens);
  const { idToken } = heldToken ? await exchange(heldToken.text) : {};
  if (idToken !== undefined)
    world.idTokens.push({ text: idToken, grant: heldToken?.grant ?? null });
  return null;
};

const signUpAtFirebase: Step = async (_, { world, person }) => {
  const body = { email: person.email, password: 'Attacker2026', returnSecureToken: true };
  const { idToken } = await toolkit('signUp', body);
  if (idToken !== undefined) world.idTokens.push({ text: idToken, grant: null });
  return null;
};

const deleteAtFirebase: Step = async (_, { world, pick }) => {
  const heldToken = pick(world.idTokens);
  if (!heldToken) return null;
  await toolkit('delete', { idToken: heldToken.text });
  for (const grant of world.grants)
    if (grant.holder === heldToken.grant?.holder) grant.hasAccount = false;
  return null;
};

export const STEPS = {
  register,
  logIn,
  guess,
  logOut,
  changePassword,
  changeAddress,
  endOthers,
  askTransfer,
  useTransfer,
  askReset,
  useReset,
  block: setBlocked(true),
  unblock: setBlocked(false),
  makeEssential: setAccess({ tier: 'essential' }),
  makeGuest: setAccess({ tier: 'guest' }),
  makeStaff: setAccess({ staff: true }),
  dismiss: setAccess({ staff: false }),
  remove,
  renew,
  exchangeKept,
  signUpAtFirebase,
  deleteAtFirebase,
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof STEPS;
