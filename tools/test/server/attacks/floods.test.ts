import { randomBytes, randomUUID } from 'node:crypto';
import { challengeSchema, createAnswerCheck } from '@quantalgo/contracts/auth/challenge';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { CHALLENGE_REQUIRED } from '@quantalgo/contracts/core/endpoint';
import { createSecrets, parsePeppers } from '@quantalgo/functions/platform/core/secrets';
import { credentialRef } from '@quantalgo/functions/platform/auth/credentials';
import { createPasswords } from '@quantalgo/functions/platform/auth/passwords';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type OwnApi, startOwnApi } from '../../../src/bench/ownApi';
import { ACCOUNTS, createAccount } from '../../../src/suite/accounts';
import { LOCAL_KEYS } from '../../../src/suite/environment';
import { getPorts, readOffset } from '../../../src/suite/ports';
import { newAddress, PASSWORD, signUp } from '../../fixtures/client';
import { isAttackable } from './attacker';

const WRONG = 'Wrong2026';
/** Where owners call from: no attacker has this network. */
const HOME = '198.51.100.7';

/** Networks of one attacker: as many /48s as they like, or the /64s of one. */
const anyNetwork = (n: number) => `2001:db8:${n.toString(16)}::1`;
const ofOneHolder = (n: number) => `2001:db8:ffff:${n.toString(16)}::1`;

/** Cheap hashes, for attacks on what is counted and not on what it costs. */
const QUICK = createPasswords(parsePeppers(LOCAL_KEYS.passwordPepper), { n: 16, r: 1, p: 1 });

const opened: OwnApi[] = [];
const open = async (given: Parameters<typeof startOwnApi>[1]): Promise<OwnApi> => {
  const ports = getPorts(readOffset(process.env['PORT_OFFSET'], 0));
  const project = `demo-floods-${randomUUID().slice(0, 8)}` as const;
  const api = await startOwnApi(ports, { project, factor: 1, behindPlatform: true, ...given });
  opened.push(api);
  return api;
};
afterAll(() => Promise.all(opened.map((api) => api.close())));

interface From {
  readonly network?: string;
  readonly challenge?: string;
  readonly device?: string | undefined;
}

async function post(
  { url }: OwnApi,
  path: string,
  body: object,
  { network = HOME, device, challenge }: From = {},
) {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': network,
      ...(device !== undefined && { 'x-device': device }),
      ...(challenge !== undefined && { 'x-challenge': challenge }),
    },
    body: JSON.stringify(body),
  });
  const envelope = z
    .object({
      code: z.optional(z.string()),
      message: z.optional(z.string()),
      data: z.optional(z.unknown()),
    })
    .parse(await reply.json());
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), ...envelope };
}

/** As {@link post}, solving a challenge where one is demanded, as the app does. */
async function postSolving(api: OwnApi, path: string, body: object) {
  const first = await post(api, path, body);
  if (first.code !== CHALLENGE_REQUIRED) return first;
  const challenge = challengeSchema.parse(first.data);
  const solves = createAnswerCheck(challenge);
  let answer = 0;
  while (!solves(answer)) answer += 1;
  return post(api, path, body, { challenge: `${challenge.challenge} ${answer}` });
}

/** A member of this API's own database, and a device that they logged in on. */
async function member(api: OwnApi, passwords = QUICK) {
  const [template] = ACCOUNTS;
  if (!template) throw new Error('There is no seeded account');
  const uid = randomUUID();
  const email = `${uid}@attacks.test`;
  await createAccount(api, { ...template, uid, email }, Date.now());
  const password = await passwords.hash(PASSWORD);
  await credentialRef(api.database, uid).update({ password });
  const { data } = await post(api, '/auth/login', { email, password: PASSWORD });
  return { uid, email, device: sessionSchema.parse(data).device };
}

/** How many of so many wrong passwords were compared, eight at a time, and the last refusal. */
async function guess(api: OwnApi, email: string, count: number, network: (n: number) => string) {
  let compared = 0;
  let refusal = '';
  for (let n = 1; n <= count; n += 8) {
    const some = Array.from({ length: Math.min(8, count - n + 1) }, (_, more) =>
      post(api, '/auth/login', { email, password: WRONG }, { network: network(n + more) }),
    );
    for (const { status, message = '' } of await Promise.all(some)) {
      if (status === 401) compared += 1;
      else refusal = message;
    }
  }
  return { compared, refusal };
}

/** The token in the newest reset mail to an address. */
async function tokenTo({ database }: OwnApi, email: string): Promise<string> {
  const { docs } = await database.collection('mail').where('to', '==', email).get();
  const sealed = docs.map((mail): unknown => mail.get('sealed')).find(Boolean);
  const opened = createSecrets(LOCAL_KEYS.mailKey).open(z.string().parse(sealed));
  return z.object({ token: z.string() }).parse(JSON.parse(opened)).token;
}

