import type { Tier } from '@quantalgo/contracts/access/access';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { telegramEndpoints, telegramLinkSchema } from '@quantalgo/contracts/telegram/endpoints';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { markChatsDue, unlinkErasedMember } from '@quantalgo/functions/platform/auth/telegramChats';
import {
  syncChannelMembership,
  syncDueChannelMemberships,
} from '@quantalgo/functions/platform/telegram/members';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAfterRead } from '../../../../functions/test/server/http/afterRead';
import { PASSWORD, logInNewMember } from '../../../../functions/test/server/http/members';
import { LOCAL_BOT } from '../../../src/suite/environment';
import type { BotFault } from '../../../src/suite/telegramChats';
import { ESSENTIAL, STARTER, SITE_URL, startBotApi } from './site';

type Stage = Awaited<ReturnType<typeof startBotApi>>;

let api: Stage['api'];
let stand: Stage['stand'];
let bot: Stage['bot'];
let now = Date.parse('2026-11-20T11:00:00Z');
let person = 7000;

beforeAll(async () => {
  ({ api, bot, stand } = await startBotApi('demo-telegram-members', { clock: () => now }));
});
beforeEach(() => {
  person += 1;
});
afterAll(async () => {
  await stand.stop();
  await api.close();
});

const deps = () => ({
  firestore: api.firestore,
  clock: () => now,
  api: bot,
  channels: LOCAL_BOT.channels,
  siteUrl: SITE_URL,
});
const telegram = () => stand.telegram;
const heard = (who = person) =>
  telegram()
    .chat(String(who))
    .messages.filter(({ from }) => from === 'bot')
    .map(({ text }) => text);
const lastHeard = (who = person) => heard(who).at(-1) ?? '';
const isIn = (channel: string, who = person) => telegram().chat(channel).members.has(who);
/** What the trigger of a changed chat does. */
const sync = (who = person) => syncChannelMembership(deps(), String(who));

const codeOf = async (token: string) => {
  const body = { currentPassword: PASSWORD };
  const { envelope } = await api.call('/api/telegram/code', { method: 'POST', token, body });
  return telegramEndpoints.telegramCode.data.parse(envelope?.data);
};
const linkOf = async (token: string) =>
  telegramLinkSchema.parse((await api.call('/api/telegram', { token })).envelope?.data);

/** A member whose chat is linked, and who was let into the channel of their tier. */
async function inChannel(tier: Tier = 'starter') {
  const member = await logInNewMember(api, { tier });
  await telegram().say(person, `/start ${(await codeOf(member.token)).code}`);
  await sync();
  await telegram().askToJoin(person, tier === 'essential' ? ESSENTIAL : STARTER);
  return member;
}

async function grant(uid: string, tier: Tier) {
  const change = { tier, dashboardUnlocked: tier !== 'guest', hasDeposited: tier !== 'guest' };
  await changeAccess(api, { uid, change, by: 'somebody', reason: 'A test', now });
  await markChatsDue(api.firestore, uid);
  await sync();
}

