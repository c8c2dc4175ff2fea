import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { countdownSchema } from '@quantalgo/contracts/countdown/endpoints';
import { endpoints, type EndpointName } from '@quantalgo/contracts/allEndpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

/** The thirteen endpoints of the specification's first table, each with its failure message. */
const CALLS: readonly (readonly [EndpointName, string, string, string])[] = [
  ['register', 'POST', '/auth/register', 'Registration failed'],
  ['confirmCode', 'POST', '/auth/confirm-code', 'Code confirmation failed'],
  ['login', 'POST', '/auth/login', 'Login failed'],
  ['logout', 'POST', '/auth/logout', 'Logout failed'],
  ['me', 'GET', '/auth/me', 'Failed to get user data'],
  [
    'validateDashboardCode',
    'POST',
    '/auth/validate-dashboard-code',
    'Dashboard code validation failed',
  ],
  ['forgotPassword', 'POST', '/auth/forgot-password', 'Failed to send password reset email'],
  ['verifyResetToken', 'POST', '/auth/verify-reset-token', 'Failed to verify reset token'],
  ['resetPassword', 'POST', '/auth/reset-password', 'Failed to reset password'],
  ['sendActivationEmail', 'POST', '/auth/send-activation-email', 'Failed to send activation email'],
  ['countdown', 'GET', '/countdown', 'Failed to get timer data'],
  ['countdownConfig', 'GET', '/countdown/config', 'Failed to get timer configuration'],
  ['resetCountdown', 'POST', '/countdown/reset', 'Failed to reset timer'],
];

let api: Api;
let staff: string;

const newStaff = async () => {
  ({ token: staff } = await logInNewMember(api, { staff: true }));
};

beforeAll(async () => {
  api = await startApi('demo-onboarding-calls');
});
afterAll(() => api.close());

/** Sends as staff, so that a refusal is always about the request itself. */
const send = (method: string, path: string, text?: string) =>
  api.call(path, {
    method,
    token: staff,
    ...(text === undefined || method === 'GET' ? {} : { text }),
  });

const BAD_BODIES: readonly (readonly [string, string])[] = [
  ['wrong types', '{"email":7,"password":{},"token":[],"fullName":null,"roundMs":"soon"}'],
  ['an extra field', '{"role":"staff"}'],
  ['a list', '[]'],
  ['a string', '"text"'],
  ['malformed JSON', '{"email":'],
];

describe.each(CALLS)('§7 and §8: %s endpoint', (name, method, path, failure) => {
  // One of the endpoints logs the session out.
  beforeEach(newStaff);

  it('has the specified method, path and failure message', () => {
    const endpoint: Endpoint = endpoints[name];
    expect(endpoint).toMatchObject({ method, path, failure });
  });

  it('answers a request without a body with an envelope', async () => {
    const { status, envelope } = await send(method, path);
    expect(status).toBeLessThan(500);
    expect(envelope?.success).toBe(status === 200);
  });

  it.each(BAD_BODIES)('answers %s with 400 and an envelope', async (_what, text) => {
    if (method === 'GET') {
      const { status } = await api.call(`${path}?extra=1`, { token: staff });
      expect(status).toBe(400);
      return;
    }
    const { status, envelope } = await send(method, path, text);
    expect(status).toBe(400);
    expect(envelope?.success).toBe(false);
    expect(envelope?.message).toMatch(/\S/);
  });

  it('answers a one-megabyte body with 413', async () => {
    const text = JSON.stringify({ email: 'x'.repeat(1_000_000) });
    const { status, envelope } = await api.call(path, {
      method: method === 'GET' ? 'POST' : method,
      token: staff,
      text,
    });
    expect(status).toBe(413);
    expect(envelope?.success).toBe(false);
  });
});

describe('countdown reset', () => {
  beforeAll(newStaff);

  it('is allowed only for staff and applies to everyone', async () => {
    const member = await logInNewMember(api, { tier: 'essential' });
    const refused = await api.call('/countdown/reset', { method: 'POST', token: member.token });
    expect(refused.status).toBe(403);
    expect((await api.call('/countdown/reset', { method: 'POST' })).status).toBe(401);
    const before = Date.now();
    const { status } = await send('POST', '/countdown/reset', '{"roundMs":3600000}');
    expect(status).toBe(200);
    const { headers, envelope } = await api.call('/countdown/config');
    expect(headers.get('cache-control')).toBe('public, max-age=1');
    const { roundMs, endsAt } = endpoints.countdownConfig.data.parse(envelope?.data);
    expect(roundMs).toBe(3_600_000);
    expect(Date.parse(endsAt)).toBeGreaterThanOrEqual(before + roundMs);
    const countdown = await api.call('/countdown');
    expect(countdownSchema.parse(countdown.envelope?.data).endsAt).toBe(endsAt);
  });

  it.each(['{"roundMs":0}', '{"roundMs":-1}', '{"roundMs":60000.5}', '{"roundMs":1e15}'])(
    'rejects %s',
    async (text) => {
      const { status, envelope } = await send('POST', '/countdown/reset', text);
      expect(status).toBe(400);
      expect(envelope?.message).toContain('roundMs must be a whole number');
    },
  );
});
