import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import zlib from 'node:zlib';
import { http } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { hideBodies, revealBody } from '@quantalgo/functions/http/core/platformBody';
import { HttpError } from '@quantalgo/functions/http/core/reply';
import { readBody } from '@quantalgo/functions/http/core/request';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

const inflate = vi.spyOn(zlib, 'createGunzip');
const rawBodies: unknown[] = [];
let port = 0;
let stopHiding = () => {};

http('probe', (request, response) => {
  rawBodies.push(request.rawBody);
  revealBody(request);
  readBody(request).then(
    (body) => response.json(body),
    (error: unknown) => response.sendStatus(error instanceof HttpError ? error.status : 500),
  );
});
const server = getTestServer('probe');

beforeAll(async () => {
  stopHiding = hideBodies();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = z.object({ port: z.number() }).parse(server.address()));
});
afterAll(() => {
  stopHiding();
  inflate.mockRestore();
  server.closeAllConnections();
  server.close();
});

async function post(body: Buffer, headers: Readonly<Record<string, string>> = {}) {
  const options = {
    port,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  };
  const request = sendRequest(options);
  // The server may reply before it has received everything.
  request.on('error', () => undefined);
  const replied = once(request, 'response');
  request.end(body);
  const [reply] = z.tuple([z.object({ statusCode: z.number() })]).parse(await replied);
  return reply.statusCode;
}

const JSON_BODY = Buffer.from('{"a":1}');
const LARGE_BODY = Buffer.alloc(200_000, ' ');

it.each([
  ['a body', 200, JSON_BODY, {}],
  ['a body without a length', 200, JSON_BODY, { 'transfer-encoding': 'chunked' }],
  ['a packed body', 415, zlib.gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }],
  ['a large body', 413, LARGE_BODY, {}],
  ['a large body without a length', 413, LARGE_BODY, { 'transfer-encoding': 'chunked' }],
])('leaves %s to our code, which answers %i', async (_, status, body, headers) => {
  expect(await post(body, headers)).toBe(status);
  expect(rawBodies.splice(0)).toEqual([undefined]);
  expect(inflate).not.toHaveBeenCalled();
});
