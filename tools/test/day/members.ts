import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { newConfiguration } from '@quantalgo/contracts/bots/configuration';
import { envelopeSchema, IDEMPOTENCY_HEADER } from '@quantalgo/contracts/core/endpoint';
import { DEFAULT_PUSH } from '@quantalgo/contracts/push/push';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { accountOf, createAccount, PASSWORD } from '../../src/suite/accounts';
import type { Ports } from '../../src/suite/ports';
import type { PushService } from '../fixtures/pushService';
import { VISITOR_HEADER } from '../rehearsal/network';
import { PUSH_SERVICE } from '../rehearsal/outside';
import type { Stage } from '../rehearsal/stage';
import { type Device, type DeviceStore, emptyStore, openDevice } from './device';

/** The members' line to the site. Cut, it loses calls on their way there and answers on their way back. */
export function createLine() {
  let cut: AbortController | null = new AbortController();
  return {
    isUp: () => cut !== null,
    signal: () => cut?.signal ?? AbortSignal.abort(),
    goDown: () => {
      cut?.abort();
      cut = null;
    },
    comeBack: () => {
      cut = new AbortController();
    },
  };
}
type Line = ReturnType<typeof createLine>;

/** What the members met together. */
export interface Met {
  calls: number;
  /** Calls that were lost with the line, and sent again. */
  lost: number;
  /** Calls that the site failed to answer while the line was up, in words. */
  readonly failed: string[];
  /** Answers to a call that was sent again although it had been answered, and differed. */
  readonly differed: string[];
  replays: number;
  /** Documents of changes that were still without an answer when the day ended: nobody was told anything of them. */
  readonly unsure: Set<string>;
}

/** A change that a member made: it is sent until it has an answer, and by its key happens once. */
interface Write {
  readonly path: string;
  readonly method?: 'POST' | 'PATCH';
  readonly body: object;
  /** The document that has it. */
  readonly document: string;
}

/** Who stands around the members. */
interface World {
  readonly ports: Ports;
  readonly stage: Stage;
  readonly push: PushService;
  readonly line: Line;
  readonly met: Met;
  /** Epoch ms, by the site's clock. */
  readonly now: () => number;
}

