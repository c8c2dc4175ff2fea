import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { TRANSFER_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { changeAccess } from '../../../src/platform/access/access';
import { logIn, PASSWORD, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { decodePayload, readTokenSid } from '../http/tokens';
import { post } from './visitor';

let api: Api;
let ahead = 0;

beforeAll(async () => {
  api = await startApi('demo-onboarding-transfer', { clock: () => Date.now() + ahead });
});
afterAll(() => api.close());

const issuedSchema = z.object({ code: z.string(), expiresAt: z.iso.datetime() });
const ask = (token: string, currentPassword = PASSWORD) =>
  post(api, '/auth/transfer-code', { currentPassword }, token);
const codeFor = async (token: string) => {
  const { envelope } = await ask(token);
  return issuedSchema.parse(envelope?.data);
};
const redeem = (code: string) => post(api, '/auth/redeem-transfer-code', { code });

describe('transfer code', () => {
  it('opens a second session for its member and keeps the first', async () => {
    const { uid, token } = await logInNewMember(api, { tier: 'essential' });
    const { code, expiresAt } = await codeFor(token);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + TRANSFER_CODE_TTL_MS - 10_000);
    const { status, envelope } = await redeem(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`);
    expect(status).toBe(200);
    const session = sessionSchema.parse(envelope?.data);
    expect(session.user.id).toBe(uid);
    expect(decodePayload(session.customToken)).toHaveProperty('claims.sid');
    for (const bearer of [session.token, token])
      expect((await api.call('/auth/me', { token: bearer })).status).toBe(200);
  });

  it('works once, even when used concurrently', async () => {
    const { token } = await logInNewMember(api);
    const { code } = await codeFor(token);
    const answers = await Promise.all([1, 2, 3].map(() => redeem(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('voids only the same member’s previous code', async () => {
    const { token } = await logInNewMember(api);
    const other = await codeFor((await logInNewMember(api)).token);
    const first = await codeFor(token);
    const second = await codeFor(token);
    expect((await redeem(first.code)).status).toBe(400);
    for (const { code } of [second, other]) expect((await redeem(code)).status).toBe(200);
  });

  it('expires after five minutes', async () => {
    const { token } = await logInNewMember(api);
    const { code } = await codeFor(token);
    ahead = TRANSFER_CODE_TTL_MS + 1000;
    const { status, envelope } = await redeem(code);
    ahead = 0;
    expect(status).toBe(400);
    expect(envelope?.message).toBe('Invalid or expired transfer code');
  });

  it.each([
    ['logs out', (token: string) => post(api, '/auth/logout', undefined, token)],
    [
      'is ended from another device',
      async (token: string, other: string) =>
        api.call(`/api/account/devices/${readTokenSid(token)}`, { method: 'DELETE', token: other }),
    ],
    [
      'is ended by its logout proof',
      (_token: string, _other: string, proof: string) => post(api, '/auth/end-session', { proof }),
    ],
  ])('is void once the session that requested it %s', async (_how, end) => {
    const { email, token, logoutProof } = await logInNewMember(api);
    const other = await logIn(api, email);
    const { code } = await codeFor(token);
    expect((await end(token, other.token, logoutProof)).status).toBe(200);
    const { status, envelope } = await redeem(code);
    expect([status, envelope?.message]).toEqual([400, 'Invalid or expired transfer code']);
    expect((await api.call('/auth/me', { token: other.token })).status).toBe(200);
  });

  it('stays valid when another session of the member ends', async () => {
    const { email, token } = await logInNewMember(api);
    const other = await logIn(api, email);
    const { code } = await codeFor(token);
    await post(api, '/auth/logout', undefined, other.token);
    expect((await redeem(code)).status).toBe(200);
  });

  it('requires the password and is refused after ten wrong ones', async () => {
    const { token } = await logInNewMember(api);
    for (let tries = 0; tries < 10; tries += 1) {
      const { status, envelope } = await ask(token, 'Wrong2026');
      expect([status, envelope?.message]).toEqual([400, 'Your current password is incorrect']);
    }
    expect((await ask(token)).status).toBe(429);
    const { status, envelope } = await post(api, '/auth/transfer-code', {}, token);
    expect([status, envelope?.message]).toEqual([400, 'Please enter your current password']);
  });

  it('is not issued to staff', async () => {
    const { token } = await logInNewMember(api, { staff: true });
    expect((await ask(token)).status).toBe(403);
  });

  it('is rejected if its member has become staff', async () => {
    const { uid, token } = await logInNewMember(api);
    const { code } = await codeFor(token);
    const order = { uid, by: 'owner', reason: 'joins the team', now: Date.now() };
    await changeAccess(api, { ...order, change: { staff: true } });
    expect((await redeem(code)).status).toBe(400);
  });

  it('requires a session and is not stored in plain text', async () => {
    expect((await post(api, '/auth/transfer-code')).status).toBe(401);
    const { token } = await logInNewMember(api);
    const { code } = await codeFor(token);
    const { docs } = await api.firestore.collection('transfers').get();
    const stored = JSON.stringify(docs.map((one) => [one.id, one.data()]));
    expect(stored.toLowerCase()).not.toContain(code.toLowerCase());
  });
});