describe('linking a chat', () => {
  it('takes a code of the app, once, and says so in the app', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    const { code, url } = await codeOf(token);
    expect(url).toBe(`https://t.me/quantalgo_signals_bot?start=${code.toLowerCase()}`);
    expect(await linkOf(token)).toMatchObject({ linkedAt: null, channel: 'starter' });
    await telegram().say(person, `/start ${code.toLowerCase()}`);
    expect(lastHeard()).toContain('This chat is linked.');
    expect((await linkOf(token)).linkedAt).toBe(new Date(now).toISOString());
    person += 1;
    await telegram().say(person, `/start ${code}`);
    expect(lastHeard()).toContain(
      'This code is wrong, was already used, or is older than 10 minutes.',
    );
  });

  it('refuses a code after ten minutes, and one that another replaced', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    const first = await codeOf(token);
    const second = await codeOf(token);
    await telegram().say(person, first.code);
    expect(lastHeard()).toContain('This code is wrong');
    now += 10 * MINUTE_MS;
    await telegram().say(person, second.code);
    expect(lastHeard()).toContain('This code is wrong');
    expect((await linkOf(token)).linkedAt).toBeNull();
  });

  it('stores no code, only its digest', async () => {
    const { token, uid } = await logInNewMember(api, { tier: 'starter' });
    const { code } = await codeOf(token);
    const { docs } = await api.firestore.collection('telegramCodes').where('uid', '==', uid).get();
    const [stored] = docs;
    expect(docs).toHaveLength(1);
    expect(JSON.stringify([stored?.id, stored?.data()]).toLowerCase()).not.toContain(
      code.toLowerCase(),
    );
  });

  it('keeps the number of a person, and nothing that they are called or write', async () => {
    await inChannel();
    await telegram().say(person, 'Remember the word nightingale');
    const stored = await api.firestore.doc(`telegramChats/${person}`).get();
    expect(Object.keys(stored.data() ?? {}).sort()).toEqual([
      'channel',
      'dueAt',
      'linkedAt',
      'uid',
    ]);
    const collections = await api.firestore.listCollections();
    const all = await Promise.all(collections.map(async (one) => (await one.get()).docs));
    const kept = JSON.stringify(all.flat().map((one) => [one.id, one.data()]));
    expect(kept).not.toContain('nightingale');
    expect(kept).not.toContain('Somebody');
  });

  it('takes another chat once the one before was unlinked, which leaves the channel', async () => {
    const { token } = await inChannel();
    const before = person;
    await api.call('/api/telegram', { method: 'DELETE', token });
    person += 1;
    await telegram().say(person, (await codeOf(token)).code);
    await sync(before);
    expect([isIn(STARTER, before), lastHeard().includes('linked')]).toEqual([false, true]);
    expect(lastHeard(before)).toContain('This chat was unlinked from its account');
  });

  it('takes no chat of another account, until it is unlinked in the chat', async () => {
    await inChannel();
    const { token } = await logInNewMember(api, { tier: 'essential' });
    const { code } = await codeOf(token);
    await telegram().say(person, code);
    expect(lastHeard()).toContain('This chat is linked to another account.');
    expect((await linkOf(token)).linkedAt).toBeNull();
    await telegram().say(person, '/stop');
    await telegram().say(person, code);
    expect((await linkOf(token)).linkedAt).not.toBeNull();
  });
});

