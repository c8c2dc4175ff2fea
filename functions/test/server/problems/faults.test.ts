import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_FAULT } from '../../../src/http/problems';
import { startApi, type Api } from '../http/suite';

const FAULT = {
  build: '0.1.0 (1a2b3c4)',
  kind: 'screen',
  name: 'TypeError',
  frames: ['SignalRoom-CL1SnW-O.js:1:2345'],
};

let api: Api;
let logged: [string, unknown][] = [];

beforeAll(async () => {
  const log = {
    info: (message: string, fields: unknown) => {
      if (message !== 'request') logged.push([message, fields]);
    },
    error: () => undefined,
  };
  api = await startApi('demo-http-faults', { log });
});
beforeEach(() => {
  logged = [];
});
afterAll(() => api.close());

const report = (body: unknown) => api.call('/api/faults', { method: 'POST', body });

describe('client fault report', () => {
  it('is logged verbatim under the alert’s message', async () => {
    expect((await report(FAULT)).status).toBe(200);
    expect(logged).toEqual([[CLIENT_FAULT, FAULT]]);
  });

  it.each([
    ['a message', { ...FAULT, message: 'ada@example.test is not a function' }],
    ['an address of a page', { ...FAULT, frames: ['/dashboard/support?ticket=7'] }],
    ['an email address as its class', { ...FAULT, name: 'ada@example.test' }],
    ['a name as its build', { ...FAULT, build: 'Ada’s phone, +234 800' }],
    ['too many frames', { ...FAULT, frames: Array(9).fill(FAULT.frames[0]) }],
  ])('is rejected with %s, and not logged', async (_, body) => {
    expect((await report(body)).status).toBe(400);
    expect(logged).toEqual([]);
  });
});
