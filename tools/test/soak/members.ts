import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { envelopeSchema, IDEMPOTENCY_HEADER } from '@quantalgo/contracts/core/endpoint';
import { networkEndpoints } from '@quantalgo/contracts/network/endpoints';
import { DEFAULT_PUSH } from '@quantalgo/contracts/push/push';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { getSeededAccount, createAccount, PASSWORD } from '../../src/suite/accounts';
import type { Ports } from '../../src/suite/ports';
import type { PushService } from '../fixtures/pushService';
import { VISITOR_HEADER } from '../release/network';
import { PUSH_SERVICE } from '../release/outside';
import type { Stage } from '../release/stage';
import { type Device, type DeviceStore, createEmptyStore, openDevice } from './device';

/** Cut, it loses calls on their way to the site and replies on their way back. */
export function createLine() {
  let connection: AbortController | null = new AbortController();
  return {
    isUp: () => connection !== null,
    signal: () => connection?.signal ?? AbortSignal.abort(),
    goDown: () => {
      connection?.abort();
      connection = null;
    },
    comeBack: () => {
      connection = new AbortController();
    },
  };
}
type Line = ReturnType<typeof createLine>;

export interface MemberStats {
  calls: number;
  lost: number;
  readonly failed: string[];
  readonly differed: string[];
  replays: number;
  /** Documents of changes without a reply when the day ended. */
  readonly unsure: Set<string>;
}

/** Sent until it has a reply. Its key ensures that it happens once. */
interface Write {
  readonly path: string;
  readonly method?: 'POST' | 'PATCH';
  readonly body: object;
  readonly document: string;
}

interface World {
  readonly ports: Ports;
  readonly stage: Stage;
  readonly push: PushService;
  readonly line: Line;
  readonly met: MemberStats;
  /** Epoch ms, by the site's clock. */
  readonly now: () => number;
}