describe('the channel of a tier', () => {
  it('invites its members once, and lets them in when they ask', async () => {
    await inChannel();
    expect(heard().filter((text) => text.includes('access to the Starter channel'))).toHaveLength(
      1,
    );
    await sync();
    expect(heard().filter((text) => text.includes('access to the Starter channel'))).toHaveLength(
      1,
    );
    expect([isIn(STARTER), isIn(ESSENTIAL)]).toEqual([true, false]);
  });

  it('invites again where Telegram asks to wait with the invitation', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    await telegram().say(person, `/start ${(await codeOf(token)).code}`);
    telegram().queueFault('sendMessage', {
      type: 'answer',
      status: 429,
      description: 'Too Many Requests',
      retryAfter: 30,
    });
    await sync();
    const invitations = () =>
      heard().filter((text) => text.includes('access to the Starter channel'));
    expect(invitations()).toEqual([]);
    now += 3 * MINUTE_MS;
    await sync();
    await sync();
    expect(invitations()).toHaveLength(1);
  });

  it('asks no more for somebody who is in too many channels', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    await telegram().say(person, `/start ${(await codeOf(token)).code}`);
    await sync();
    telegram().queueFault('approveChatJoinRequest', {
      type: 'answer',
      status: 400,
      description: 'Bad Request: USER_CHANNELS_TOO_MUCH',
    });
    await telegram().askToJoin(person, STARTER);
    expect(isIn(STARTER)).toBe(false);
  });

  it('stays closed to others: another tier, a locked member, a stranger', async () => {
    await inChannel('starter');
    await telegram().askToJoin(person, ESSENTIAL);
    expect(isIn(ESSENTIAL)).toBe(false);
    person += 1;
    const { token } = await logInNewMember(api, { tier: 'guest' });
    await telegram().say(person, (await codeOf(token)).code);
    await telegram().askToJoin(person, STARTER);
    expect(isIn(STARTER)).toBe(false);
    person += 1;
    await telegram().askToJoin(person, STARTER);
    expect(isIn(STARTER)).toBe(false);
    expect(lastHeard()).toContain('This chat is not linked to an account.');
  });

  it('is left when access ends, and changed when the tier does', async () => {
    const { uid } = await inChannel('starter');
    await grant(uid, 'essential');
    expect([isIn(STARTER), lastHeard().includes('the Essential channel')]).toEqual([false, true]);
    await telegram().askToJoin(person, ESSENTIAL);
    expect(isIn(ESSENTIAL)).toBe(true);
    await grant(uid, 'guest');
    expect(isIn(ESSENTIAL)).toBe(false);
    expect(lastHeard()).toContain('Your dashboard is locked');
    await grant(uid, 'essential');
    await telegram().askToJoin(person, ESSENTIAL);
    expect(isIn(ESSENTIAL)).toBe(true);
  });

  it('is left by the sweep where nothing noted the change', async () => {
    const { uid } = await inChannel();
    await api.firestore.doc(`users/${uid}`).update({ tier: 'guest', dashboardUnlocked: false });
    now += 7 * 60 * MINUTE_MS;
    await syncDueChannelMemberships(deps());
    expect(isIn(STARTER)).toBe(false);
  });

  it('is left later where Telegram asks to wait', async () => {
    const { uid } = await inChannel();
    telegram().queueFault('banChatMember', {
      type: 'answer',
      status: 429,
      description: 'Too Many Requests',
      retryAfter: 30,
    });
    await expect(grant(uid, 'guest')).rejects.toThrow('Removing a member: 429');
    expect(isIn(STARTER)).toBe(true);
    now += 3 * MINUTE_MS;
    await syncDueChannelMemberships(deps());
    expect(isIn(STARTER)).toBe(false);
  });

  it('is left by who unlinks their chat, in the app or in it', async () => {
    const { token } = await inChannel();
    await api.call('/api/telegram', { method: 'DELETE', token });
    await sync();
    expect([isIn(STARTER), (await linkOf(token)).linkedAt]).toEqual([false, null]);
    person += 1;
    await inChannel();
    await telegram().say(person, '/stop');
    await sync();
    expect(isIn(STARTER)).toBe(false);
    expect(lastHeard()).toContain('This chat is unlinked');
  });

  it('is left by the sweep where no trigger ran for an unlinked chat, also if Telegram fails first', async () => {
    const { token } = await inChannel();
    await api.call('/api/telegram', { method: 'DELETE', token });
    expect([isIn(STARTER), (await linkOf(token)).linkedAt]).toEqual([true, null]);
    telegram().queueFault('banChatMember', {
      type: 'answer',
      status: 429,
      description: 'Too Many Requests',
      retryAfter: 30,
    });
    expect(await syncDueChannelMemberships(deps())).toHaveLength(1);
    expect(await syncDueChannelMemberships(deps())).toEqual([]);
    expect(isIn(STARTER)).toBe(true);
    now += 3 * MINUTE_MS;
    await Promise.all([syncDueChannelMemberships(deps()), sync()]);
    expect(isIn(STARTER)).toBe(false);
    expect((await api.firestore.doc(`telegramChats/${person}`).get()).exists).toBe(false);
  });

  it('is left by the sweep where the member of the chat was erased and no trigger ran', async () => {
    const { uid } = await inChannel();
    await unlinkErasedMember(api.firestore, uid, now);
    await syncDueChannelMemberships(deps());
    expect(isIn(STARTER)).toBe(false);
    expect((await api.firestore.doc(`telegramChats/${person}`).get()).exists).toBe(false);
  });

  it('stays open to who links their chat again before they were removed', async () => {
    const { token } = await inChannel();
    await api.call('/api/telegram', { method: 'DELETE', token });
    await telegram().say(person, (await codeOf(token)).code);
    await sync();
    expect([isIn(STARTER), (await linkOf(token)).linkedAt !== null]).toEqual([true, true]);
  });

  const [approve, decline, ban, unban] = [
    'approveChatJoinRequest',
    'declineChatJoinRequest',
    'banChatMember',
    'unbanChatMember',
  ];
  const tooMany: BotFault = { type: 'answer', status: 429, description: 'Too Many Requests' };
  const missing = 'Bad Request: HIDE_REQUESTER_MISSING';
  const alreadyAnswered: BotFault = { type: 'answer', status: 400, description: missing };
  it.each<readonly [string, ReadonlyMap<string, BotFault>, readonly string[]]>([
    ['', new Map(), [approve, ban, unban]],
    [
      ', also if Telegram fails first',
      new Map<string, BotFault>([
        [ban, tooMany],
        [decline, alreadyAnswered],
      ]),
      [approve, ban, decline, ban, unban],
    ],
  ])('is left by who unlinks their chat while they are let in%s', async (_when, faults, calls) => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    await telegram().say(person, `/start ${(await codeOf(token)).code}`);
    await sync();
    for (const [method, fault] of faults) telegram().queueFault(method, fault);
    const before = telegram().calls.length;
    runAfterRead(`telegramChats/${person}`, async () => {
      await api.call('/api/telegram', { method: 'DELETE', token });
      await sync();
    });
    await telegram().askToJoin(person, STARTER);
    const methods = telegram()
      .calls.slice(before)
      .map(({ method }) => method);
    expect(methods.filter((method) => /^(approve|decline|ban|unban)/.test(method))).toEqual(calls);
    expect(isIn(STARTER)).toBe(false);
  });
});

