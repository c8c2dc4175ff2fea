import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logIn, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { readTokenSid } from '../http/tokens';
import { PUSH_ON, createBrowserSubscription } from '../push/browser';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-logout', { push: PUSH_ON });
});
beforeEach(async () => {
  member = await logInNewMember(api, { tier: 'starter' });
});
afterAll(() => api.close());

const end = (proof: string) => api.call('/auth/end-session', { method: 'POST', body: { proof } });
const fetchStatus = async (token: string) => (await api.call('/auth/me', { token })).status;
const readSession = ({ token }: { readonly token: string }) =>
  api.firestore.doc(`sessions/${readTokenSid(token)}`).get();

describe('logout proof', () => {
  it('ends only its own session and that device’s push subscription, without a token', async () => {
    const other = await logIn(api, member.email);
    const body = { subscription: createBrowserSubscription(), zone: 'Africa/Lagos' };
    await api.call('/api/push/subscriptions', { method: 'POST', body, token: member.token });
    expect(member.logoutProof).not.toBe(other.logoutProof);
    expect((await end(member.logoutProof)).status).toBe(200);
    expect([await fetchStatus(member.token), await fetchStatus(other.token)]).toEqual([401, 200]);
    const rows = api.firestore.collection('pushSubscriptions').where('uid', '==', member.uid);
    expect((await rows.get()).size).toBe(0);
  });

  it('is not accepted as a token', async () => {
    const proof = member.logoutProof;
    expect(await fetchStatus(proof)).toBe(401);
    for (const path of ['/auth/logout', '/api/account/devices'])
      expect((await api.call(path, { token: proof })).status).toBeGreaterThanOrEqual(401);
    expect(await fetchStatus(member.token)).toBe(200);
  });

  it('writes nothing when used a second time', async () => {
    await end(member.logoutProof);
    const { updateTime } = await readSession(member);
    expect((await end(member.logoutProof)).status).toBe(200);
    expect((await readSession(member)).updateTime).toEqual(updateTime);
  });

  it('is not stored in the session document', async () => {
    const stored = JSON.stringify((await readSession(member)).data());
    expect(stored).not.toContain(member.logoutProof.split('.')[1]);
  });

  it('gets the same response if valid, made up or for a deleted session', async () => {
    const [sid = '', mark = ''] = member.logoutProof.split('.');
    const gone = await logInNewMember(api);
    await api.firestore.doc(`sessions/${readTokenSid(gone.token)}`).delete();
    const proofs = [
      `${sid}.${'A'.repeat(43)}`,
      `${'A'.repeat(27)}.${mark}`,
      `${readTokenSid(gone.token)}.${mark}`,
      gone.logoutProof,
    ];
    const answers = await Promise.all(proofs.map(end));
    expect(await fetchStatus(member.token)).toBe(200);
    answers.push(await end(member.logoutProof));
    for (const { status, envelope } of answers) {
      const { timestamp: _, ...reply } = envelope ?? { timestamp: '' };
      expect([status, reply]).toEqual([
        200,
        { success: true, data: {}, message: 'You are logged out' },
      ]);
    }
  });

  it.each(['', 'x', 'x.y', `${'A'.repeat(27)}.${'A'.repeat(44)}`, 'a b'])(
    'is rejected if malformed: %j',
    async (proof) => {
      expect((await end(proof)).status).toBe(400);
    },
  );

  it('is rejected with 429 over the origin’s limit', async () => {
    const few = await startApi('demo-account-logout-limit', {
      limiter: {
        ...api.limiter,
        take: (name) =>
          Promise.resolve(
            name === 'originLogoutProofs'
              ? { allowed: false, retryAfterMs: 60_000 }
              : { allowed: true, refund: () => Promise.resolve() },
          ),
      },
    });
    const body = { proof: member.logoutProof };
    const { status } = await few.call('/auth/end-session', { method: 'POST', body });
    await few.close();
    expect(status).toBe(429);
  });
});
