import type { RequestListener } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, PASSWORD, logInNewMember } from './members';
import { startApi, type Api } from './suite';

/**
 * Imitates the Functions platform: it parses bodies of any size, keeps the raw bytes and routes every path to our app.
 */
const asOnThePlatform = (app: RequestListener): RequestListener => {
  const keepBytes = (request: object, _response: unknown, bytes: Buffer) =>
    Object.assign(request, { rawBody: bytes });
  const options = { limit: '10mb', verify: keepBytes };
  return express()
    .use(
      express.json({ ...options, strict: false }),
      express.urlencoded({ ...options, extended: true }),
      express.text(options),
      express.raw({ ...options, type: '*/*' }),
    )
    .all('/*path', app);
};

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-http-platform-body', {}, asOnThePlatform);
});
afterAll(() => api.close());

const login = (text: string, headers: Record<string, string> = {}) =>
  api.call('/auth/login', { method: 'POST', text, headers });

describe('behind the platform’s body parser', () => {
  it('accepts a login', async () => {
    const { email } = await createMember(api);
    expect((await login(JSON.stringify({ email, password: PASSWORD }))).status).toBe(200);
  });

  it('accepts a call without a body', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    expect((await api.call('/auth/me', { token })).status).toBe(200);
    expect((await api.call('/auth/logout', { method: 'POST', token })).status).toBe(200);
  });

  it('rejects a body above our limit', async () => {
    const text = JSON.stringify({ email: 'x'.repeat(1_000_000), password: 'x' });
    const { status, envelope } = await login(text);
    expect(status).toBe(413);
    expect(envelope?.message).toBe('The request is too large');
  });

  it('rejects a form', async () => {
    const form = 'email=ada%40quantalgo.test&password=x';
    const { status } = await login(form, { 'content-type': 'application/x-www-form-urlencoded' });
    expect(status).toBe(415);
  });

  it.each(['"text"', 'null', '7', '[]'])('rejects JSON that is not an object: %s', async (text) => {
    expect((await login(text)).status).toBe(400);
  });
});