export interface Member {
  readonly uid: string;
  readonly email: string;
  readonly audiences: readonly Audience[];
  readonly stored: DeviceStore;
  /** What was accepted of them: by the keys of their calls, the document that has it. */
  readonly accepted: ReadonlyMap<string, Write>;
  /** Endpoint of their push subscription; null for those without. */
  readonly endpoint: string | null;
  /** Asks for a push to their device, for what it is worth. */
  readonly testPush: () => Promise<unknown>;
  readonly token: () => string;
  /** Calls the site, once. @returns null where the line was lost on the way */
  readonly call: (path: string, call?: Call) => Promise<Answer | null>;
  /** Opens the app, with a new session. */
  readonly open: () => Promise<void>;
  /** Ends all other sessions, which replaces this one. */
  readonly signOutElsewhere: () => Promise<void>;
  readonly setOnline: (isOnline: boolean) => Promise<void>;
  /** Does the next of what members do, in turn. Resolves once it has an answer. */
  readonly act: (over: AbortSignal) => Promise<void>;
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

const ANSWERS_WITHIN_MS = 60_000;
const AGAIN_AFTER_MS = 1000;
/** How often a call is tried that a member's day can't begin without. */
const TRIES = 5;
/** Of the accepted calls, one of so many is sent once more, as by a device that lost the answer. */
const REPLAYED = 5;
/** Of the members, one of so many has the lower tier, and every second one gets pushes. */
const LOWER = 5;
const TOLD = 2;
/** One of so many has the Essential Room in sight: nobody else listens to it. */
const IN_ROOM = 8;

const isFinal = (status: number) => status < 500;

const TOO_MANY = 429;
const isToTryAgain = (answer: Answer | null) =>
  answer === null || !isFinal(answer.status) || answer.status === TOO_MANY;

/** An account with this access; `now` is by the site's clock. */
export async function addMember(
  stage: Stage,
  name: string,
  tier: 'starter' | 'essential',
  now: number,
) {
  const email = `${name}@example.test`;
  await createAccount(stage, { ...accountOf(`${tier}@quantalgo.test`), uid: name, email }, now);
  return { uid: name, email };
}

/** The nth member of the day, with an address of their own. The app is opened by `open`. */
export async function newMember(world: World, nth: number): Promise<Member> {
  const { stage, line, met } = world;
  const isLower = nth % LOWER === 0;
  const { uid, email } = await addMember(
    stage,
    `member-${nth}`,
    isLower ? 'starter' : 'essential',
    world.now(),
  );
  const audiences: readonly Audience[] = isLower ? ['basic'] : ['basic', 'order-flow'];
  const isInRoom = !isLower && nth % IN_ROOM === 0;
  const subscription = nth % TOLD === 0 ? world.push.subscribe() : null;
  const visitor = `198.51.${Math.floor(nth / 250)}.${(nth % 250) + 1}`;
  const stored = emptyStore();
  const accepted = new Map<string, Write>();
  const bot = randomUUID();
  let token = '';
  let row = '';
  let device: Device | null = null;
  let acts = nth;
  let sessions = 0;

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
      signal: AbortSignal.any([line.signal(), AbortSignal.timeout(ANSWERS_WITHIN_MS)]),
    });
  const call = async (path: string, how: Call = {}): Promise<Answer | null> => {
    met.calls += 1;
    const way = line.signal();
    try {
      const reply = await send(path, how);
      const { status } = reply;
      if (isFinal(status)) return { status, data: envelopeSchema.parse(await reply.json()).data };
      met.failed.push(`${path}: ${status} ${(await reply.text()).slice(0, 80)}`);
      return { status, data: null };
    } catch (error) {
      if (way.aborted) met.lost += 1;
      else met.failed.push(`${path}: ${String(error)}`);
      return null;
    }
  };
  /** Calls again where no answer came, or the site is too busy to give one: the app does so, too. */
  const answered = async (path: string, how: Call): Promise<Answer | null> => {
    let answer = await call(path, how);
    for (let tried = 1; isToTryAgain(answer) && tried < TRIES; tried += 1) {
      await wait(AGAIN_AFTER_MS);
      answer = await call(path, how);
    }
    return answer;
  };
  const write = async (change: Write, over: AbortSignal) => {
    const key = randomUUID();
    const order = { method: change.method ?? 'POST', body: change.body, key };
    let answer = await call(change.path, order);
    while ((answer === null || !isFinal(answer.status)) && !over.aborted) {
      await wait(AGAIN_AFTER_MS);
      answer = await call(change.path, order);
    }
    const document = change.document.replace('{key}', key);
    if (answer === null || !isFinal(answer.status)) met.unsure.add(document);
    if (answer?.status !== 200) return;
    accepted.set(key, { ...change, document });
    if (accepted.size % REPLAYED !== 0) return;
    const again = await call(change.path, order);
    met.replays += 1;
    if (again?.status === 200 && JSON.stringify(again.data) !== JSON.stringify(answer.data))
      met.differed.push(`${change.path} ${key}`);
  };
  const next = (): Write => {
    acts += 1;
    const text = `Calm at ${new Date(world.now()).toISOString()}, say ${uid} and ${acts}`;
    const post = { act: 'write', to: null, text, signal: null };
    const [newest] = [...stored.signals.keys()].sort().reverse();
    if (acts % 4 === 0 && !isLower)
      return {
        path: '/api/essential/chat',
        body: { act: 'write', text, mentions: [] },
        document: 'messages/{key}',
      };
    if (acts % 4 === 1 && newest !== undefined)
      return {
        path: '/api/journal',
        body: { writes: [{ id: newest, change: { status: 'paper', note: text }, saw: {} }] },
        document: `journal/${uid}_${newest}`,
      };
    if (acts % 4 === 2) {
      const configuration = { ...newConfiguration(0), mostOpen: (acts % 10) + 1 };
      return {
        path: `/api/bots/${bot}`,
        method: 'PATCH',
        body: { configuration },
        document: `bots/${uid}`,
      };
    }
    return { path: '/api/network', body: post, document: 'posts/{key}' };
  };
  const subscribe = async () => {
    if (!subscription) return;
    const { endpoint, keys } = subscription;
    const reached = { endpoint: endpoint.replace(world.push.url, PUSH_SERVICE), keys };
    const made = await answered('/api/push/subscriptions', {
      body: { subscription: reached, zone: 'Africa/Lagos' },
    });
    assert.equal(
      made?.status,
      200,
      `A device of ${uid} wasn't subscribed: ${JSON.stringify(made)}`,
    );
    row = z.object({ id: z.string() }).parse(made.data).id;
    await call(`/api/push/subscriptions/${row}`, {
      method: 'PATCH',
      body: { preferences: { ...DEFAULT_PUSH, quiet: null, perDay: 50 } },
    });
  };
  const goOnWith = async (session: unknown) => {
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
    testPush: () => call(`/api/push/subscriptions/${row}/test`, { method: 'POST' }),
    token: () => token,
    call,
    open: async () => {
      const { data } = (await call('/auth/login', { body: { email, password: PASSWORD } })) ?? {};
      await goOnWith(data);
      await subscribe();
    },
    signOutElsewhere: async () => {
      const { data } = (await call('/api/account/devices', { method: 'DELETE' })) ?? {};
      await goOnWith(data);
    },
    setOnline: async (isOnline) => device?.setOnline(isOnline),
    act: async (over) => {
      if (!line.isUp()) return;
      await call('/api/presence', { body: {} });
      await call('/api/network/look', { body: { after: null } });
      await write(next(), over);
    },
    close: async () => {
      await device?.close();
      device = null;
    },
  };
}
