import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { telegramEndpoints } from '@quantalgo/contracts/telegram/endpoints';
import { EVERY_WAY_IN, type WayIn } from '@quantalgo/functions/collections/auth';
import { addressKey } from '@quantalgo/functions/platform/auth/addresses';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { parseDevices, getPacksCollection } from '@quantalgo/functions/platform/account/pushPacks';
import { syncDueChannelMemberships } from '@quantalgo/functions/platform/telegram/members';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { logIn, PASSWORD, logInNewMember } from '../../../../functions/test/server/http/members';
import {
  readMailSecret,
  mailsTo,
  newAddress,
  post,
  registration,
} from '../../../../functions/test/server/auth/visitor';
import { PUSH_ON, createBrowserSubscription } from '../../../../functions/test/server/push/browser';
import { LOCAL_BOT } from '../../../src/suite/environment';
import { STARTER, SITE_URL, startBotApi } from '../telegram/site';

const NEW_PASSWORD = 'Owner2027';

type Stage = Awaited<ReturnType<typeof startBotApi>>;

let api: Stage['api'];
let stand: Stage['stand'];
let bot: Stage['bot'];
let now = Date.now();
let person = 9000;

beforeAll(async () => {
  ({ api, bot, stand } = await startBotApi('demo-ways-in', { push: PUSH_ON, clock: () => now }));
});
afterAll(async () => {
  await stand.stop();
  await api.close();
});

type Owner = Awaited<ReturnType<typeof logInNewMember>>;

/** The owner of an account, and a thief's session in it. */
interface Theft {
  readonly owner: Owner;
  readonly thief: { readonly token: string; readonly device?: string | undefined };
}

/** Whether the way in still works. */
type Probe = () => Promise<boolean>;

const codeSchema = z.object({ code: z.string() });

const codeIn = ({ envelope }: Awaited<ReturnType<typeof post>>): string =>
  codeSchema.parse(envelope?.data).code;

const telegramCode = async ({ thief }: Theft): Promise<string> => {
  const body = { currentPassword: PASSWORD };
  const { envelope } = await post(api, '/api/telegram/code', body, thief.token);
  return telegramEndpoints.telegramCode.data.parse(envelope?.data).code;
};

async function isInChannel(who: number): Promise<boolean> {
  await syncDueChannelMemberships({
    firestore: api.firestore,
    clock: () => now,
    api: bot,
    channels: LOCAL_BOT.channels,
    siteUrl: SITE_URL,
  });
  await stand.telegram.askToJoin(who, STARTER);
  return stand.telegram.chat(STARTER).members.has(who);
}

