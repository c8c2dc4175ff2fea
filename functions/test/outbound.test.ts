import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBotOptions } from '../src/platform/telegram/api';

const SOURCES = join(import.meta.dirname, '..', 'src');

const texts = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }));

/** Every `fetch` in the server's code, by file. */
const calls = texts.flatMap(({ path, text }) =>
  [...text.matchAll(/\bfetch\([^;]*;/g)].map(([call]) => ({ path, call })),
);

describe('requests to other servers', () => {
  it('follow no redirect', () => {
    expect(calls.length).toBeGreaterThan(4);
    const following = calls.filter(({ call }) => !/redirect: '(?:error|manual)'/.test(call));
    expect(following.map(({ path }) => path)).toEqual([]);
  });

  it('follow no redirect to Telegram', () => {
    const { client } = createBotOptions({
      token: '1:x',
      apiUrl: 'https://t.example',
      username: 'bot',
    });
    expect(client).toMatchObject({ baseFetchConfig: { redirect: 'error' } });
  });

  it('check certificates', () => {
    const unchecked = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/;
    expect(texts.filter(({ text }) => unchecked.test(text))).toEqual([]);
  });

  it('time out', () => {
    const endless = calls.filter(({ call }) => !/\bsignal\b/.test(call));
    expect(endless.map(({ path }) => path)).toEqual([]);
  });
});
