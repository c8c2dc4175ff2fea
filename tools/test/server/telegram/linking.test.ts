import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../../../../functions/test/server/http/members';
import { LOCAL_BOT } from '../../../src/suite/environment';
import { STARTER, SITE_URL, startBotApi } from './site';
import { createChatClient, type Stage } from './chatClient';

let api: Stage['api'];
let stand: Stage['stand'];
let bot: Stage['bot'];
let now = Date.parse('2026-11-20T11:00:00Z');
let person = 7000;
const { telegram, heard, lastHeard, isIn, sync, readCode, linkOf, inChannel } = createChatClient(
  () => ({ api, bot, stand, now, person }),
);

beforeAll(async () => {
  ({ api, bot, stand } = await startBotApi('demo-telegram-linking', { clock: () => now }));
});
beforeEach(() => {
  person += 1;
});
afterAll(async () => {
  await stand.stop();
  await api.close();
});

describe('linking a chat', () => {
  it('accepts a code from the app once, and shows the link in the app', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    const { code, url } = await readCode(token);
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

  it('reads the code from a line, and answers a line without one with how to link', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    const { code } = await readCode(token);
    await telegram().say(person, 'How do I link this chat?');
    expect(lastHeard()).toContain('This chat is not linked to an account.');
    await telegram().say(person, `My code: ${code}`);
    expect(lastHeard()).toContain('This chat is linked.');
  });

  it('rejects a code after ten minutes or once a newer one was issued', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    const first = await readCode(token);
    const second = await readCode(token);
    await telegram().say(person, first.code);
    expect(lastHeard()).toContain('This code is wrong');
    now += 10 * MINUTE_MS;
    await telegram().say(person, second.code);
    expect(lastHeard()).toContain('This code is wrong');
    expect((await linkOf(token)).linkedAt).toBeNull();
  });

  it('stores only the code’s digest', async () => {
    const { token, uid } = await logInNewMember(api, { tier: 'starter' });
    const { code } = await readCode(token);
    const { docs } = await api.firestore.collection('telegramCodes').where('uid', '==', uid).get();
    const [stored] = docs;
    expect(docs).toHaveLength(1);
    expect(JSON.stringify([stored?.id, stored?.data()]).toLowerCase()).not.toContain(
      code.toLowerCase(),
    );
  });

  it('stores the person’s id, but no name or message', async () => {
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

  it('accepts another chat after the first was unlinked, and removes the first from the channel', async () => {
    const { token } = await inChannel();
    const before = person;
    await api.call('/api/telegram', { method: 'DELETE', token });
    person += 1;
    await telegram().say(person, (await readCode(token)).code);
    await sync(before);
    expect([isIn(STARTER, before), lastHeard().includes('linked')]).toEqual([false, true]);
    expect(lastHeard(before)).toContain('This chat was unlinked from its account');
  });

  it('rejects a chat linked to another account until it is unlinked', async () => {
    await inChannel();
    const { token } = await logInNewMember(api, { tier: 'essential' });
    const { code } = await readCode(token);
    await telegram().say(person, code);
    expect(lastHeard()).toContain('This chat is linked to another account.');
    expect((await linkOf(token)).linkedAt).toBeNull();
    await telegram().say(person, '/stop');
    await telegram().say(person, code);
    expect((await linkOf(token)).linkedAt).not.toBeNull();
  });
});

describe('bot', () => {
  it('reports the record and links to its verification', async () => {
    await telegram().say(person, '/record');
    expect(lastHeard()).toContain('A coin flip: 50%');
    expect(lastHeard()).toContain('Demonstration: simulated prices.');
    await telegram().say(person, '/verify');
    expect(lastHeard()).toContain(`${SITE_URL}/verify`);
  });

  it('replies at most thirty times in ten minutes', async () => {
    for (let said = 0; said < 32; said += 1) await telegram().say(person, '/verify');
    expect(heard()).toHaveLength(30);
  });

  it('rejects updates without the webhook secret', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    const { code } = await readCode(token);
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