export interface Member {
  readonly uid: string;
  readonly email: string;
  readonly audiences: readonly Audience[];
  readonly stored: DeviceStore;
  readonly accepted: ReadonlyMap<string, Write>;
  readonly endpoint: string | null;
  readonly testPush: () => Promise<unknown>;
  readonly token: () => string;
  /** Calls the site once. @returns null if the line was lost */
  readonly call: (path: string, call?: Call) => Promise<Answer | null>;
  readonly open: () => Promise<void>;
  /** Ends all other sessions, which replaces this one. */
  readonly logOutElsewhere: () => Promise<void>;
  readonly setOnline: (isOnline: boolean) => Promise<void>;
  readonly act: (endSignal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Call {
  readonly method?: string;
  readonly body?: object;
  readonly key?: string;
}

interface Answer {
  readonly status: number;
  readonly data: unknown;
}

const REPLY_TIMEOUT_MS = 60_000;
export const RETRY_INTERVAL_MS = 1000;
export const MAX_TRIES = 5;
/** Every nth accepted call is sent again, as by a device that lost the reply. */
const REPLAY_INTERVAL = 5;
/** Every nth member has the lower tier; every nth gets pushes. */
const LOWER_TIER_INTERVAL = 5;
const PUSH_INTERVAL = 2;
/** Every nth member has the Essential Room open. */
const ROOM_INTERVAL = 8;

const isFinal = (status: number) => status < 500;

const TOO_MANY_REQUESTS = 429;
const shouldRetry = (answer: Answer | null) =>
  answer === null || !isFinal(answer.status) || answer.status === TOO_MANY_REQUESTS;

export async function addMember(
  stage: Stage,
  name: string,
  tier: 'starter' | 'essential',
  now: number,
) {
  const email = `${name}@example.test`;
  await createAccount(
    stage,
    { ...getSeededAccount(`${tier}@quantalgo.test`), uid: name, email },
    now,
  );
  return { uid: name, email };
}

export async function newMember(world: World, nth: number): Promise<Member> {
  const { stage, line, met } = world;
  const isLower = nth % LOWER_TIER_INTERVAL === 0;
  const { uid, email } = await addMember(
    stage,
    `member-${nth}`,
    isLower ? 'starter' : 'essential',
    world.now(),
  );
  const audiences: readonly Audience[] = isLower ? ['basic'] : ['basic', 'order-flow'];
  const isInRoom = !isLower && nth % ROOM_INTERVAL === 0;
  const subscription = nth % PUSH_INTERVAL === 0 ? world.push.subscribe() : null;
  const visitor = `198.51.${Math.floor(nth / 250)}.${(nth % 250) + 1}`;
  const stored = createEmptyStore();
  const accepted = new Map<string, Write>();
  const bot = randomUUID();
  let token = '';
  let subscriptionId = '';
  let device: Device | null = null;
  let actionCount = nth;
  let sessions = 0;
  /** Of the newest post change that the device has (ISO). */
  let newestChangeTime: string | null = null;

  const send = (path: string, { method, body, key }: Call) =>
    fetch(`${stage.runApp}${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        'content-type': 'application/json',
        [VISITOR_HEADER]: visitor,
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([line.signal(), AbortSignal.timeout(REPLY_TIMEOUT_MS)]),
    });
  const call = async (path: string, options: Call = {}): Promise<Answer | null> => {
    met.calls += 1;
    const lineSignal = line.signal();
    try {
      const reply = await send(path, options);
      const { status } = reply;
      if (isFinal(status)) return { status, data: envelopeSchema.parse(await reply.json()).data };
      met.failed.push(`${path}: ${status} ${(await reply.text()).slice(0, 80)}`);
      return { status, data: null };
    } catch (error) {
      if (lineSignal.aborted) met.lost += 1;
      else met.failed.push(`${path}: ${String(error)}`);
      return null;
    }
  };
  /** Repeats a call without a reply, or if the site is too busy, like the app. */
  const callWithRetries = async (path: string, options: Call): Promise<Answer | null> => {
    let answer = await call(path, options);
    for (let tries = 1; shouldRetry(answer) && tries < MAX_TRIES; tries += 1) {
      await wait(RETRY_INTERVAL_MS);
      answer = await call(path, options);
    }
    return answer;
  };
  const write = async (change: Write, endSignal: AbortSignal) => {
    const key = randomUUID();
    const request = { method: change.method ?? 'POST', body: change.body, key };
    let answer = await call(change.path, request);
    while ((answer === null || !isFinal(answer.status)) && !endSignal.aborted) {
      await wait(RETRY_INTERVAL_MS);
      answer = await call(change.path, request);
    }
    const document = change.document.replace('{key}', key);
    if (answer === null || !isFinal(answer.status)) met.unsure.add(document);
    if (answer?.status !== 200) return;
    accepted.set(key, { ...change, document });
    if (accepted.size % REPLAY_INTERVAL !== 0) return;
    const repetition = await call(change.path, request);
    met.replays += 1;
    if (
      repetition?.status === 200 &&
      JSON.stringify(repetition.data) !== JSON.stringify(answer.data)
    )
      met.differed.push(`${change.path} ${key}`);
  };
  /** Asks, like the app, only for what changed since the last time. */
  const updateNetwork = async () => {
    const answer = await call('/api/network/look', { body: { after: newestChangeTime } });
    if (answer?.status !== 200) return;
    const { posts } = networkEndpoints.networkUpdates.data.parse(answer.data);
    for (const { updatedAt } of posts)
      if (newestChangeTime === null || updatedAt > newestChangeTime) newestChangeTime = updatedAt;
  };
  const nextWrite = (): Write => {
    actionCount += 1;
    const text = `Calm at ${new Date(world.now()).toISOString()}, say ${uid} and ${actionCount}`;
    const post = { action: 'write', to: null, text, signal: null };
    const [newest] = [...stored.signals.keys()].sort().reverse();
    if (actionCount % 4 === 0 && !isLower)
      return {
        path: '/api/essential/chat',
        body: { action: 'write', text, mentions: [] },
        document: 'messages/{key}',
      };
    if (actionCount % 4 === 1 && newest !== undefined)
      return {
        path: '/api/journal',
        body: { writes: [{ id: newest, change: { status: 'paper', note: text }, saw: {} }] },
        document: `journal/${uid}_${newest}`,
      };
    if (actionCount % 4 === 2) {
      const configuration = { ...createConfiguration(0), maxOpenTrades: (actionCount % 10) + 1 };
      return {
        path: `/api/bots/${bot}`,
        method: 'PATCH',
        body: { base: null, configuration },
        document: `bots/${uid}`,
      };
    }
    return { path: '/api/network', body: post, document: 'posts/{key}' };
  };
  const subscribe = async () => {
    if (!subscription) return;
    const { endpoint, keys } = subscription;
    const pushSubscription = { endpoint: endpoint.replace(world.push.url, PUSH_SERVICE), keys };
    const creation = await callWithRetries('/api/push/subscriptions', {
      body: { subscription: pushSubscription, zone: 'Africa/Lagos' },
    });
    assert.equal(
      creation?.status,
      200,
      `A device of ${uid} wasn't subscribed: ${JSON.stringify(creation)}`,
    );
    subscriptionId = z.object({ id: z.string() }).parse(creation.data).id;
    await call(`/api/push/subscriptions/${subscriptionId}`, {
      method: 'PATCH',
      body: { preferences: { ...DEFAULT_PUSH, quiet: null, perDay: 50 } },
    });
  };
  const continueWith = async (session: unknown) => {
    await device?.close();
    ({ token } = sessionSchema.parse(session));
    sessions += 1;
    const name = `${uid} ${sessions}`;
    device = await openDevice(world.ports, { name, token, audiences, isInRoom }, stored);
  };
  return {
    uid,
    email,
    audiences,
    stored,
    accepted,
    endpoint: subscription?.endpoint ?? null,
    testPush: () => call(`/api/push/subscriptions/${subscriptionId}/test`, { method: 'POST' }),
    token: () => token,
    call,
    open: async () => {
      const login = await callWithRetries('/auth/login', { body: { email, password: PASSWORD } });
      assert.equal(login?.status, 200, `${uid} wasn't logged in: ${JSON.stringify(login)}`);
      await continueWith(login.data);
      await subscribe();
    },
    logOutElsewhere: async () => {
      const reply = await callWithRetries('/api/account/devices', { method: 'DELETE' });
      assert.equal(reply?.status, 200, `${uid} kept its other sessions: ${JSON.stringify(reply)}`);
      await continueWith(reply.data);
    },
    setOnline: async (isOnline) => device?.setOnline(isOnline),
    act: async (endSignal) => {
      if (!line.isUp()) return;
      await call('/api/presence', { body: {} });
      await updateNetwork();
      await write(nextWrite(), endSignal);
    },
    close: async () => {
      await device?.close();
      device = null;
    },
  };
}
