// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOutbox } from '../../src/data/outbox/database';
import type { OutboxContent, OutboxItem } from '../../src/data/outbox/item';
import { enqueueItem, readOutboxItems, storeItem } from '../../src/data/outbox/outbox';
import { readRenewal, storeRenewal } from '../../src/data/auth/renewal';
import type { IssuedTokens } from '../../src/data/auth/tokenService';
import { anItem } from '../data/outbox/anItem';
import { aServer, envelope } from '../support/aServer';

const renewal = vi.hoisted((): { answer: () => Promise<IssuedTokens | null> } => ({
  answer: () => Promise.resolve(null),
}));

vi.mock('../../src/data/auth/tokenService', () => ({
  exchangeRefreshToken: () => renewal.answer(),
}));

const ADA = 'uid-of-ada';
const TOKENS: IssuedTokens = { uid: ADA, idToken: 'token', refreshToken: 'renews', lifetimeMs: 1 };
const SETTINGS = { kind: 'settings', body: { zone: 'utc' } } as const;
const FILE = { type: 'image/png', bytes: new Uint8Array([1, 2, 3]).buffer };

let server: Awaited<ReturnType<typeof aServer>>;

/** What happens while a call is under way, and what the server then answers to it. */
let underWay: () => Promise<unknown>;
let answer: Parameters<typeof envelope>[1];

/** Runs the worker as a browser does that has a network again; settles when it is done. */
async function wake(): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve();
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise;
  };
  dispatchEvent(Object.assign(new Event('sync'), { tag: 'outbox', waitUntil }));
  return work.catch((error: unknown) => error);
}

/** What a page does while the worker waits for its token. */
const meanwhile = (work: () => Promise<unknown>) => {
  renewal.answer = async () => {
    await work();
    return TOKENS;
  };
};

/** The member's only item. */
async function theItem(): Promise<OutboxItem> {
  const [item] = await readOutboxItems(ADA);
  if (!item) throw new Error('There is none');
  return item;
}

beforeAll(async () => {
  Object.defineProperty(window, 'clients', {
    value: { matchAll: () => Promise.resolve([]) },
    configurable: true,
  });
  await import('../../src/worker/sendOutbox');
});
afterAll(() => void Reflect.deleteProperty(window, 'clients'));
beforeEach(async () => {
  underWay = () => Promise.resolve();
  answer = { status: 500 };
  server = await aServer((_, response) => void underWay().then(() => envelope(response, answer)));
  await storeRenewal({ uid: ADA, refreshToken: 'renews' }, () => true);
});
afterEach(async () => {
  const { database } = await openOutbox();
  await database.items.clear();
  await database.files.clear();
  await server.close();
});

describe('the worker that sends the outbox', () => {
  it('leaves alone what a page sent while the worker waited for its token', async () => {
    await enqueueItem(ADA, { kind: 'proof', traderId: 'PO-1234' }, FILE);
    await storeItem({ ...(await theItem()), state: 'sending' });
    meanwhile(async () => storeItem({ ...(await theItem()), state: 'sent' }));
    await wake();
    expect(await theItem()).toMatchObject({ state: 'sent', reason: null });
    expect(server.seen).toEqual([]);
  });

  it('leaves alone what a page sent while the worker was suspended over its own call', async () => {
    await enqueueItem(ADA, SETTINGS);
    meanwhile(() => Promise.resolve());
    underWay = async () => storeItem({ ...(await theItem()), state: 'sent' });
    await wake();
    expect(server.seen).toHaveLength(1);
    expect(await theItem()).toMatchObject({ state: 'sent', attempts: 0 });
  });

  it.each<[OutboxContent, unknown, Record<string, number>]>([
    [
      { kind: 'journal', writes: [], known: 5 },
      { entries: [{ id: '20261120T1405Z', seq: 7 }] },
      { '20261120T1405Z': 7 },
    ],
    [{ kind: 'learning', write: {}, known: 1 }, { seq: 3 }, { learning: 3 }],
  ])('keeps of the answer to %j where its change stands', async (content, data, seqs) => {
    await enqueueItem(ADA, content);
    meanwhile(() => Promise.resolve());
    answer = { data };
    await wake();
    expect(await theItem()).toMatchObject({ state: 'sent', seqs });
  });

  it('forgets a session that the server has ended', async () => {
    await enqueueItem(ADA, SETTINGS);
    meanwhile(() => Promise.resolve());
    answer = { status: 401 };
    await wake();
    expect(await readRenewal()).toBeNull();
  });

  it('leaves alone the session that a page began while the worker asked with the one before', async () => {
    const replaced = { uid: ADA, refreshToken: 'renews-after-a-new-password' };
    await enqueueItem(ADA, SETTINGS);
    meanwhile(() => Promise.resolve());
    answer = { status: 401 };
    underWay = () => storeRenewal(replaced, () => true);
    await wake();
    expect(await readRenewal()).toEqual(replaced);
  });

  it('leaves alone the session that a page began while the worker renewed the one before', async () => {
    const replaced = { uid: ADA, refreshToken: 'renews-after-a-new-password' };
    await enqueueItem(ADA, SETTINGS);
    renewal.answer = () => storeRenewal(replaced, () => true).then(() => null);
    await wake();
    expect(await readRenewal()).toEqual(replaced);
  });

  it('sends nothing earlier than the server allowed meanwhile', async () => {
    await enqueueItem(ADA, SETTINGS);
    const notBefore = Date.now() + 3_600_000;
    meanwhile(async () => storeItem({ ...(await theItem()), notBefore }));
    await wake();
    expect(await theItem()).toMatchObject({ state: 'waiting', notBefore });
    expect(server.seen).toEqual([]);
  });

  it('keeps what a later version of the app wrote into an item that it makes due', async () => {
    const { database } = await openOutbox();
    const notBefore = Date.now() + 3_600_000;
    const later = { ...anItem({ nextAttemptAt: notBefore, notBefore }), urgency: 'high' };
    await database.items.put(later);
    meanwhile(() => Promise.resolve());
    await wake();
    expect(await database.items.toArray()).toEqual([{ ...later, nextAttemptAt: 0 }]);
  });

  it('keeps it in an item that it tried to send, too', async () => {
    const { database } = await openOutbox();
    const content = { ...SETTINGS, remark: 'new' };
    const later = { ...anItem(), content, urgency: 'high' };
    await database.items.put(later);
    meanwhile(() => Promise.resolve());
    await wake();
    const [row] = await database.items.toArray();
    expect(row).toMatchObject({ content, urgency: 'high', attempts: 1 });
  });

  it('tries at once what would have been due later, as the network is back', async () => {
    await enqueueItem(ADA, SETTINGS);
    await storeItem({ ...(await theItem()), attempts: 3, nextAttemptAt: Date.now() + 50_000 });
    meanwhile(() => Promise.resolve());
    await wake();
    expect(server.seen.map(({ line }) => line)).toEqual(['PATCH /api/account']);
    expect(await theItem()).toMatchObject({ state: 'waiting', attempts: 1 });
  });
});
