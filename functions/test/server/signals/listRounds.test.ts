import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiInput } from '../../../src/http/core/deps';
import { logIn, logInNewMember } from '../http/members';
import { signalDocument } from './signalDocuments';
import { type Api, startApi } from '../http/suite';
import { getSignalSlot } from './withSignals';

const SESSIONS = 'batchGetDocuments';
const LIST = 'runQuery';

/** Requests to the database, in order. */
let requests: string[] = [];
/** Requests held back, by name. */
const held = new Map<string, Promise<void>>();
const releases = new Map<string, () => void>();

function hold(name: string): void {
  held.set(name, new Promise((resolve) => releases.set(name, resolve)));
}

function release(name: string): void {
  releases.get(name)?.();
  held.delete(name);
}

/** Records requests to the database and holds them back if asked to. */
function interceptRequests(deps: ApiInput): ApiInput {
  const name = 'requestStream';
  const called: unknown = Reflect.get(deps.firestore, name);
  if (typeof called !== 'function') throw new Error(`There is no ${name} to listen to`);
  Reflect.set(deps.firestore, name, async (...args: unknown[]): Promise<unknown> => {
    requests.push(String(args[0]));
    await held.get(String(args[0]));
    const answer: unknown = await Reflect.apply(called, deps.firestore, args);
    return answer;
  });
  return deps;
}

let api: Api;
let token: string;
let uid: string;

beforeAll(async () => {
  api = await startApi('demo-server-list-rounds', {}, undefined, interceptRequests);
  for (const [index, audience] of (['basic', 'order-flow'] as const).entries()) {
    const document = signalDocument(getSignalSlot(index), audience);
    await api.firestore.doc(`signals/${document.id}`).set(document);
  }
});
beforeEach(async () => {
  // Requests that a failed test left pending would fail the whole file when the server closes.
  for (const name of [...held.keys()]) release(name);
  ({ token, uid } = await logInNewMember(api, { tier: 'essential' }));
  // The server caches the last list's access for a returning session.
  await list();
  await list();
  requests = [];
});
afterAll(() => api.close());

const list = (by = token) => api.call('/api/signals', { token: by });
const isAnswered = (call: Promise<unknown>) =>
  Promise.race([call.then(() => true), wait(100).then(() => false)]);

describe('list of signals', () => {
  it('is read in parallel with the session for a returning caller', async () => {
    hold(SESSIONS);
    hold(LIST);
    const call = list();
    await expect.poll(() => requests.toSorted()).toEqual([SESSIONS, LIST]);
    release(SESSIONS);
    release(LIST);
    expect((await call).status).toBe(200);
    expect(requests).toHaveLength(2);
  });

  it('is not returned before the caller’s own record is read', async () => {
    hold(SESSIONS);
    const call = list();
    await expect.poll(() => requests).toContain(LIST);
    expect(await isAnswered(call)).toBe(false);
    release(SESSIONS);
    expect((await call).status).toBe(200);
  });

  it('is read once for all callers who arrive during two running rounds', async () => {
    const other = (await logIn(api, (await logInNewMember(api, { tier: 'essential' })).email))
      .token;
    await list(other);
    requests = [];
    hold(LIST);
    const first = list();
    await expect.poll(() => requests).toHaveLength(2);
    // A second round runs in its own lane; later callers wait for one of them.
    const second = list();
    await expect.poll(() => requests).toHaveLength(4);
    const later = [list(), list(other), list()];
    await wait(50);
    expect(requests).toHaveLength(4);
    release(LIST);
    for (const { status } of await Promise.all([first, second, ...later])) expect(status).toBe(200);
    expect(requests.slice(4).toSorted()).toEqual([SESSIONS, LIST]);
  });

  it('follows the current tier, not the cached one', async () => {
    await api.firestore.doc(`users/${uid}`).update({ tier: 'starter' });
    const { envelope } = await list();
    expect(envelope?.data).toHaveLength(1);
    expect(requests.filter((name) => name === LIST)).toHaveLength(2);
  });

  it('is not read in advance for a caller whose last request was refused', async () => {
    await api.firestore.doc(`users/${uid}`).update({ dashboardUnlocked: false });
    expect((await list()).status).toBe(403);
    requests = [];
    expect((await list()).status).toBe(403);
    expect(requests).toEqual([SESSIONS]);
  });

  it('does not delay other endpoints', async () => {
    hold(LIST);
    const [call, me] = [list(), api.call('/auth/me', { token })];
    expect((await me).status).toBe(200);
    expect(await isAnswered(call)).toBe(false);
    release(LIST);
    expect((await call).status).toBe(200);
  });

  it('fails only for the member with a corrupt record', async () => {
    const other = await logInNewMember(api, { tier: 'essential' });
    await api.firestore.doc(`users/${other.uid}`).update({ tier: 'gold' });
    const [good, bad] = await Promise.all([list(), list(other.token)]);
    expect([good.status, bad.status]).toEqual([200, 500]);
    expect(bad.envelope?.message).toBe('Failed to fetch signals');
  });
});

describe('device record', () => {
  it('does not delay calls and is written once for concurrent ones', async () => {
    const { token: fresh } = await logIn(
      api,
      (await logInNewMember(api, { tier: 'essential' })).email,
    );
    const notes: unknown[] = [];
    const called: unknown = Reflect.get(api.firestore, 'request');
    if (typeof called !== 'function') throw new Error('There is no request to listen to');
    const { promise, resolve } = pending();
    Reflect.set(api.firestore, 'request', async (...args: unknown[]): Promise<unknown> => {
      if (args[0] === 'commit') notes.push(args);
      await promise;
      const answer: unknown = await Reflect.apply(called, api.firestore, args);
      return answer;
    });
    const answers = await Promise.all([
      list(fresh),
      list(fresh),
      api.call('/auth/me', { token: fresh }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(notes).toHaveLength(1);
    resolve();
    Reflect.set(api.firestore, 'request', called);
  });
});

function pending() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((end) => {
    resolve = end;
  });
  return { promise, resolve };
}
