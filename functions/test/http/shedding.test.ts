import { createServer } from 'node:http';
import { envelopeSchema, SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { HASH_MS, getLaneCapacity } from '../../src/domain/core/hashing';
import { createApi } from '../../src/http/server';
import { openBucket } from '../../src/platform/core/firebase';
import { createSecrets } from '../../src/platform/core/secrets';
import { createPasswords } from '../../src/platform/auth/passwords';

const app = initializeApp({ projectId: 'demo-shedding' }, 'shedding');
const firestore = getFirestore(app);
const references = [vi.spyOn(firestore, 'doc'), vi.spyOn(firestore, 'collection')];
const take = vi.fn(() => new Promise<never>(() => undefined));
const secrets = createSecrets('the key of a test, long enough to be one');

const server = createServer(
  createApi(
    {
      firestore,
      auth: getAuth(app),
      bucket: openBucket(app, 'demo-shedding.appspot.com'),
      passwords: createPasswords(new Map([[1, 'the pepper of a test, long enough']])),
      exchangeToken: () => Promise.reject(new Error('Nobody logs in')),
      limiter: { take, clear: () => Promise.resolve() },
      secrets,
      mailSecrets: secrets,
      pushSecrets: secrets,
      pseudonymSecrets: secrets,
      factorSecrets: secrets,
      issuer: 'QuantAlgo',
      requiresFactor: false,
      telegram: null,
      telegramBot: null,
      postbacks: null,
      clock: Date.now,
      log: { info: () => undefined, error: () => undefined },
      source: 'simulated',
      behindPlatform: true,
      push: { publicKey: null, pairs: [], local: true },
    },
    'passwords',
  ),
);

const { login, register } = endpoints;

const post = (path: string, body: string) => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const headers = { 'content-type': 'application/json' };
  return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
};

const email = 'ada@example.test';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Only the call beyond the capacity gets an answer, because the limiter never resolves.
  const calls = Array.from({ length: getLaneCapacity(HASH_MS) + 1 }, () =>
    post(login.path, JSON.stringify({ email, password: 'Wrong2026' })),
  );
  for (const call of calls) call.catch(() => undefined);
  expect((await Promise.race(calls)).status).toBe(429);
  await vi.waitUntil(() => take.mock.calls.length > 0);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each([
  ['a login', login.path, JSON.stringify({ email, password: 'Wrong2026' })],
  [
    'a registration',
    register.path,
    JSON.stringify({
      email,
      password: 'Trader2026',
      fullName: 'Ada Obi',
      phone: '+234 801 234 5678',
      country: 'Nigeria',
    }),
  ],
  ['a body that is not JSON', register.path, '{'],
])('refuses %s without reading anything while the lane is full', async (_, path, body) => {
  take.mockClear();
  for (const reference of references) reference.mockClear();
  const reply = await post(path, body);
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(envelopeSchema.parse(await reply.json())).toHaveProperty('code', SERVER_BUSY);
  expect(take).not.toHaveBeenCalled();
  for (const reference of references) expect(reference).not.toHaveBeenCalled();
});