/** Makes each way in as a thief with a session and the password can, and returns its probe. */
const MAKE: Readonly<Record<WayIn, (theft: Theft) => Promise<Probe>>> = {
  sessions: ({ thief }) =>
    Promise.resolve(
      async () => (await api.call('/auth/me', { token: thief.token })).status === 200,
    ),

  credentials: ({ owner }) =>
    Promise.resolve(async () => {
      const credential = await api.firestore.doc(`credentials/${owner.uid}`).get();
      const devices = z.safeParse(z.array(z.string()), credential.get('devices')).data ?? [];
      return devices.length > 1;
    }),

  async pushPacks({ owner, thief }) {
    const body = { subscription: createBrowserSubscription(), zone: 'Africa/Lagos' };
    await post(api, '/api/push/subscriptions', body, thief.token);
    return async () => {
      const { docs } = await getPacksCollection(api.firestore).get();
      return docs
        .flatMap((pack) => parseDevices(pack).devices)
        .some(({ uid }) => uid === owner.uid);
    };
  },

  async telegramChats(theft) {
    const who = (person += 1);
    await stand.telegram.say(who, `/start ${await telegramCode(theft)}`);
    return () => isInChannel(who);
  },

  async telegramCodes(theft) {
    const code = await telegramCode(theft);
    const who = (person += 1);
    return async () => {
      await stand.telegram.say(who, `/start ${code}`);
      return isInChannel(who);
    };
  },

  async transfers({ thief }) {
    const body = { currentPassword: PASSWORD };
    const code = codeIn(await post(api, '/auth/transfer-code', body, thief.token));
    return async () => (await post(api, '/auth/redeem-transfer-code', { code })).status === 200;
  },

  async resets({ owner }) {
    now += 1000;
    await post(api, '/auth/forgot-password', { email: owner.email });
    const token = await readMailSecret(api, owner.email, 'token');
    return async () => (await post(api, '/auth/verify-reset-token', { token })).status === 200;
  },

  async addressChanges({ owner, thief }) {
    const email = newAddress();
    await post(api, '/api/account/email', { email, currentPassword: PASSWORD }, thief.token);
    const confirmationCode = await readMailSecret(api, email, 'code');
    // Even with a session of the owner's own.
    const password = async (text: string) =>
      post(api, '/auth/login', { email: owner.email, password: text });
    return async () => {
      for (const text of [PASSWORD, NEW_PASSWORD]) {
        const { data } = sessionSchema.safeParse((await password(text)).envelope?.data);
        if (!data) continue;
        const path = '/api/account/email/confirm';
        if ((await post(api, path, { confirmationCode }, data.token)).status === 200) return true;
      }
      return false;
    };
  },

  async registrations({ owner }) {
    // A confirmation that was broken off leaves its code valid until its session is open.
    const other = newAddress();
    await post(api, '/auth/register', registration(other));
    const key = addressKey(owner.email);
    const confirmationCode = 'abcdefg';
    const digest = api.secrets.digest(`confirmation code of ${key}`, confirmationCode);
    const registrations = api.firestore.collection('registrations');
    const [template] = (await registrations.where('address', '==', addressKey(other)).get()).docs;
    const codes = [{ digest, validUntil: Timestamp.fromMillis(now + 30 * MINUTE_MS) }];
    const fields = { ...template?.data(), address: key, email: owner.email, codes };
    await registrations.doc(owner.uid).set(fields);
    const body = { email: owner.email, confirmationCode };
    return async () => (await post(api, '/auth/confirm-code', body)).status === 200;
  },
};

/** Owner actions that end all sessions. */
const ENDINGS: Readonly<Record<string, (owner: Owner) => Promise<unknown>>> = {
  'logging out everywhere': ({ token }) =>
    api.call('/api/account/devices', { method: 'DELETE', token }),

  'a new password': ({ token }) => {
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    return post(api, '/api/account/password', body, token);
  },

  async 'a reset'({ email }) {
    // Mails of one moment have no order.
    now += 1000;
    await post(api, '/auth/forgot-password', { email });
    const token = await readMailSecret(api, email, 'token');
    return post(api, '/auth/reset-password', { token, newPassword: NEW_PASSWORD });
  },

  async 'a new address'({ token }) {
    const email = newAddress();
    now += 1000;
    await post(api, '/api/account/email', { email, currentPassword: PASSWORD }, token);
    const confirmationCode = await readMailSecret(api, email, 'code');
    return post(api, '/api/account/email/confirm', { confirmationCode }, token);
  },

  'deleting the account': ({ token }) =>
    api.call('/api/account', {
      method: 'DELETE',
      token,
      body: { currentPassword: PASSWORD },
    }),
};

async function steal(): Promise<Theft> {
  // Beyond what counts for an hour, as all of this comes from one origin.
  now += 61 * MINUTE_MS;
  const owner = await logInNewMember(api, { tier: 'starter' });
  const { token, device } = await logIn(api, owner.email);
  return { owner, thief: { token, device } };
}

describe.each(EVERY_WAY_IN)('way in: %s', (way) => {
  it('opens the account until it is closed', async () => {
    const probe = await MAKE[way](await steal());
    expect(await probe()).toBe(true);
  });

  // A change of address is asked for once at a time: the owner's replaces the thief's.
  const endings = Object.entries(ENDINGS);
  it.each(endings)('opens nothing after %s', async (_name, end) => {
    const theft = await steal();
    const probe = await MAKE[way](theft);
    const ended = await end(theft.owner);
    expect(ended).toMatchObject({ status: 200 });
    now += 1000;
    expect(await probe()).toBe(false);
  });
});

