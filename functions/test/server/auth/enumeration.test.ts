import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../http/suite';
import { mailsTo, newAddress, newMember, post, registration } from './visitor';

let api: Api;
const calls: string[] = [];

/** Records the names of the methods called on a service. */
const watchService = <T extends object>(service: T, name: string): T =>
  new Proxy(service, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        const [first] = given;
        const where =
          typeof first === 'string' && name === 'firestore' ? ` ${first.split('/')[0] ?? ''}` : '';
        calls.push(`${name}.${String(property)}${where}`);
        const answer: unknown = Reflect.apply(value, target, given);
        return answer;
      };
    },
  });

beforeAll(async () => {
  api = await startApi(
    'demo-onboarding-enumeration',
    {},
    (app) => app,
    (deps) => ({
      ...deps,
      auth: watchService(deps.auth, 'auth'),
      firestore: watchService(deps.firestore, 'firestore'),
      limiter: watchService(deps.limiter, 'limiter'),
      passwords: watchService(deps.passwords, 'passwords'),
    }),
  );
});
afterAll(() => api.close());

/** Posts and returns status, body and service calls, without the timestamp. */
async function postObserved(path: string, body: object) {
  calls.length = 0;
  const { status, headers, envelope } = await post(api, path, body);
  const { timestamp: _, ...payload } = envelope ?? { timestamp: '' };
  return { status, payload, cache: headers.get('cache-control'), calls: [...calls] };
}

async function createAddresses() {
  const unconfirmed = newAddress();
  await post(api, '/auth/register', registration(unconfirmed));
  const { email: member } = await newMember(api);
  return { unknown: newAddress(), unconfirmed, member };
}

const REQUESTS: readonly (readonly [string, string, (email: string) => object])[] = [
  ['register', '/auth/register', (email) => registration(email)],
  ['confirm', '/auth/confirm-code', (email) => ({ email, confirmationCode: 'aaaaaaa' })],
  ['login', '/auth/login', (email) => ({ email, password: 'Wrong2026' })],
  ['forgot', '/auth/forgot-password', (email) => ({ email })],
  ['resend', '/auth/send-activation-email', (email) => ({ email })],
];

describe('existence of an account', () => {
  it.each(REQUESTS)(
    'is not revealed by the response to %s, or by the calls behind it',
    async (_name, path, body) => {
      const { unknown, unconfirmed, member } = await createAddresses();
      const answer = await postObserved(path, body(unknown));
      expect(answer.calls.length).toBeGreaterThan(2);
      expect(await postObserved(path, body(unconfirmed))).toEqual(answer);
      expect(await postObserved(path, body(member))).toEqual(answer);
    },
  );

  it('is not revealed by guessing codes until the tries run out', async () => {
    const { unknown, unconfirmed, member } = await createAddresses();
    const guess = async (email: string) => {
      const results: unknown[] = [];
      for (let tries = 0; tries < 7; tries += 1)
        results.push(
          await postObserved('/auth/confirm-code', { email, confirmationCode: 'aaaaaaa' }),
        );
      return results;
    };
    const answers = await guess(unknown);
    expect(await guess(unconfirmed)).toEqual(answers);
    expect(await guess(member)).toEqual(answers);
  });

  it('is not revealed by the email limit', async () => {
    const { unknown, unconfirmed, member } = await createAddresses();
    const ask = async (email: string) => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1)
        statuses.push((await postObserved('/auth/forgot-password', { email })).status);
      return statuses;
    };
    const answers = Array.from({ length: 7 }, () => 200);
    for (const email of [unknown, unconfirmed, member]) expect(await ask(email)).toEqual(answers);
    for (const email of [unknown, unconfirmed, member])
      expect(await mailsTo(api, email)).toHaveLength(5);
  });
});
