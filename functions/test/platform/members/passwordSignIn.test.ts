import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { passwordSignIn } from '../../../src/platform/members/authAccounts';

let server: Server;
let host: string;
let answer: { readonly status: number; readonly body: string };
let asked: { url: string; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked = { url: request.url ?? '', body: Buffer.concat(chunks).toString() };
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  host = `127.0.0.1:${port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const signIn = (status: number, body: unknown) => {
  answer = { status, body: JSON.stringify(body) };
  return passwordSignIn('key of the web app', host)('ada@quantalgo.test', 'Trader2026');
};
const refusal = (message: string) => ({ error: { code: 400, message, errors: [] } });

describe('Identity Toolkit', () => {
  it('is asked with the key, the address and the password', async () => {
    const signedIn = await signIn(200, { localId: 'ada', idToken: 'a.b.c', email: 'x' });
    expect(signedIn).toEqual({ uid: 'ada', token: 'a.b.c' });
    expect(asked.url).toContain('accounts:signInWithPassword?key=key%20of%20the%20web%20app');
    expect(JSON.parse(asked.body)).toMatchObject({ email: 'ada@quantalgo.test' });
  });

  it.each([
    'EMAIL_NOT_FOUND',
    'INVALID_EMAIL',
    'INVALID_LOGIN_CREDENTIALS',
    'INVALID_PASSWORD',
    'USER_DISABLED : The user account has been disabled by an administrator.',
    'TOO_MANY_ATTEMPTS_TRY_LATER : Too many unsuccessful login attempts.',
  ])('refuses all alike: %s', async (message) => {
    expect(await signIn(400, refusal(message))).toBeNull();
  });

  it.each([
    ['a key that is not valid', 400, refusal('API key not valid. Please pass a valid API key.')],
    ['a fault of its own', 503, refusal('UNAVAILABLE')],
    ['a success without a token', 200, { localId: 'ada' }],
    ['something unheard of', 500, 'gateway'],
  ])('is not taken for a refusal when it answers %s', async (_what, status, body) => {
    await expect(signIn(status, body)).rejects.toThrow();
  });
});
