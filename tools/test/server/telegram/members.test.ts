import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { unlinkErasedMember } from '@quantalgo/functions/platform/auth/telegramChats';
import { syncDueChannelMemberships } from '@quantalgo/functions/platform/telegram/members';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAfterRead } from '../../../../functions/test/server/http/afterRead';
import { logInNewMember } from '../../../../functions/test/server/http/members';
import type { BotFault } from '../../../src/suite/telegramChats';
import { ESSENTIAL, STARTER, startBotApi } from './site';
import { createChatClient, type Stage } from './chatClient';

let api: Stage['api'];
let stand: Stage['stand'];
let bot: Stage['bot'];
let now = Date.parse('2026-11-20T11:00:00Z');
let person = 7000;
const { deps, telegram, heard, lastHeard, isIn, sync, readCode, linkOf, inChannel, grant } =
  createChatClient(() => ({ api, bot, stand, now, person }));

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

describe('tier channel', () => {
  it('invites a member once and approves their request to join', async () => {
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

  it('retries an invitation if Telegram asks it to wait', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    await telegram().say(person, `/start ${(await readCode(token)).code}`);
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

  it('doesn’t admit a person who is in too many channels', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    await telegram().say(person, `/start ${(await readCode(token)).code}`);
    await sync();
    telegram().queueFault('approveChatJoinRequest', {
      type: 'answer',
      status: 400,
      description: 'Bad Request: USER_CHANNELS_TOO_MUCH',
    });
    await telegram().askToJoin(person, STARTER);
    expect(isIn(STARTER)).toBe(false);
  });

  it('rejects other tiers, locked members and unlinked chats', async () => {
    await inChannel('starter');
    await telegram().askToJoin(person, ESSENTIAL);
    expect(isIn(ESSENTIAL)).toBe(false);
    person += 1;
    const { token } = await logInNewMember(api, { tier: 'guest' });
    await telegram().say(person, (await readCode(token)).code);
    await telegram().askToJoin(person, STARTER);
    expect(isIn(STARTER)).toBe(false);
    person += 1;
    await telegram().askToJoin(person, STARTER);
    expect(isIn(STARTER)).toBe(false);
    expect(lastHeard()).toContain('This chat is not linked to an account.');
  });

  it('removes a member when access ends, and moves them when the tier changes', async () => {
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

  it('removes a member by the sweep if no trigger ran for the change of access', async () => {
    const { uid } = await inChannel();
    await api.firestore.doc(`users/${uid}`).update({ tier: 'guest', dashboardUnlocked: false });
    now += 7 * 60 * MINUTE_MS;
    await syncDueChannelMemberships(deps());
    expect(isIn(STARTER)).toBe(false);
  });

  it('removes a member later if Telegram asks it to wait', async () => {
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

  it('removes a member who unlinks their chat, in the app or by /stop', async () => {
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

  it('removes an unlinked chat by the sweep if no trigger ran, and retries if Telegram fails', async () => {
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

  it('removes an erased member’s chat by the sweep if no trigger ran', async () => {
    const { uid } = await inChannel();
    await unlinkErasedMember(api.firestore, uid, now);
    await syncDueChannelMemberships(deps());
    expect(isIn(STARTER)).toBe(false);
    expect((await api.firestore.doc(`telegramChats/${person}`).get()).exists).toBe(false);
  });

  it('keeps a member who links their chat again before being removed', async () => {
    const { token } = await inChannel();
    await api.call('/api/telegram', { method: 'DELETE', token });
    await telegram().say(person, (await readCode(token)).code);
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
      ', even if Telegram fails first',
      new Map<string, BotFault>([
        [ban, tooMany],
        [decline, alreadyAnswered],
      ]),
      [approve, ban, decline, ban, unban],
    ],
  ])(
    'removes a member who unlinks their chat while being approved%s',
    async (_when, faults, calls) => {
      const { token } = await logInNewMember(api, { tier: 'starter' });
      await telegram().say(person, `/start ${(await readCode(token)).code}`);
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
      expect(methods.filter((method) => /^(approve|decline|ban|unban)/.test(method))).toEqual(
        calls,
      );
      expect(isIn(STARTER)).toBe(false);
    },
  );
});

describe('audit log', () => {
  const readAuditLog = async (uid: string) => {
    const actions = api.firestore.collection('staffActions').where('uid', '==', uid);
    const { docs } = await actions.orderBy('at', 'desc').get();
    return docs.map((one) => [one.get('by'), one.get('action'), one.get('reason')].map(String));
  };

  it('records who linked a chat, who unlinked it and a removal after a change of access', async () => {
    const { token, uid } = await inChannel('starter');
    now += MINUTE_MS;
    await grant(uid, 'guest');
    await sync();
    now += MINUTE_MS;
    await telegram().say(person, '/stop');
    await telegram().say(person, '/stop');
    await api.call('/api/telegram', { method: 'DELETE', token });
    const entries = await readAuditLog(uid);
    expect(entries).toEqual([
      [uid, 'telegram unlinked', 'By /stop in the chat'],
      [
        'Telegram bot',
        'telegram channel left',
        'Left the starter channel. Channel now allowed: none.',
      ],
      [uid, 'telegram linked', 'Linked with a code'],
    ]);
    expect(JSON.stringify(entries)).not.toContain(String(person));
  });

  it('records an unlinking with all sessions ended', async () => {
    const { token, uid } = await inChannel();
    now += MINUTE_MS;
    await api.call('/api/account/devices', { method: 'DELETE', token });
    expect((await readAuditLog(uid))[0]).toEqual([
      uid,
      'telegram unlinked',
      'All sessions were ended',
    ]);
  });
});
