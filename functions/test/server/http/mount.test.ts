import type { RequestListener } from 'node:http';
import { endpoint, NO_STORE, type Endpoint } from '@quantalgo/contracts/core/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ApiInput } from '../../../src/http/core/deps';
import { Callers } from '../../../src/http/core/callers';
import { Call } from '../../../src/http/core/reply';
import type { Handler } from '../../../src/http/core/request';
import { Routes, serveEndpoint, toDeps } from '../../../src/http/server';
import { createListRounds } from '../../../src/http/signals';
import { logInNewMember } from './members';
import { startApi, type Api } from './suite';

/** Endpoints that exist only in this test. */
const definition = {
  method: 'GET',
  summary: '',
  failure: 'Failed to do so',
  cache: NO_STORE,
  data: z.object({ done: z.boolean() }),
} as const;
const staffOnly = endpoint({ ...definition, path: '/staff-only', caller: 'staff' });
const untrue = endpoint({ ...definition, path: '/untrue', caller: 'public' });
const paged = endpoint({ ...definition, path: '/paged', caller: 'public' });

function mountAll(input: ApiInput): Routes {
  const deps = toDeps(input);
  const routes = new Routes();
  const shared = { deps, callers: new Callers(deps, createListRounds(deps)) };
  const add = (added: Endpoint, handle: Handler<Endpoint>) =>
    routes.add(added, serveEndpoint(added, handle, shared));
  const done = { data: { done: true, secret: 'of the house' } };
  add(staffOnly, () => Promise.resolve(done));
  add(untrue, () => Promise.resolve({ data: { done: 'yes, by ada@quantalgo.test' } }));
  add(paged, () =>
    Promise.resolve({
      ...done,
      message: 'Done',
      cache: 'public, max-age=9',
      pagination: { total: 1, pages: 1, current: 1 },
    }),
  );
  return routes;
}

let api: Api;
let deps: ApiInput;

beforeAll(async () => {
  const wrap =
    (served: RequestListener): RequestListener =>
    (request, response) => {
      if (request.url?.startsWith('/auth') === true) served(request, response);
      else mountAll(deps).serve(new Call(request, response, deps));
    };
  api = await startApi('demo-http-mount', {}, wrap);
  deps = api;
});
afterAll(() => api.close());

describe('staff endpoint', () => {
  it('authorises staff only', async () => {
    const staff = await logInNewMember(api, { staff: true });
    const member = await logInNewMember(api, { tier: 'essential' });
    expect((await api.call('/staff-only', { token: staff.token })).status).toBe(200);
    expect((await api.call('/staff-only')).status).toBe(401);
    const refused = await api.call('/staff-only', { token: member.token });
    expect(refused.status).toBe(403);
    expect(refused.envelope?.message).toBe('Only staff may do this');
  });

  it('rejects former staff at once, despite their token’s claim', async () => {
    const { uid, token } = await logInNewMember(api, { staff: true });
    await api.auth.setCustomUserClaims(uid, { staff: true });
    await api.firestore.doc(`users/${uid}`).update({ staff: false });
    expect((await api.call('/staff-only', { token })).status).toBe(403);
  });
});

describe('response', () => {
  it('becomes a logged 500 without details if it violates its contract', async () => {
    const { status, headers, envelope } = await api.call('/untrue');
    expect(status).toBe(500);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(envelope).toMatchObject({ success: false, message: 'Failed to do so' });
    expect(JSON.stringify(envelope)).not.toContain('ada@');
    expect(api.errors).toHaveLength(1);
    expect(String(api.errors[0])).not.toContain('ada@');
  });

  it('has the contract’s fields, cache header, message and pagination only', async () => {
    const { headers, envelope } = await api.call('/paged');
    expect(headers.get('cache-control')).toBe('public, max-age=9');
    expect(envelope).toMatchObject({
      success: true,
      message: 'Done',
      data: { done: true },
      pagination: { total: 1, pages: 1, current: 1 },
    });
    expect(envelope?.data).not.toHaveProperty('secret');
  });
});
