import {
  type Challenge,
  challengeSchema,
  createAnswerCheck,
} from '@quantalgo/contracts/auth/challenge';
import { CHALLENGE_REQUIRED } from '@quantalgo/contracts/core/endpoint';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFirestoreLimiter, type Limiter } from '../../../src/platform/core/rateLimiter';
import { createMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { mailsTo, newAddress, registration } from './visitor';

let ahead = 0;
/** Early in an hour, so that the site's hourly limit doesn't reset during the tests. */
const clock = () => Date.parse('2026-11-20T12:05:00Z') + ahead;

/** The site's hourly email limit in these tests; deployed it is 5,000. */
const SITE_MAILS = 10;

const open: Api[] = [];

/** Starts the API with a small hourly email limit, partly used. */
async function startSite(project: string, used: number): Promise<Api> {
  const api = await startApi(project, { clock, challengeBits: 8 }, undefined, (deps) => {
    const scarce = createFirestoreLimiter({
      ...deps,
      limitSecrets: deps.secrets,
      factor: SITE_MAILS / 5000,
    });
    const take: Limiter['take'] = (name, key) =>
      (name === 'siteMails' ? scarce : deps.limiter).take(name, key);
    return { ...deps, limiter: { ...deps.limiter, take } };
  });
  open.push(api);
  const limiter = createFirestoreLimiter({
    ...api,
    limitSecrets: api.secrets,
    factor: SITE_MAILS / 5000,
  });
  for (let n = 0; n < used; n += 1) await limiter.take('siteMails', 'all');
  return api;
}

afterAll(() => Promise.all(open.map((api) => api.close())));

interface From {
  readonly origin?: string;
  readonly solved?: string;
}

const ask = (
  api: Api,
  path: string,
  body: unknown,
  { origin = '203.0.113.1', solved }: From = {},
) =>
  api.call(path, {
    method: 'POST',
    body,
    headers: {
      'x-forwarded-for': origin,
      ...(solved !== undefined && { 'x-challenge': solved }),
    },
  });

function solve(challenge: Challenge): string {
  const solves = createAnswerCheck(challenge);
  let answer = 0;
  while (!solves(answer)) answer += 1;
  return `${challenge.challenge} ${answer}`;
}

const challengeIn = ({ envelope }: Awaited<ReturnType<typeof ask>>) =>
  challengeSchema.parse(envelope?.data);

/** Uses up an origin's share of the emails left for crowded hours. */
async function useUp(api: Api, origin: string): Promise<void> {
  const limiter = createFirestoreLimiter({ ...api, factor: 1 });
  const take = () => limiter.take('crowdedOriginMails', origin);
  await Promise.all(Array.from({ length: 100 }, take));
}

const register = (api: Api, email: string, from: From = {}) =>
  ask(api, '/auth/register', registration(email), from);

/** Registers as the app does: solves the challenge if one is required. */
async function registerSolving(api: Api, email: string, origin: string) {
  const first = await register(api, email, { origin });
  if (first.status !== 428) return first;
  return register(api, email, { origin, solved: solve(challengeIn(first)) });
}

describe('challenge once half of the site’s hourly email limit is used', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startSite('demo-challenges-half', SITE_MAILS / 2);
  });

  it.each([
    ['/auth/register', (email: string): object => registration(email)],
    ['/auth/send-activation-email', (email: string) => ({ email })],
    ['/auth/forgot-password', (email: string) => ({ email })],
  ])('is required at %s for members and strangers alike', async (path, body) => {
    const { email: member } = await createMember(api);
    for (const email of [newAddress(), member]) {
      const refused = await ask(api, path, body(email));
      expect([refused.status, refused.envelope?.code]).toEqual([428, CHALLENGE_REQUIRED]);
      expect(await mailsTo(api, email)).toHaveLength(0);
      const solved = solve(challengeIn(refused));
      expect((await ask(api, path, body(email), { solved })).status).toBe(200);
      expect(await mailsTo(api, email)).toHaveLength(1);
    }
  });

  it('accepts an answer once, for its address and origin, within ten minutes', async () => {
    const email = newAddress();
    const first = solve(challengeIn(await register(api, email)));
    expect((await register(api, newAddress(), { solved: first })).status).toBe(428);
    const elsewhere = { solved: first, origin: '203.0.113.2' };
    expect((await register(api, email, elsewhere)).status).toBe(428);
    expect((await register(api, email, { solved: first })).status).toBe(200);
    expect((await register(api, email, { solved: first })).status).toBe(428);
    const late = solve(challengeIn(await register(api, email)));
    ahead = 11 * MINUTE_MS;
    expect((await register(api, email, { solved: late })).status).toBe(428);
    ahead = 0;
  });

  it.each(['', 'nonsense', `${'1'.repeat(13)}.8.${'a'.repeat(16)}.${'a'.repeat(43)} 1`])(
    'rejects “%s” as an answer',
    async (solved) => {
      expect((await register(api, newAddress(), { solved })).status).toBe(428);
    },
  );

  it('rejects an answer to a challenge edited to be easier', async () => {
    const email = newAddress();
    const { challenge } = challengeIn(await register(api, email));
    const easier = challenge.replace(/^(\d+)\.\d+\./, '$1.0.');
    expect(easier).not.toBe(challenge);
    expect((await register(api, email, { solved: `${easier} 0` })).status).toBe(428);
  });
});

describe('site with its hourly email limit used up', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startSite('demo-challenges-full', SITE_MAILS);
  });

  it('allows each origin some sign-ups for a harder challenge', async () => {
    const email = newAddress();
    expect(challengeIn(await register(api, email)).bits).toBe(10);
    expect((await registerSolving(api, newAddress(), '198.51.100.1')).status).toBe(200);
    await useUp(api, '198.51.100.1');
    const refused = await registerSolving(api, newAddress(), '198.51.100.1');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await registerSolving(api, newAddress(), '198.51.100.2')).status).toBe(200);
  });

  it('emails members a reset link without revealing who has an account', async () => {
    const { email: member } = await createMember(api);
    const stranger = newAddress();
    const origin = '198.51.100.3';
    await useUp(api, origin);
    const answers = [];
    for (const email of [member, stranger]) {
      const path = '/auth/forgot-password';
      const first = await ask(api, path, { email }, { origin });
      const solved = solve(challengeIn(first));
      const { status, envelope } = await ask(api, path, { email }, { origin, solved });
      answers.push([first.status, status, envelope?.message]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[1]).toBe(200);
    expect(await mailsTo(api, member)).toHaveLength(1);
    expect(await mailsTo(api, stranger)).toHaveLength(0);
  });
});
