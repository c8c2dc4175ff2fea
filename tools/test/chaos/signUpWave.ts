import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fakeTaskQueue } from '../../../functions/test/fakeTaskQueue';
import { DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { CONFIRMATION_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import {
  deliverEmail,
  createRateLimiter,
  type EmailDeps,
  sweepEmails,
} from '@quantalgo/functions/platform/email/queue';
import { createPasswords } from '@quantalgo/functions/platform/auth/passwords';
import { createSecrets } from '@quantalgo/functions/platform/core/secrets';
import * as z from 'zod/mini';
import { PASSWORD } from '../../src/suite/accounts';
import { startOwnApi } from '../../src/bench/ownApi';
import { LOCAL_KEYS } from '../../src/suite/environment';
import type { MailSink } from './mail';
import type { Place } from './place';
import { type OutgoingEmail, createSmtpSender } from '@quantalgo/functions/platform/email/smtp';

const CLOCK_FACTOR = 10;
const MAX_PARALLEL = 20;
/** By that clock, the mail server accepts so many emails a second. */
const PER_SECOND = 5;
/** Visitors from one address, like a carrier's. */
const CARRIER_VISITORS = 400;
const HARASSED_VISITORS = 10;
const TRIES = 6;

/** Cheap hashes: other tests measure the real cost. */
const QUICK = createPasswords(new Map([[1, 'the pepper of a wave, long enough to be']]), {
  n: 16,
  r: 1,
  p: 1,
});

interface Visitor {
  readonly email: string;
  readonly origin: string;
}

const createVisitor = (index: number): Visitor => ({
  email: `${randomUUID()}@example.test`,
  origin:
    index < CARRIER_VISITORS
      ? '198.51.100.1'
      : `203.0.${100 + Math.floor(index / 250)}.${index % 250}`,
});

function createClock() {
  const startTime = Date.now();
  let set: { readonly at: number; readonly since: number } = { at: startTime, since: Infinity };
  return {
    now: () => set.at + Math.max(0, Date.now() - set.since) * CLOCK_FACTOR,
    setTo: (ms: number) => {
      set = { at: startTime + ms, since: Infinity };
    },
    run: () => {
      set = { at: set.at, since: Date.now() };
    },
  };
}

/** True from the sixth email on in each second of the clock. */
function createFullCheck(clock: () => number) {
  let second = { at: 0, taken: 0 };
  return () => {
    const at = Math.floor(clock() / 1000);
    if (at !== second.at) second = { at, taken: 0 };
    second.taken += 1;
    return second.taken > PER_SECOND;
  };
}

type Post = (path: string, from: string, body: object) => Promise<Response>;

const createPost =
  (url: string): Post =>
  async (path, from, body) => {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    });
    await reply.arrayBuffer();
    return reply;
  };

const buildRegistration = (email: string) => ({
  fullName: 'Ada Obi',
  email,
  phone: '+234 801 234 5678',
  country: 'Nigeria',
  password: PASSWORD,
});

/** @returns after how many ms a refused visitor may return; null for one who signed up */
async function register(post: Post, { email, origin }: Visitor): Promise<number | null> {
  const { headers, status } = await post('/auth/register', origin, buildRegistration(email));
  if (status === 429) return Number(headers.get('retry-after')) * 1000;
  assert.equal(status, 200, `${email} could not sign up`);
  return null;
}

