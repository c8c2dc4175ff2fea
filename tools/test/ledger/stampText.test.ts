import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTimeStampToken, SHA256_OID } from '@quantalgo/contracts/record/ledger/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpAuthority } from '@quantalgo/functions/platform/record/timeAuthority';
import { stampText } from '@quantalgo/functions/platform/record/stampText';
import { opensslAuthority } from '../../src/suite/timeAuthority';

const TEXT = 'a head';
const OTHER = 'another head';
const hashText = (text: string) => createHash('sha256').update(text).digest('hex');

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    console.warn('Skipped: openssl is not installed, so no authority can be founded');
    return false;
  }
}

describe.skipIf(!hasOpenssl())('stampText', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quantalgo-stamps-'));
  const authority = opensslAuthority(join(folder, 'authority'));
  let server: Server;
  let url: string;
  let served: { type: string; status: number; answer: (query: Uint8Array) => Promise<Uint8Array> };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void served.answer(new Uint8Array(Buffer.concat(chunks))).then((reply) => {
          response.writeHead(served.status, { 'content-type': served.type });
          response.end(reply);
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
    await authority.answer(new Uint8Array()).catch(() => undefined);
  }, 60_000);
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const asServed = (changes: Partial<typeof served> = {}) => {
    served = {
      type: 'application/timestamp-reply',
      status: 200,
      answer: authority.answer,
      ...changes,
    };
    return createHttpAuthority(url);
  };

  it('returns a token with the current time that openssl verifies with the authority’s certificate', async () => {
    const before = Date.now();
    const { token, genTime } = await stampText(asServed(), TEXT);
    expect(Math.abs(genTime - before)).toBeLessThan(60_000);
    const info = readTimeStampToken(token);
    expect(info).toEqual({ hashAlgorithm: SHA256_OID, imprint: hashText(TEXT), genTime });
    const file = join(folder, 'token.der');
    writeFileSync(file, token);
    const args = ['ts', '-verify', '-digest', hashText(TEXT), '-token_in', '-in', file];
    const ca = join(folder, 'authority', 'ca.pem');
    expect(String(execFileSync('openssl', [...args, '-CAfile', ca], { stdio: 'pipe' }))).toMatch(
      /OK/,
    );
  });

  it('rejects a token for another hash and a replayed one', async () => {
    const { token } = await stampText(authority, OTHER);
    expect(readTimeStampToken(token).imprint).toBe(hashText(OTHER));
    let asked: Uint8Array | undefined;
    await stampText(
      { name: 'listener', answer: (query) => ((asked = query), authority.answer(query)) },
      OTHER,
    );
    const replayed = asServed({ answer: () => authority.answer(asked ?? new Uint8Array()) });
    await expect(stampText(replayed, TEXT)).rejects.toThrow('for different data');
    await expect(stampText(replayed, OTHER)).rejects.toThrow('answers a different query');
  });

  it('rejects an invalid signature', async () => {
    const forged = asServed({
      async answer(query) {
        const reply = await authority.answer(query);
        const last = reply.length - 1;
        reply[last] = (reply[last] ?? 0) ^ 1;
        return reply;
      },
    });
    await expect(stampText(forged, TEXT)).rejects.toThrow('signature is invalid');
  });

  it.each([
    ['a page', { type: 'text/html' }, /responded 200 with text\/html/],
    ['an error status', { status: 503 }, /responded 503/],
    ['an empty body', { answer: () => Promise.resolve(new Uint8Array()) }, /./],
    [
      'an invalid body',
      { answer: () => Promise.resolve(Uint8Array.from([0x30, 3, 1, 2, 3])) },
      /./,
    ],
  ])('rejects a response with %s', async (_what, changes, message) => {
    await expect(stampText(asServed(changes), TEXT)).rejects.toThrow(message);
  });
});
