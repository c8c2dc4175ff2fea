import { CONFIRMATION_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../http/suite';
import { readMailSecret, newAddress, post, registration } from './visitor';

const BAD_CODE = 'Invalid or expired confirmation code';

let api: Api;
let ahead = 0;

beforeAll(async () => {
  api = await startApi('demo-onboarding-confirmation', { clock: () => Date.now() + ahead });
});
afterAll(() => api.close());

const register = (email: string) => post(api, '/auth/register', registration(email));
const confirm = (email: string, confirmationCode: string) =>
  post(api, '/auth/confirm-code', { email, confirmationCode });

/** A code of the right form that is not this one. */
const otherThan = (code: string) =>
  code.startsWith('a') ? `b${code.slice(1)}` : `a${code.slice(1)}`;

describe('confirmation code', () => {
  it('works once and is rejected when used again', async () => {
    const email = newAddress();
    await register(email);
    const code = await readMailSecret(api, email, 'code');
    const answers = await Promise.all([1, 2, 3].map(() => confirm(email, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { status, envelope } = await confirm(email, code);
    expect(status).toBe(400);
    expect(envelope?.message).toBe(`${BAD_CODE}. If you already confirmed your account, log in.`);
  });

  it('expires after 30 minutes', async () => {
    const email = newAddress();
    await register(email);
    const code = await readMailSecret(api, email, 'code');
    ahead = CONFIRMATION_CODE_TTL_MS + 1000;
    const { status, envelope } = await confirm(email, code);
    ahead = 0;
    expect(status).toBe(400);
    expect(envelope?.message).toBe(`${BAD_CODE}. If you already confirmed your account, log in.`);
  });

  it('is rejected after five wrong guesses, even when twenty are concurrent', async () => {
    const email = newAddress();
    await register(email);
    const code = await readMailSecret(api, email, 'code');
    const guesses = Array.from({ length: 20 }, () => confirm(email, otherThan(code)));
    // Guesses that contend with each other are rejected before they are compared.
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.every((status) => status === 400 || status === 429)).toBe(true);
    const compared = statuses.filter((status) => status === 400).length;
    for (let tries = compared; tries < 5; tries += 1) await confirm(email, otherThan(code));
    const { status, envelope } = await confirm(email, code);
    expect(status).toBe(400);
    expect(envelope?.message).toBe(`${BAD_CODE}. Please request a new code.`);
    await post(api, '/auth/send-activation-email', { email });
    expect((await confirm(email, code)).status).toBe(200);
  });

  it('survives wrong guesses from another origin', async () => {
    const email = newAddress();
    await register(email);
    const code = await readMailSecret(api, email, 'code');
    const body = { email, confirmationCode: otherThan(code) };
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    for (let tries = 0; tries < 8; tries += 1)
      await api.call('/auth/confirm-code', { method: 'POST', body, headers });
    expect((await confirm(email, code)).status).toBe(200);
  });

  it('stays valid after a newer code is sent, until one of them is used', async () => {
    const email = newAddress();
    await register(email);
    const first = await readMailSecret(api, email, 'code');
    const { status, envelope } = await post(api, '/auth/send-activation-email', { email });
    expect(status).toBe(200);
    expect(envelope?.message).toBe('We sent a confirmation code to your email');
    const second = await readMailSecret(api, email, 'code');
    expect(second).not.toBe(first);
    expect((await confirm(email, first)).status).toBe(200);
    expect((await confirm(email, second)).status).toBe(400);
  });
});
