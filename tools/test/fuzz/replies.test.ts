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

describe('findReplyFault', () => {
  it('accepts an error envelope and a 304 without a body', () => {
    expect(findReplyFault(sound)).toBeNull();
    expect(findReplyFault({ ...sound, status: 304, body: '' })).toBeNull();
  });

  it.each([
    ['a server error', { status: 500 }],
    ['a page', { headers: { ...sound.headers, 'content-type': 'text/html' } }],
    [
      'a response that a CDN may cache',
      { headers: { ...sound.headers, 'cache-control': undefined } },
    ],
    [
      'a response without nosniff',
      { headers: { ...sound.headers, 'x-content-type-options': undefined } },
    ],
    [
      'a response open to other origins',
      { headers: { ...sound.headers, 'access-control-allow-origin': '*' } },
    ],
    ['a cookie', { headers: { ...sound.headers, 'set-cookie': 'a=b' } }],
    ['a response without a body', { body: '' }],
    ['a body without an envelope', { body: '{"ok":true}' }],
    ['a success with an error status', { body: sound.body.replace('false', 'true') }],
    [
      'a message with a stack frame',
      { body: sound.body.replace('Email', 'at serve (/app/node_modules/x)') },
    ],
  ])('rejects %s', (_, changed) => {
    expect(findReplyFault({ ...sound, ...changed })).not.toBeNull();
  });
});

describe('corrupted files', () => {
  it('of candles are rejected by file and row, or parsed in order', async () => {
    const { failed, output } = await fuzzCandles({ seed: SEED, runs: 100 });
    expect(failed, output).toBe(0);
  });

  it('of a ledger are detected without crashing the reader', async () => {
    const { failed, output } = await fuzzLedger({ seed: SEED, runs: 50 });
    expect(failed, output).toBe(0);
  });
});