describe.skipIf(!isAttackable)('password guesses from many networks', () => {
  let api: OwnApi;
  beforeAll(async () => {
    api = await open({ passwords: QUICK });
  });

  it('are limited to a hundred a day, with the same refusal for unknown accounts', async () => {
    const { email } = await member(api);
    const [ofMember, ofNobody] = [
      await guess(api, email, 140, anyNetwork),
      await guess(api, newAddress(), 140, anyNetwork),
    ];
    expect(ofMember.compared).toBeLessThanOrEqual(100);
    expect(ofNobody).toEqual(ofMember);
    expect(ofMember.refusal).toMatch(/device you’ve logged in on before, or reset your password/);
  }, 600_000);

  it('block neither a known device nor, after a reset, a new one', async () => {
    const { email, device } = await member(api);
    await guess(api, email, 140, anyNetwork);
    const known = await post(api, '/auth/login', { email, password: PASSWORD }, { device });
    expect(known.status).toBe(200);
    expect((await post(api, '/auth/login', { email, password: PASSWORD })).status).toBe(429);

    await post(api, '/auth/forgot-password', { email });
    const chosen = { token: await tokenTo(api, email), newPassword: 'Changed2026' };
    const from = { device: randomBytes(32).toString('base64url') };
    expect((await post(api, '/auth/reset-password', chosen, from)).status).toBe(200);
    // The attack goes on meanwhile.
    await guess(api, email, 140, (n) => anyNetwork(n + 1000));
    const changed = { email, password: 'Changed2026' };
    const again = await post(api, '/auth/login', changed, from);
    expect(again.status).toBe(200);
  });

  it('can’t exhaust an account’s limit from one /48 or four addresses, so the owner can log in', async () => {
    const { email } = await member(api);
    const { compared } = await guess(api, email, 140, ofOneHolder);
    expect(compared).toBeLessThanOrEqual(80);
    expect((await post(api, '/auth/login', { email, password: PASSWORD })).status).toBe(200);
    const { email: other } = await member(api);
    await guess(api, other, 140, (n) => `203.0.113.${n % 4}`);
    expect((await post(api, '/auth/login', { email: other, password: PASSWORD })).status).toBe(200);
  });
});

describe.skipIf(!isAttackable)('mail floods', () => {
  const ask = (api: OwnApi, network: string, path = '/auth/register') => {
    const email = newAddress();
    return post(api, path, path === '/auth/register' ? signUp(email) : { email }, { network });
  };
  const PATHS = ['/auth/register', '/auth/forgot-password', '/auth/send-activation-email'];

  /** Asks for so many mails at each address that sends some, by five networks at a time. */
  async function flood(api: OwnApi, count: number, network: (n: number) => string) {
    for (let n = 0; n < count; n += 5)
      for (const path of PATHS)
        await Promise.all([0, 1, 2, 3, 4].map((more) => ask(api, network(n + more), path)));
  }

  it.each([
    ['five networks', (n: number) => `203.0.113.${n % 5}`],
    ['a /48', ofOneHolder],
  ])('can’t block sign-up from %s', async (_, network) => {
    // Every limit is a fiftieth of what it is, so all are in proportion.
    const api = await open({ passwords: QUICK, factor: 0.02 });
    await flood(api, 60, network);
    expect((await postSolving(api, '/auth/register', signUp(newAddress()))).status).toBe(200);
  });

  it('can’t block a member’s password reset, from any number of networks', async () => {
    const api = await open({ passwords: QUICK, factor: 0.02 });
    const { email } = await member(api);
    await flood(api, 60, anyNetwork);
    expect((await postSolving(api, '/auth/forgot-password', { email })).status).toBe(200);
    expect(await tokenTo(api, email)).toMatch(/^[a-z0-9]+$/);
  });
});

describe.skipIf(!isAttackable)('hashing floods', () => {
  it('get about ten places in the queue and Retry-After otherwise, while members can log in', async () => {
    const api = await open({});
    const { email, device } = await member(
      api,
      createPasswords(parsePeppers(LOCAL_KEYS.passwordPepper)),
    );
    const flood = Array.from({ length: 48 }, (_, n) =>
      post(
        api,
        '/auth/login',
        { email: newAddress(), password: WRONG },
        { network: `203.0.113.${n}` },
      ),
    );
    const owner = post(api, '/auth/login', { email, password: PASSWORD }, { device });
    const replies = await Promise.all(flood);
    expect((await owner).status).toBe(200);
    const compared = replies.filter(({ status }) => status === 401);
    expect(compared.length).toBeGreaterThanOrEqual(10);
    expect(compared.length).toBeLessThanOrEqual(24);
    for (const { status, retryAfter } of replies.filter((reply) => reply.status !== 401)) {
      expect([429, 503]).toContain(status);
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
    }
  });

  it('are limited to a few hundred tries a minute per address', async () => {
    // At one moment: the count begins again with each minute.
    const api = await open({ passwords: QUICK, clock: () => Date.parse('2026-11-20T12:00:01Z') });
    const statuses: number[] = [];
    for (let n = 0; n < 300; n += 5) {
      const some = [0, 1, 2, 3, 4].map(() =>
        post(api, '/auth/login', { email: newAddress(), password: WRONG }),
      );
      for (const { status } of await Promise.all(some)) statuses.push(status);
    }
    const compared = statuses.filter((status) => status === 401).length;
    expect(compared).toBeLessThanOrEqual(250);
  });
});
