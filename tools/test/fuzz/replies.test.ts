import { describe, expect, it } from 'vitest';
import { findReplyFault, type FuzzReply } from './api';
import { fuzzCandles, fuzzLedger } from './files';

const SEED = 20_261_120;

const sound: FuzzReply = {
  status: 400,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body: JSON.stringify({
    success: false,
    message: 'Email is required',
    timestamp: '2026-11-20T12:00:00.000Z',
  }),
};

describe('a reply', () => {
  it('is sound as the API answers a refusal, and a known ETag', () => {
    expect(findReplyFault(sound)).toBeNull();
    expect(findReplyFault({ ...sound, status: 304, body: '' })).toBeNull();
  });

  it.each([
    ['a fault of the server', { status: 500 }],
    ['a page', { headers: { ...sound.headers, 'content-type': 'text/html' } }],
    ['kept by a CDN', { headers: { ...sound.headers, 'cache-control': undefined } }],
    ['sniffed', { headers: { ...sound.headers, 'x-content-type-options': undefined } }],
    [
      'open to other origins',
      { headers: { ...sound.headers, 'access-control-allow-origin': '*' } },
    ],
    ['a cookie', { headers: { ...sound.headers, 'set-cookie': 'a=b' } }],
    ['without a body', { body: '' }],
    ['no envelope', { body: '{"ok":true}' }],
    ['a success that failed', { body: sound.body.replace('false', 'true') }],
    [
      'the inside of the server',
      { body: sound.body.replace('Email', 'at serve (/app/node_modules/x)') },
    ],
  ])('is found out as %s', (_, changed) => {
    expect(findReplyFault({ ...sound, ...changed })).not.toBeNull();
  });
});

describe('a file in which something is wrong', () => {
  it('of candles is refused by file and row, or holds candles in order', async () => {
    const { failed, output } = await fuzzCandles({ seed: SEED, runs: 100 });
    expect(failed, output).toBe(0);
  });

  it('of the ledger is found out, and never a fault of its reader', async () => {
    const { failed, output } = await fuzzLedger({ seed: SEED, runs: 50 });
    expect(failed, output).toBe(0);
  });
});