describe('the audit', () => {
  const auditOf = async (uid: string) => {
    const actions = api.firestore.collection('staffActions').where('uid', '==', uid);
    const { docs } = await actions.orderBy('at', 'desc').get();
    return docs.map((one) => [one.get('by'), one.get('action'), one.get('reason')].map(String));
  };

  it('says who linked a chat, left a channel by a change of access, and unlinked it', async () => {
    const { token, uid } = await inChannel('starter');
    now += MINUTE_MS;
    await grant(uid, 'guest');
    await sync();
    now += MINUTE_MS;
    await telegram().say(person, '/stop');
    await telegram().say(person, '/stop');
    await api.call('/api/telegram', { method: 'DELETE', token });
    const told = await auditOf(uid);
    expect(told).toEqual([
      [uid, 'telegram unlinked', 'By /stop in the chat'],
      [
        'Telegram bot',
        'telegram channel left',
        'Left the starter channel. Channel now allowed: none.',
      ],
      [uid, 'telegram linked', 'Linked with a code'],
    ]);
    expect(JSON.stringify(told)).not.toContain(String(person));
  });

  it('says that a chat was unlinked with all sessions', async () => {
    const { token, uid } = await inChannel();
    now += MINUTE_MS;
    await api.call('/api/account/devices', { method: 'DELETE', token });
    expect((await auditOf(uid))[0]).toEqual([uid, 'telegram unlinked', 'All sessions were ended']);
  });
});

describe('the bot', () => {
  it('says what the signals came to, and how to check it', async () => {
    await telegram().say(person, '/record');
    expect(lastHeard()).toContain('A coin flip: 50 %');
    expect(lastHeard()).toContain('Demonstration: simulated prices.');
    await telegram().say(person, '/verify');
    expect(lastHeard()).toContain(`${SITE_URL}/verify`);
  });

  it('answers a chat thirty times in ten minutes', async () => {
    for (let said = 0; said < 32; said += 1) await telegram().say(person, '/verify');
    expect(heard()).toHaveLength(30);
  });

  it('takes nothing from whoever does not know the secret', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    const { code } = await codeOf(token);
    const update = {
      update_id: 1,
      message: {
        message_id: 1,
        date: 1,
        chat: { id: person, type: 'private' },
        from: { id: person, is_bot: false, first_name: 'Somebody' },
        text: code,
      },
    };
    const bring = async (secret: string | undefined) =>
      api.call('/api/telegram/updates', {
        method: 'POST',
        body: update,
        ...(secret !== undefined && { headers: { 'x-telegram-bot-api-secret-token': secret } }),
      });
    const refused = await Promise.all(
      [undefined, '', 'wrong', `${LOCAL_BOT.webhookSecret}x`].map(bring),
    );
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect([(await linkOf(token)).linkedAt, heard()]).toEqual([null, []]);
  });
});
