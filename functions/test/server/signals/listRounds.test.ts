import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiInput } from '../../../src/http/core/deps';
import { logIn, logInNewMember } from '../http/members';
import { signalDocument } from './signalDocuments';
import { type Api, startApi } from '../http/suite';
import { getSignalSlot } from './withSignals';

const SESSIONS = 'batchGetDocuments';
const LIST = 'runQuery';

/** What was asked of the database, in its order. */
let asked: string[] = [];
/** What waits there until it is let through. */
const held = new Map<string, Promise<void>>();
const openers = new Map<string, () => void>();

function hold(name: string): void {
  held.set(name, new Promise((resolve) => openers.set(name, resolve)));
}

function letThrough(name: string): void {
  openers.get(name)?.();
  held.delete(name);
}

/** Notes and holds up what goes to the database. */
function holding(deps: ApiInput): ApiInput {
  const name = 'requestStream';
  const called: unknown = Reflect.get(deps.firestore, name);
  if (typeof called !== 'function') throw new Error(`There is no ${name} to listen to`);
  Reflect.set(deps.firestore, name, async (...args: unknown[]): Promise<unknown> => {
    asked.push(String(args[0]));
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
  api = await startApi('demo-server-list-rounds', {}, undefined, holding);
  for (const [index, audience] of (['basic', 'order-flow'] as const).entries()) {
    const document = signalDocument(getSignalSlot(index), audience);
    await api.firestore.doc(`signals/${document.id}`).set(document);
  }
});
beforeEach(async () => {
  // What a failed test left waiting would end with the server, and fail the file.
  for (const name of [...held.keys()]) letThrough(name);
  ({ token, uid } = await logInNewMember(api, { tier: 'essential' }));
  // What a session was given last is known of one that was here before.
  await list();
  await list();
  asked = [];
});
afterAll(() => api.close());

const list = (by = token) => api.call('/api/signals', { token: by });
const isAnswered = (call: Promise<unknown>) =>
  Promise.race([call.then(() => true), wait(100).then(() => false)]);

describe('the list of signals', () => {
  it('is read beside the session of a caller who was here before', async () => {
    hold(SESSIONS);
    hold(LIST);
    const call = list();
    await expect.poll(() => asked.toSorted()).toEqual([SESSIONS, LIST]);
    letThrough(SESSIONS);
    letThrough(LIST);
    expect((await call).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it('is given to nobody before their own record came back', async () => {
    hold(SESSIONS);
    const call = list();
    await expect.poll(() => asked).toContain(LIST);
    expect(await isAnswered(call)).toBe(false);
    letThrough(SESSIONS);
    expect((await call).status).toBe(200);
  });

  it('is read once for all who come while two rounds read it, after the last of them came', async () => {
    const other = (await logIn(api, (await logInNewMember(api, { tier: 'essential' })).email))
      .token;
    await list(other);
    asked = [];
    hold(LIST);
    const first = list();
    await expect.poll(() => asked).toHaveLength(2);
    // A second round has a lane of its own; who comes then waits for one of them.
    const second = list();
    await expect.poll(() => asked).toHaveLength(4);
    const later = [list(), list(other), list()];
    await wait(50);
    expect(asked).toHaveLength(4);
    letThrough(LIST);
    for (const { status } of await Promise.all([first, second, ...later])) expect(status).toBe(200);
    expect(asked.slice(4).toSorted()).toEqual([SESSIONS, LIST]);
  });

  it('is the one that the record opens now, not the one that was given last', async () => {
    await api.firestore.doc(`users/${uid}`).update({ tier: 'starter' });
    const { envelope } = await list();
    expect(envelope?.data).toHaveLength(1);
    expect(asked.filter((name) => name === LIST)).toHaveLength(2);
  });

  it('is not read for a caller who was refused it last', async () => {
    await api.firestore.doc(`users/${uid}`).update({ dashboardUnlocked: false });
    expect((await list()).status).toBe(403);
    asked = [];
    expect((await list()).status).toBe(403);
    expect(asked).toEqual([SESSIONS]);
  });

  it('holds up no call that asks for something else', async () => {
    hold(LIST);
    const [call, me] = [list(), api.call('/auth/me', { token })];
    expect((await me).status).toBe(200);
    expect(await isAnswered(call)).toBe(false);
    letThrough(LIST);
    expect((await call).status).toBe(200);
  });

  it('fails for nobody else where the record of one makes no sense', async () => {
    const other = await logInNewMember(api, { tier: 'essential' });
    await api.firestore.doc(`users/${other.uid}`).update({ tier: 'gold' });
    const [good, bad] = await Promise.all([list(), list(other.token)]);
    expect([good.status, bad.status]).toEqual([200, 500]);
    expect(bad.envelope?.message).toBe('Failed to fetch signals');
  });
});

describe('the note of a device', () => {
  it('holds up no call, and is made once by calls at a time', async () => {
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
