import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createLogPseudonym } from '../../../src/platform/core/logPseudonym';
import { createMember, PASSWORD, logInNewMember } from './members';
import { startApi, type Api } from './suite';

let api: Api;
let token: string;

beforeAll(async () => {
  api = await startApi('demo-http-requests');
  ({ token } = await logInNewMember(api, { tier: 'starter' }));
});
afterAll(() => api.close());

const login = (text: string, headers: Record<string, string> = {}) =>
  api.call('/auth/login', { method: 'POST', text, headers });

describe('unserved requests', () => {
  it.each([
    '/',
    '/nothing',
    '/auth',
    '/auth/login/',
    '/AUTH/LOGIN',
    '/api/signals/20261120T1405Z/nothing',
    '/api/ledgers',
    '/.env',
    '//evil.test',
    '/api/%2e%2e/signals',
  ])('get 404: %s', async (path) => {
    const { status, headers, envelope } = await api.call(path);
    expect(status).toBe(404);
    expect(envelope).toMatchObject({ success: false, message: 'Not found' });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['GET', '/auth/login', 'POST'],
    ['DELETE', '/auth/me', 'GET'],
    ['PUT', '/countdown', 'GET'],
    ['OPTIONS', '/auth/login', 'POST'],
    ['PROPFIND', '/auth/login', 'POST'],
  ])('get 405 and the allowed method: %s %s', async (method, path, allow) => {
    const { status, headers, envelope } = await api.call(path, { method });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allow);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(envelope?.success).toBe(false);
  });

  it('get 400 if the path can’t be decoded', async () => {
    const { status, envelope } = await api.call('/api/signals/%E0%A4%A');
    expect(status).toBe(400);
    expect(envelope?.message).toBe('The request is malformed');
  });
});

