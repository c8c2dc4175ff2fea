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

/** Runs while a call is in flight, before the server sends `answer`. */
let duringCall: () => Promise<unknown>;
let answer: Parameters<typeof envelope>[1];

/** Dispatches the sync event, as a browser does when it is back online, and waits for the work. */
async function wake(): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve();
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise;
  };
  dispatchEvent(Object.assign(new Event('sync'), { tag: 'outbox', waitUntil }));
  return work.catch((error: unknown) => error);
}

/** Runs a page's work while the worker renews its token. */
const duringRenewal = (work: () => Promise<unknown>) => {
  renewal.answer = async () => {
    await work();
    return TOKENS;
  };
};

/** The member's only item. */
async function readItem(): Promise<OutboxItem> {
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
  duringCall = () => Promise.resolve();
  answer = { status: 500 };
  server = await aServer((_, response) => void duringCall().then(() => envelope(response, answer)));
  await storeRenewal({ uid: ADA, refreshToken: 'renews' }, () => true);
});
afterEach(async () => {
  const { database } = await openOutbox();
  await database.items.clear();
  await database.files.clear();
  await server.close();
});

describe('outbox worker', () => {
  it('skips an item that a page sent while the worker renewed its token', async () => {
    await enqueueItem(ADA, { kind: 'proof', traderId: 'PO-1234' }, FILE);
    await storeItem({ ...(await readItem()), state: 'sending' });
    duringRenewal(async () => storeItem({ ...(await readItem()), state: 'sent' }));
    await wake();
    expect(await readItem()).toMatchObject({ state: 'sent', reason: null });
    expect(server.seen).toEqual([]);
  });

  it('keeps an item sent if a page sent it during the worker’s failed call', async () => {
    await enqueueItem(ADA, SETTINGS);
    duringRenewal(() => Promise.resolve());
    duringCall = async () => storeItem({ ...(await readItem()), state: 'sent' });
    await wake();
    expect(server.seen).toHaveLength(1);
    expect(await readItem()).toMatchObject({ state: 'sent', attempts: 0 });
  });

  it.each<[OutboxContent, unknown, Record<string, number>]>([
    [
      { kind: 'journal', writes: [] },
      { entries: [{ id: '20261120T1405Z', seq: 7 }] },
      { '20261120T1405Z': 7 },
    ],
    [{ kind: 'learning', write: {} }, { seq: 3 }, { learning: 3 }],
  ])('stores the sequence numbers from the response to %j', async (content, data, seqs) => {
    await enqueueItem(ADA, content);
    duringRenewal(() => Promise.resolve());
    answer = { data };
    await wake();
    expect(await readItem()).toMatchObject({ state: 'sent', seqs });
  });

  it('deletes the session if the server rejects it', async () => {
    await enqueueItem(ADA, SETTINGS);
    duringRenewal(() => Promise.resolve());
    answer = { status: 401 };
    await wake();
    expect(await readRenewal()).toBeNull();
  });

  it('keeps a session that a page started during the worker’s rejected call', async () => {
    const replaced = { uid: ADA, refreshToken: 'renews-after-a-new-password' };
    await enqueueItem(ADA, SETTINGS);
    duringRenewal(() => Promise.resolve());
    answer = { status: 401 };
    duringCall = () => storeRenewal(replaced, () => true);
    await wake();
    expect(await readRenewal()).toEqual(replaced);
  });

  it('keeps a session that a page started during the worker’s token renewal', async () => {
    const replaced = { uid: ADA, refreshToken: 'renews-after-a-new-password' };
    await enqueueItem(ADA, SETTINGS);
    renewal.answer = () => storeRenewal(replaced, () => true).then(() => null);
    await wake();
    expect(await readRenewal()).toEqual(replaced);
  });

  it('waits if the server postponed the item while the token was renewed', async () => {
    await enqueueItem(ADA, SETTINGS);
    const notBefore = Date.now() + 3_600_000;
    duringRenewal(async () => storeItem({ ...(await readItem()), notBefore }));
    await wake();
    expect(await readItem()).toMatchObject({ state: 'waiting', notBefore });
    expect(server.seen).toEqual([]);
  });

  it('preserves fields of a later app version when making an item due', async () => {
    const { database } = await openOutbox();
    const notBefore = Date.now() + 3_600_000;
    const later = { ...anItem({ nextAttemptAt: notBefore, notBefore }), urgency: 'high' };
    await database.items.put(later);
    duringRenewal(() => Promise.resolve());
    await wake();
    expect(await database.items.toArray()).toEqual([{ ...later, nextAttemptAt: 0 }]);
  });

  it('preserves fields of a later app version after trying to send an item', async () => {
    const { database } = await openOutbox();
    const content = { ...SETTINGS, remark: 'new' };
    const later = { ...anItem(), content, urgency: 'high' };
    await database.items.put(later);
    duringRenewal(() => Promise.resolve());
    await wake();
    const [row] = await database.items.toArray();
    expect(row).toMatchObject({ content, urgency: 'high', attempts: 1 });
  });

  it('retries items at once when the network is back', async () => {
    await enqueueItem(ADA, SETTINGS);
    await storeItem({ ...(await readItem()), attempts: 3, nextAttemptAt: Date.now() + 50_000 });
    duringRenewal(() => Promise.resolve());
    await wake();
    expect(server.seen.map(({ line }) => line)).toEqual(['PATCH /api/account']);
    expect(await readItem()).toMatchObject({ state: 'waiting', attempts: 1 });
  });
});