describe('revoked staff rights', () => {
  it.each(EVERY_WAY_IN.filter((way) => way !== 'transfers'))('close %s', async (way) => {
    now += 61 * MINUTE_MS;
    const owner = await logInNewMember(api, { tier: 'starter', staff: true });
    const thief = await logIn(api, owner.email);
    const probe = await MAKE[way]({ owner, thief });
    const change = { staff: false };
    await changeAccess(api, { uid: owner.uid, change, by: 'somebody', reason: 'A test', now });
    expect(await probe()).toBe(false);
  });
});

describe('linked Telegram chat', () => {
  const link = async (token: string) => {
    const who = (person += 1);
    const { envelope } = await post(
      api,
      '/api/telegram/code',
      { currentPassword: PASSWORD },
      token,
    );
    const { code } = telegramEndpoints.telegramCode.data.parse(envelope?.data);
    await stand.telegram.say(who, `/start ${code}`);
    return who;
  };
  const heard = (who: number) =>
    stand.telegram
      .chat(String(who))
      .messages.flatMap(({ from, text }) => (from === 'bot' ? text : []));
  const templates = async (email: string) =>
    (await mailsTo(api, email)).map(({ template }) => template);
  const pushed = async (uid: string) => {
    const { docs } = await api.firestore.collection('pushes').where('uid', '==', uid).get();
    return docs.map((push) => String(push.get('about')));
  };

  it('requires the password and notifies the owner by mail and push', async () => {
    const { owner, thief } = await steal();
    const guess = { currentPassword: 'Wrong2026' };
    expect((await post(api, '/api/telegram/code', guess, thief.token)).status).toBe(400);
    expect((await post(api, '/api/telegram/code', {}, thief.token)).status).toBe(400);
    await link(thief.token);
    expect(await templates(owner.email)).toContain('telegramLinked');
    expect(await pushed(owner.uid)).toContain('telegram-linked');
  });

  it('can’t be replaced until it is unlinked', async () => {
    const { owner, thief } = await steal();
    const mine = await link(owner.token);
    const refused = await post(
      api,
      '/api/telegram/code',
      { currentPassword: PASSWORD },
      thief.token,
    );
    expect([refused.status, refused.envelope?.message]).toEqual([
      409,
      'A chat is already linked. Unlink it first.',
    ]);
    expect(await isInChannel(mine)).toBe(true);
  });

  it('can’t be replaced with a code issued before it was linked', async () => {
    const { owner } = await steal();
    const readCode = async () => {
      const body = { currentPassword: PASSWORD };
      const { envelope } = await post(api, '/api/telegram/code', body, owner.token);
      return telegramEndpoints.telegramCode.data.parse(envelope?.data).code;
    };
    const code = await readCode();
    const linked = await api.firestore
      .collection('telegramCodes')
      .where('uid', '==', owner.uid)
      .get();
    const mine = (person += 1);
    await stand.telegram.say(mine, `/start ${code}`);
    // As of a second call in flight.
    await Promise.all(linked.docs.map((one) => one.ref.set(one.data())));
    const other = (person += 1);
    await stand.telegram.say(other, `/start ${code}`);
    expect(heard(other).at(-1)).toContain('linked to another chat');
    expect(await isInChannel(mine)).toBe(true);
    expect(await isInChannel(other)).toBe(false);
  });

  it('is notified when another session unlinks it, and so is the owner', async () => {
    const { owner, thief } = await steal();
    const mine = await link(owner.token);
    expect(await isInChannel(mine)).toBe(true);
    await api.call('/api/telegram', { method: 'DELETE', token: thief.token });
    expect(await isInChannel(mine)).toBe(false);
    expect(heard(mine).some((text) => text.includes('was unlinked from its account'))).toBe(true);
    expect(await templates(owner.email)).toContain('telegramUnlinked');
    expect(await pushed(owner.uid)).toContain('telegram-unlinked');
  });
});