describe('request body', () => {
  it.each(['{', '{"email":', 'email=ada', '"text"', 'null', '{"a":1}}', '\u0000'])(
    'is rejected if it is not a JSON object: %s',
    async (text) => {
      const { status, headers, envelope } = await login(text);
      expect(status).toBe(400);
      expect(envelope).toMatchObject({ success: false, message: 'The body is not valid JSON' });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(JSON.stringify(envelope)).not.toMatch(/node_modules|at position|Unexpected/);
    },
  );

  it('is rejected if it is an array', async () => {
    const { status, envelope } = await login('[]');
    expect(status).toBe(400);
    expect(envelope?.message).toBe('The body must be a JSON object');
  });

  it.each([
    ['{"email":"ada@quantalgo.test","password":"x","role":"staff"}', 'Unknown field: role'],
    ['{"email":"ada@quantalgo.test","password":"x","__proto__":{}}', 'Unknown field: __proto__'],
    [`{"email":"a@b.c","password":"x","${'k'.repeat(99)}":1}`, `Unknown field: ${'k'.repeat(40)}`],
  ])('is rejected if it has an unknown field: %s', async (text, message) => {
    const { status, envelope } = await login(text);
    expect(status).toBe(400);
    expect(envelope?.message).toBe(message);
  });

  it('is rejected with 413 if it exceeds the limit', async () => {
    const { status, headers, envelope } = await login(
      JSON.stringify({ email: 'x'.repeat(1_000_000), password: 'x' }),
    );
    expect(status).toBe(413);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(envelope?.message).toBe('The request is too large');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is rejected with 415 if it is %s',
    async (type) => {
      const { status, envelope } = await login('{}', { 'content-type': type });
      expect(status).toBe(415);
      expect(envelope?.message).toContain('application/json');
    },
  );

  it('is rejected if its password is too long', async () => {
    const text = JSON.stringify({ email: 'ada@quantalgo.test', password: 'x'.repeat(5_000) });
    expect((await login(text)).status).toBe(400);
  });
});

describe('query', () => {
  it.each(['/countdown', '/api/record', '/api/signals/stats/performance', '/auth/me'])(
    'is rejected if the endpoint takes none: %s',
    async (path) => {
      const { status, envelope } = await api.call(`${path}?utm=x`, { token });
      expect(status).toBe(400);
      expect(envelope?.message).toBe('Unknown query parameter: utm');
    },
  );
});

describe('cacheable responses', () => {
  it.each(['/countdown?&&', '/countdown/config?&', '/api/record?&', '/api/push?&'])(
    'are not served at the variant %s',
    async (address) => {
      const { status, headers } = await api.call(address);
      expect(status).toBe(404);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each(['/countdown', '/api/record'])('are served at %s', async (address) => {
    const { status, headers } = await api.call(address);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=/);
  });
});

describe('all endpoints', () => {
  it('respond to any JSON with an error envelope, never with a 500', async () => {
    const posts = Object.values<Endpoint>(endpoints).filter(({ method }) => method === 'POST');
    const anyCall = fc.record({
      endpoint: fc.constantFrom(...posts),
      body: fc.oneof(
        fc.jsonValue(),
        fc.record({ email: fc.jsonValue(), password: fc.jsonValue() }),
        fc.record({ email: fc.emailAddress(), password: fc.string({ minLength: 1 }) }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(anyCall, async ({ endpoint, body }) => {
        const answer = await api.call(endpoint.path, { method: endpoint.method, body });
        expect([400, 401]).toContain(answer.status);
        expect(answer.envelope?.success).toBe(false);
      }),
      { numRuns: 150 },
    );
    expect(api.errors).toEqual([]);
  });

  it('respond to HEAD as to GET, without a body', async () => {
    const head = await api.call('/countdown', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.envelope).toBeNull();
  });
});

/** A `logKey`: contains no part of the member's id. */
const PSEUDONYM = /^[\w-]{16}$/;

const lineSchema = z.tuple([
  z.literal('request'),
  z.strictObject({
    requestId: z.uuid(),
    method: z.string(),
    endpoint: z.string(),
    status: z.number(),
    ms: z.number(),
    member: z.string().check(z.regex(PSEUDONYM)),
  }),
]);

const loginSchema = z.tuple([
  z.literal('request'),
  z.object({
    endpoint: z.literal('/auth/login'),
    status: z.number(),
    member: z.optional(z.string()),
  }),
]);

describe('request log', () => {
  it('has the endpoint, status and time of each request, and the caller’s pseudonym only', async () => {
    const member = await logInNewMember(api, { tier: 'starter', fullName: 'Ngozi Eze' });
    await api.call('/auth/me', { token: member.token });
    await api.call(`/nothing/${member.email}?email=${member.email}`);
    await api.call('/api/signals/20261120T1405Z', { token: member.token });
    await vi.waitFor(() => {
      const [, fields] = lineSchema.parse(api.lines.at(-1));
      expect(fields).toMatchObject({
        method: 'GET',
        endpoint: '/api/signals/:id',
        status: 404,
      });
    });
    const log = JSON.stringify(api.lines);
    for (const personal of [member.uid, member.email, member.token, 'Ngozi', '127.0.0.1'])
      expect(log).not.toContain(personal);
  });

  it('has the pseudonym of the account and the result of each login attempt', async () => {
    const { email, uid } = await createMember(api, { tier: 'starter' });
    const pseudonym = createLogPseudonym(api.pseudonymSecrets, uid, Date.now());
    await login(JSON.stringify({ email, password: 'Wrong2026' }));
    await login(JSON.stringify({ email, password: PASSWORD }));
    await login(JSON.stringify({ email: `nobody-${email}`, password: PASSWORD }));
    await vi.waitFor(() => {
      const tries = api.lines.slice(-3).map((line) => loginSchema.parse(line)[1]);
      expect(tries.map(({ status, member }) => [status, member])).toEqual([
        [401, pseudonym],
        [200, pseudonym],
        [401, undefined],
      ]);
    });
  });
});