async function forEach<T>(
  all: readonly T[],
  action: (one: T, index: number) => Promise<unknown>,
  concurrency = MAX_PARALLEL,
) {
  const entries = all.entries();
  const work = async () => {
    for (const [index, one] of entries) await action(one, index);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

const FIRST_SHARE = 0.1;
const MAX_PARALLEL_TASKS = 10;
const SWEEP_MS = 5 * MINUTE_MS;

/**
 * Like the deployed functions: sends at once what the rate permits, the rest by tasks, with a sweep
 * every five minutes.
 */
async function deliverAll(
  { database }: Place,
  options: Omit<EmailDeps, 'waitForTurn' | 'tasks'>,
): Promise<number> {
  const tasks = fakeTaskQueue();
  const rate = PER_SECOND * CLOCK_FACTOR;
  const deps = { ...options, tasks };
  const first = { ...deps, waitForTurn: createRateLimiter(rate * FIRST_SHARE, 0) };
  const later = { ...deps, waitForTurn: createRateLimiter(rate * (1 - FIRST_SHARE)) };
  const { docs } = await database.collection('mail').get();
  const firstDeliveries = forEach(docs, ({ id }) => deliverEmail(first, id));
  const isDue = async () => {
    const due = database.collection('mail').where('dueAt', '!=', null).count();
    return (await due.get()).data().count > 0;
  };
  let sweeps = 0;
  let lastSweepAt = deps.clock();
  while (await isDue()) {
    const due = tasks.take(deps.clock());
    await forEach(due, ({ id }) => deliverEmail(later, id), MAX_PARALLEL_TASKS);
    if (due.length === 0) await wait(1000 / CLOCK_FACTOR);
    if (deps.clock() - lastSweepAt < SWEEP_MS) continue;
    lastSweepAt = deps.clock();
    await sweepEmails(deps);
    sweeps += 1;
  }
  await firstDeliveries;
  return sweeps;
}

async function confirmAll(post: Post, visitors: readonly Visitor[], codes: Map<string, string>) {
  for (const { email } of visitors)
    for (let attempt = 0; attempt < TRIES; attempt += 1)
      await post('/auth/confirm-code', '192.0.2.66', { email, confirmationCode: 'wrong22' });
  for (const { email, origin } of visitors) {
    const confirmationCode = codes.get(email) ?? '';
    const { status } = await post('/auth/confirm-code', origin, { email, confirmationCode });
    assert.equal(status, 200, `${email} was kept out`);
  }
}

/**
 * Visitors register within a minute while the mail server accepts five emails a second.
 * Each code arrives once and while it is valid, and nobody is locked out by others.
 */
export async function signUpWave(place: Place, sink: MailSink, visitors: number): Promise<string> {
  const clock = createClock();
  const api = await startOwnApi(place.ports, {
    project: z.templateLiteral(['demo-', z.string()]).parse(place.project),
    factor: 1,
    behindPlatform: true,
    clock: clock.now,
    passwords: QUICK,
  });
  const post = createPost(api.url);
  const all = Array.from({ length: visitors }, (_, index) => createVisitor(index));
  const arrivals = new Map<string, { readonly at: number; readonly code: string }[]>();
  const smtp = createSmtpSender(`smtp://127.0.0.1:${place.ports.smtp}`, 'site@quantalgo.test');
  const send = async (mail: OutgoingEmail) => {
    await smtp(mail);
    const [code = ''] = mail.subject.split(' ');
    arrivals.set(mail.to, [...(arrivals.get(mail.to) ?? []), { at: clock.now(), code }]);
  };
  try {
    const [startTime, realStart] = [clock.now(), performance.now()];
    const returning: { readonly visitor: Visitor; readonly at: number }[] = [];
    // One by one: the emulator, unlike Firestore, locks the collection that a registration queries.
    for (const [index, visitor] of all.entries()) {
      const at = (index / visitors) * MINUTE_MS;
      clock.setTo(at);
      const waitMs = await register(post, visitor);
      if (waitMs !== null) returning.push({ visitor, at: at + waitMs });
    }
    // A carrier has more visitors than may hash a password in a minute; some return in the next.
    assert.ok(returning.length < CARRIER_VISITORS / 2, 'most visitors of the carrier were refused');
    const lastReturn = Math.max(MINUTE_MS, ...returning.map(({ at }) => at));
    clock.setTo(lastReturn);
    for (const { visitor } of returning)
      assert.equal(await register(post, visitor), null, `${visitor.email} was refused twice`);
    clock.run();
    sink.refuseWhere(createFullCheck(clock.now));
    const sweeps = await deliverAll(place, {
      firestore: place.database,
      mailSecrets: createSecrets(LOCAL_KEYS.mailKey),
      send,
      siteUrl: 'https://site.test',
      brand: DEMONSTRATION_BRAND,
      clock: clock.now,
    });
    const times = all.flatMap(
      ({ email }) => arrivals.get(email)?.map(({ at }) => at - startTime) ?? [],
    );
    assert.equal(arrivals.size, visitors, 'Some codes never arrived');
    assert.equal(times.length, visitors, 'Some codes arrived twice');
    const last = Math.max(...times);
    assert.ok(
      last < CONFIRMATION_CODE_TTL_MS,
      `The last code arrived after ${last / MINUTE_MS} min`,
    );
    const codes = new Map([...arrivals].map(([to, [mail]]) => [to, mail?.code ?? '']));
    await confirmAll(
      post,
      [...all.slice(0, HARASSED_VISITORS), ...all.slice(-HARASSED_VISITORS)],
      codes,
    );
    return `${visitors} codes at ${PER_SECOND} a second, the last after ${(last / MINUTE_MS).toFixed(1)} of the ${CONFIRMATION_CODE_TTL_MS / MINUTE_MS} minutes that it is valid, ${sweeps} sweeps, in ${Math.round((performance.now() - realStart) / 1000)} s`;
  } finally {
    sink.setFull(false);
    // They are in the suite's own project, the only one that the emulator signs in to.
    const { docs } = await place.database.collection('users').get();
    await api.auth.deleteUsers(docs.map(({ id }) => id));
    await api.close();
  }
}
