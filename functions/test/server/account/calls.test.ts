import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

const {
  openTicket,
  replyToTicket,
  closeTicket,
  journal,
  writeJournal,
  learning,
  writeLearning,
  networkUpdates,
  actInNetwork,
  openUpload,
  submitSetup,
  updateAccount,
  changeEmail,
  confirmEmail,
  changePassword,
  devices,
  logOutDevice,
  logOutOtherDevices,
  exportAccount,
  exportSignals,
  deleteAccount,
} = endpoints;

/** All endpoints for a member's own account. */
const CALLS: readonly (readonly [string, Endpoint])[] = Object.entries({
  openTicket,
  replyToTicket,
  closeTicket,
  journal,
  writeJournal,
  learning,
  writeLearning,
  networkUpdates,
  actInNetwork,
  openUpload,
  submitSetup,
  updateAccount,
  changeEmail,
  confirmEmail,
  changePassword,
  devices,
  logOutDevice,
  logOutOtherDevices,
  exportAccount,
  exportSignals,
  deleteAccount,
});
const WITH_BODY = CALLS.filter(([, { body }]) => body !== undefined);

let api: Api;
let token: string;

beforeAll(async () => {
  api = await startApi('demo-account-calls');
});
beforeEach(async () => {
  ({ token } = await logInNewMember(api));
});
afterAll(() => api.close());

/** The endpoint's path with ids that don't exist. */
const buildPath = ({ path }: Endpoint) =>
  path.replace('/tickets/:id', `/tickets/${randomUUID()}`).replace(':id', '1700000000');

const send = (endpoint: Endpoint, text: string | undefined, bearer: string | null = token) =>
  api.call(buildPath(endpoint), {
    method: endpoint.method,
    ...(bearer !== null && { token: bearer }),
    ...(text !== undefined && { text }),
    headers: { 'idempotency-key': randomUUID() },
  });

describe.each(CALLS)('%s', (_name, endpoint) => {
  it('requires a session and is never cached', async () => {
    for (const bearer of [null, 'not-a-token']) {
      const { status, headers, envelope } = await send(endpoint, undefined, bearer);
      expect(status).toBe(401);
      expect(envelope).toMatchObject({ success: false });
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(endpoint).toMatchObject({ caller: 'member', cache: 'no-store' });
  });

  it('rejects unknown fields and parameters', async () => {
    const text = endpoint.method === 'GET' ? undefined : '{"uid":"another","staff":true}';
    const path = `${buildPath(endpoint)}${text === undefined ? '?uid=another' : ''}`;
    const { status, envelope } = await api.call(path, {
      method: endpoint.method,
      token,
      ...(text !== undefined && { text }),
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(status).toBe(400);
    expect(envelope?.message).toMatch(/\S/);
  });
});

describe.each(WITH_BODY)('%s', (_name, endpoint) => {
  it.each([
    ['a list', '[]'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['half a body', '{"message":'],
    ['wrong types', '{"subject":7,"message":{},"email":[],"fullName":null,"currentPassword":1}'],
  ])('rejects %s with 400 and a message', async (_what, text) => {
    const { status, envelope } = await send(endpoint, text);
    expect(status).toBe(400);
    expect(envelope?.message).toMatch(/\S/);
    expect(envelope?.message).not.toContain('Invalid input');
  });

  it('rejects a megabyte with 413', async () => {
    const { status } = await send(endpoint, JSON.stringify({ message: 'x'.repeat(1_000_000) }));
    expect(status).toBe(413);
  });
});

describe.each(CALLS.filter(([, { idempotent }]) => idempotent === true))(
  '%s',
  (_name, endpoint) => {
    it.each([undefined, '', 'not-a-uuid'])('requires an idempotency key, not %j', async (key) => {
      const { status, envelope } = await api.call(buildPath(endpoint), {
        method: endpoint.method,
        token,
        body: VALID[endpoint.path],
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      });
      expect(status).toBe(400);
      expect(envelope?.message).toContain('Idempotency-Key');
    });
  },
);

const VALID: Readonly<Record<string, object>> = {
  [openTicket.path]: { category: 'other', subject: 'Hello', message: 'A question' },
  [writeJournal.path]: {
    writes: [{ id: '20261120T1340Z', change: { status: 'taken' }, saw: {} }],
  },
  [writeLearning.path]: { lesson: 'what-breaks-even', day: '2026-11-20', done: true },
  [actInNetwork.path]: { action: 'write', to: null, text: 'Hello', signal: null },
  [replyToTicket.path]: { message: 'Thanks' },
  [openUpload.path]: { kind: 'proof', type: 'image/png', size: 100 },
  [submitSetup.path]: {
    setupId: randomUUID(),
    brokerAccount: 'PO-1',
    depositAmount: 500,
    accessPath: 'auto',
  },
};
