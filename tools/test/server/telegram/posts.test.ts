import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  syncChannelPosts,
  syncDueChannelPosts,
} from '@quantalgo/functions/platform/telegram/posts';
import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearSite } from '../push/site';
import { ESSENTIAL, openSite, type Site, SLOT, STARTER } from './site';

const PROJECT = 'demo-telegram-posts';
const SECOND = 1000;

let site: Site;
let now = SLOT + SECOND;
let slept: number[] = [];

beforeEach(async () => {
  await clearSite(PROJECT);
  now = SLOT + SECOND;
  slept = [];
  site = await openSite(PROJECT);
});
afterEach(() => site.close());

const deps = () =>
  site.deps(
    () => now,
    (ms) => {
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  );
const sync = () => syncChannelPosts(deps());
const sweep = () => syncDueChannelPosts(deps());
const findCalls = (method: string) => site.telegram.calls.filter((one) => one.method === method);

describe('channel posts of a signal', () => {
  it('are made once in each eligible tier’s channel, then edited', async () => {
    await site.publish('basic');
    await sync();
    await sync();
    expect([site.shown(STARTER), site.shown(ESSENTIAL)]).toEqual([
      [expect.stringMatching(/^<b>\w.*: EUR\/USD CALL<\/b>$/)],
      [expect.stringMatching(/^<b>\w.*: EUR\/USD CALL<\/b>$/)],
    ]);
    now = SLOT + 5 * MINUTE_MS + SECOND;
    await site.confirm(false);
    await sync();
    expect(site.shown(STARTER)).toEqual(['<b>Do nothing: EUR/USD CALL</b>']);
    now = SLOT + 15 * MINUTE_MS + SECOND;
    await site.settle();
    await sync();
    expect([site.shown(STARTER), site.shown(ESSENTIAL)]).toEqual([
      ['<b>EUR/USD CALL: would have won</b>'],
      ['<b>EUR/USD CALL: would have won</b>'],
    ]);
    expect([findCalls('sendMessage').length, findCalls('editMessageText').length]).toEqual([2, 4]);
    expect(await site.posts()).toMatchObject({
      starter: { state: 'settled', dueAt: null },
      essential: { state: 'settled', dueAt: null },
    });
  });

  it('are made in the essential channel only for order flow', async () => {
    await site.publish('order-flow');
    await sync();
    expect([site.shown(STARTER).length, site.shown(ESSENTIAL).length]).toEqual([0, 1]);
  });

  it('are made once by concurrent runs', async () => {
    await site.publish('order-flow');
    await Promise.all([sync(), sync(), sync()]);
    expect(site.shown(ESSENTIAL)).toHaveLength(1);
  });

  it('are skipped for a seeded signal and after the entry time', async () => {
    await site.publish('basic', { seeded: true });
    await sync();
    await site.publish('basic');
    now = SLOT + 5 * MINUTE_MS;
    await sync();
    expect(site.telegram.calls).toEqual([]);
  });

  it('are edited by the sweep if the signal is settled late', async () => {
    await site.publish('order-flow');
    await sync();
    now = SLOT + 3 * 60 * MINUTE_MS;
    await sweep();
    await site.settle();
    await sync();
    expect(findCalls('editMessageText')).toHaveLength(0);
    now += 11 * MINUTE_MS;
    await sweep();
    expect(site.shown(ESSENTIAL)).toEqual(['<b>EUR/USD CALL: won at level 1</b>']);
  });

  it('are edited after a late settlement even if another due post can’t be read', async () => {
    await site.publish('order-flow');
    await sync();
    await site.firestore.doc('telegramPosts/unreadable').set({ dueAt: Timestamp.fromMillis(0) });
    now = SLOT + 4 * 60 * MINUTE_MS;
    await site.settle();
    await expect(sweep()).rejects.toThrow();
    expect(site.shown(ESSENTIAL)).toEqual(['<b>EUR/USD CALL: won at level 1</b>']);
  });
});

describe('failed Telegram call', () => {
  it('is retried within the run if Telegram asks for a short wait', async () => {
    const mishap = { type: 'answer', status: 429, description: 'Too Many Requests' } as const;
    site.telegram.queueFault('sendMessage', { ...mishap, retryAfter: 3 });
    await site.publish('order-flow');
    await sync();
    expect([slept, site.shown(ESSENTIAL).length]).toEqual([[3000], 1]);
  });

  it('is left to the sweep if Telegram asks for a longer wait, without calls before', async () => {
    const mishap = { type: 'answer', status: 429, description: 'Too Many Requests' } as const;
    site.telegram.queueFault('sendMessage', { ...mishap, retryAfter: 40 });
    await site.publish('order-flow');
    await sync();
    now += 39 * SECOND;
    await sync();
    await sweep();
    expect(findCalls('sendMessage')).toHaveLength(1);
    now += 2 * SECOND;
    await sweep();
    expect(site.shown(ESSENTIAL)).toHaveLength(1);
  });

  it('is not repeated for a post that may have been made', async () => {
    site.telegram.queueFault('sendMessage', { type: 'cut after' });
    await site.publish('order-flow');
    await sync();
    now += 2 * MINUTE_MS;
    await sync();
    await sweep();
    expect(site.shown(ESSENTIAL)).toHaveLength(1);
    expect(await site.posts()).toMatchObject({ essential: { state: 'lost', dueAt: null } });
  });

  it('is not repeated for a post of a run that was killed', async () => {
    await site.publish('order-flow');
    await site.interrupt('essential');
    await sync();
    now += 2 * MINUTE_MS;
    await sweep();
    await sync();
    expect(site.telegram.calls).toEqual([]);
    expect(await site.posts()).toMatchObject({ essential: { state: 'lost' } });
  });

  it('is repeated for an edit until it is confirmed', async () => {
    await site.publish('order-flow');
    await sync();
    site.telegram.queueFault('editMessageText', { type: 'cut after' });
    site.telegram.queueFault('editMessageText', { type: 'cut before' });
    await site.confirm(true);
    await sync();
    expect(findCalls('editMessageText')).toHaveLength(3);
    expect(await site.posts()).toMatchObject({ essential: { state: 'posted', attempts: 0 } });
  });

  it('doesn’t affect the post in another channel', async () => {
    site.telegram.queueFault('sendMessage', {
      type: 'answer',
      status: 403,
      description: 'Forbidden: bot is not a member of the channel chat',
    });
    await site.publish('basic');
    await sync();
    const states = Object.values(await site.posts()).map(({ state }): unknown => state);
    expect(states.sort()).toEqual(['posted', 'refused']);
  });
});
