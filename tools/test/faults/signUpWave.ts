import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fakeTaskQueue } from '../../../functions/test/fakeTaskQueue';
import { DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { CONFIRMATION_CODE_MS } from '@quantalgo/contracts/core/validation';
import {
  deliverMail,
  inTurn,
  type MailDeps,
  type OutgoingMail,
  smtpSender,
  sweepMail,
} from '@quantalgo/functions/platform/email/email';
import { passwordsOf } from '@quantalgo/functions/platform/auth/passwords';
import { secretsOf } from '@quantalgo/functions/platform/core/secrets';
import * as z from 'zod/mini';
import { PASSWORD } from '../../src/suite/accounts';
import { startOwnApi } from '../../src/bench/ownApi';
import { LOCAL_KEYS } from '../../src/suite/environment';
import type { MailSink } from './mail';
import type { Place } from './place';

/** How much faster the clock of the application goes than ours. */
const QUICKER = 10;
const AT_ONCE = 20;
/** Mails a second, by that clock, that the mail server takes. */
const PER_SECOND = 5;
/** Of the visitors, so many come from one address, as from a carrier. */
const AT_CARRIER = 400;
/** Of them, so many are harassed by one who tries codes in their name. */
const HARASSED = 10;
const TRIES = 6;

/** Their hashes cost next to nothing: that is measured elsewhere. */
const QUICK = passwordsOf(new Map([[1, 'the pepper of a wave, long enough to be']]), {
  n: 16,
  r: 1,
  p: 1,
});

interface Visitor {
  readonly email: string;
  readonly origin: string;
}

const visitorAt = (index: number): Visitor => ({
  email: `${randomUUID()}@example.test`,
  origin:
    index < AT_CARRIER ? '198.51.100.1' : `203.0.${100 + Math.floor(index / 250)}.${index % 250}`,
});

/** A clock that is set while visitors come, and runs by itself afterwards. */
function quickClock() {
  const began = Date.now();
  let set: { readonly at: number; readonly since: number } = { at: began, since: Infinity };
  return {
    now: () => set.at + Math.max(0, Date.now() - set.since) * QUICKER,
    setTo: (ms: number) => {
      set = { at: began + ms, since: Infinity };
    },
    run: () => {
      set = { at: set.at, since: Date.now() };
    },
  };
}

/** Tells in each second of the clock from the sixth mail on that there is no room for it. */
function roomFor(clock: () => number) {
  let second = { at: 0, taken: 0 };
  return () => {
    const at = Math.floor(clock() / 1000);
    if (at !== second.at) second = { at, taken: 0 };
    second.taken += 1;
    return second.taken > PER_SECOND;
  };
}

type Post = (path: string, from: string, body: object) => Promise<Response>;

const poster =
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

const registrationOf = (email: string) => ({
  fullName: 'Ada Obi',
  email,
  phone: '+234 801 234 5678',
  country: 'Nigeria',
  password: PASSWORD,
});

/** @returns after how many ms a refused visitor may come back, null for one who signed up */
async function register(post: Post, { email, origin }: Visitor): Promise<number | null> {
  const { headers, status } = await post('/auth/register', origin, registrationOf(email));
  if (status === 429) return Number(headers.get('retry-after')) * 1000;
  assert.equal(status, 200, `${email} could not sign up`);
  return null;
}

/** Does this for all of them, for so many at a time. */
async function forEach<T>(
  all: readonly T[],
  act: (one: T, index: number) => Promise<unknown>,
  atOnce = AT_ONCE,
) {
  const left = all.entries();
  const work = async () => {
    for (const [index, one] of left) await act(one, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** The part of the rate that mails have which are sent at once. */
const FIRST_SHARE = 0.1;
const TASKS_AT_ONCE = 10;
const SWEEP_MS = 5 * MINUTE_MS;

/** As the deployed functions send: what finds room at once, the rest by tasks, and every five minutes a sweep. */
async function deliverAll(
  { database }: Place,
  given: Omit<MailDeps, 'turn' | 'tasks'>,
): Promise<number> {
  const tasks = fakeTaskQueue();
  const rate = PER_SECOND * QUICKER;
  const deps = { ...given, tasks };
  const first = { ...deps, turn: inTurn(rate * FIRST_SHARE, 0) };
  const later = { ...deps, turn: inTurn(rate * (1 - FIRST_SHARE)) };
  const { docs } = await database.collection('mail').get();
  const arriving = forEach(docs, ({ id }) => deliverMail(first, id));
  const isDue = async () => {
    const due = database.collection('mail').where('dueAt', '!=', null).count();
    return (await due.get()).data().count > 0;
  };
  let sweeps = 0;
  let sweptAt = deps.clock();
  while (await isDue()) {
    const due = tasks.take(deps.clock());
    await forEach(due, ({ id }) => deliverMail(later, id), TASKS_AT_ONCE);
    if (due.length === 0) await wait(1000 / QUICKER);
    if (deps.clock() - sweptAt < SWEEP_MS) continue;
    sweptAt = deps.clock();
    await sweepMail(deps);
    sweeps += 1;
  }
  await arriving;
  return sweeps;
}

/** A stranger tries codes in the name of some, who are let in by their own all the same. */
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
 * So many register within a minute while the mail server takes five mails a second: each code arrives once, while it is
 * valid, and nobody is kept out by what others do.
 */
export async function signUpWave(place: Place, sink: MailSink, visitors: number): Promise<string> {
  const clock = quickClock();
  const api = await startOwnApi(place.ports, {
    project: z.templateLiteral(['demo-', z.string()]).parse(place.project),
    factor: 1,
    behindPlatform: true,
    clock: clock.now,
    passwords: QUICK,
  });
  const post = poster(api.url);
  const all = Array.from({ length: visitors }, (_, index) => visitorAt(index));
  const arrived = new Map<string, { readonly at: number; readonly code: string }[]>();
  const smtp = smtpSender(`smtp://127.0.0.1:${place.ports.smtp}`, 'site@quantalgo.test');
  const send = async (mail: OutgoingMail) => {
    await smtp(mail);
    const [code = ''] = mail.subject.split(' ');
    arrived.set(mail.to, [...(arrived.get(mail.to) ?? []), { at: clock.now(), code }]);
  };
  try {
    const [began, started] = [clock.now(), performance.now()];
    const returning: { readonly visitor: Visitor; readonly at: number }[] = [];
    await forEach(all, async (visitor, index) => {
      const at = (index / visitors) * MINUTE_MS;
      clock.setTo(at);
      const waitMs = await register(post, visitor);
      if (waitMs !== null) returning.push({ visitor, at: at + waitMs });
    });
    // One carrier's visitors are more than may hash a password in a minute: some come back in the next.
    assert.ok(returning.length < AT_CARRIER / 2, 'most visitors of the carrier were refused');
    const cameBy = Math.max(MINUTE_MS, ...returning.map(({ at }) => at));
    clock.setTo(cameBy);
    await forEach(returning, async ({ visitor }) => {
      assert.equal(await register(post, visitor), null, `${visitor.email} was refused twice`);
    });
    clock.run();
    sink.refuseWhere(roomFor(clock.now));
    const sweeps = await deliverAll(place, {
      firestore: place.database,
      mailSecrets: secretsOf(LOCAL_KEYS.mailKey),
      send,
      siteUrl: 'https://site.test',
      brand: DEMONSTRATION_BRAND,
      clock: clock.now,
    });
    const times = all.flatMap(({ email }) => arrived.get(email)?.map(({ at }) => at - began) ?? []);
    assert.equal(arrived.size, visitors, 'Some codes never arrived');
    assert.equal(times.length, visitors, 'Some codes arrived twice');
    const last = Math.max(...times);
    assert.ok(last < CONFIRMATION_CODE_MS, `The last code arrived after ${last / MINUTE_MS} min`);
    const codes = new Map([...arrived].map(([to, [mail]]) => [to, mail?.code ?? '']));
    await confirmAll(post, [...all.slice(0, HARASSED), ...all.slice(-HARASSED)], codes);
    return `${visitors} codes at ${PER_SECOND} a second, the last after ${(last / MINUTE_MS).toFixed(1)} of the ${CONFIRMATION_CODE_MS / MINUTE_MS} minutes that it is valid, ${sweeps} sweeps, in ${Math.round((performance.now() - started) / 1000)} s`;
  } finally {
    sink.setFull(false);
    // They are in the suite's own project, to which alone the emulator signs in.
    const { docs } = await place.database.collection('users').get();
    await api.auth.deleteUsers(docs.map(({ id }) => id));
    await api.close();
  }
}
