import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { formatCheckpoint } from '@quantalgo/contracts/record/log/checkpoint';
import { toLeaf } from '@quantalgo/contracts/record/log/entryBundle';
import type { StampedCheckpoint } from '@quantalgo/contracts/record/log/stampedCheckpoint';
import { originOf } from '@quantalgo/functions/domain/record/log';
import { stampText } from '@quantalgo/functions/platform/record/stampText';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { planHonestly, MONDAY, Operator } from '../fixtures/operator';
import { getLogReply } from '../fixtures/servedLog';
import { COMMAND, run } from '../fixtures/verifyCommand';
import { hasOpenssl, opensslAuthority } from '../../src/suite/timeAuthority';

const folder = mkdtempSync(join(tmpdir(), 'quantalgo-stamped-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('computeRoots', () => {
  it('returns the log’s root at every size', async () => {
    const { computeRoots } = z
      .object({
        computeRoots: z.custom<(leaves: unknown, sizes: readonly number[]) => Map<number, string>>(
          (value) => typeof value === 'function',
        ),
      })
      .parse(await import(pathToFileURL(COMMAND).href));
    const operator = new Operator(MONDAY);
    operator.run(MONDAY, MONDAY + 12 * HOUR_MS, planHonestly);
    const sizes = [1, 2, 3, 7, 128, 255, 256, 257];
    const roots = computeRoots(operator.entries.map(toLeaf), sizes);
    for (const size of sizes)
      expect(roots.get(size)).toBe(encodeBase64(operator.checkpoint(size).root));
  });
});

const installed = await hasOpenssl();
if (!installed) console.warn('Skipped: openssl is not installed');

describe.skipIf(!installed)('stamped checkpoint', () => {
  const authority = opensslAuthority(join(folder, 'authority'));
  const slot = slotStart(Date.now());
  const operator = new Operator(slot - HOUR_MS);
  let stamped: StampedCheckpoint;
  let token: Uint8Array;
  let site: { readonly url: string; readonly close: () => void };

  beforeAll(async () => {
    operator.run(slot - HOUR_MS, slot + SLOT_MS, (at) => ({ ...planHonestly(at), after: 0 }));
    const { ledgerId } = operator;
    const origin = originOf(ledgerId);
    const { size, root } = operator.checkpoint();
    const made = await stampText(authority, formatCheckpoint({ origin, size, root }));
    token = made.token;
    const stamps = [{ authority: authority.name, genTime: new Date(made.genTime).toISOString() }];
    stamped = { slot: slotId(slot), ledgerId, origin, size, root: encodeBase64(root), stamps };
    site = await serve();
  });
  afterAll(() => site.close());

  function answerTo(path: string): string | Uint8Array {
    const day = stamped.slot.slice(0, 8);
    if (path === `/ledger/stamps/${stamped.slot}/0`) return token;
    if (path === `/ledger/stamps/${day}`) return `${JSON.stringify(stamped)}\n`;
    if (path === '/api/record')
      return JSON.stringify({ success: true, timestamp: new Date().toISOString(), data: {} });
    return getLogReply(operator, path) ?? '';
  }

  /** What it answers to the next calls for a token: a status, and headers. */
  const refusals: { readonly status: number; readonly headers: Record<string, string> }[] = [];

  async function serve() {
    const server = createServer(({ url = '' }, response) => {
      const path = url.split('?')[0] ?? '';
      const refusal = path.endsWith('/0') ? refusals.shift() : undefined;
      if (refusal) response.writeHead(refusal.status, refusal.headers).end();
      else response.end(answerTo(path));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = z.object({ port: z.int() }).parse(server.address());
    return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
  }

  it('proves that its slot’s signals were published before their entry', async () => {
    const { code, said } = await run(site.url, '--ca', join(folder, 'authority', 'ca.pem'));
    expect(said).toContain(
      'proven       1 of 13 published before their entry (signatures checked)',
    );
    expect(code).toBe(0);
  });

  it('is reported as stamped, not proven, if no certificate was given', async () => {
    const { said } = await run(site.url);
    expect(said).toContain('stamped      1 of 13 published before their entry (signatures not');
  });

  it('proves nothing under another authority’s certificate', async () => {
    const { said } = await run(site.url, '--ca', join(folder, 'authority', 'signer.csr'));
    expect(said).toContain('proven       0 of 13 published before their entry');
  });

  it('is requested again after the site asks the client to wait', async () => {
    refusals.push({ status: 429, headers: { 'retry-after': '1' } });
    const { code, said } = await run(site.url, '--ca', join(folder, 'authority', 'ca.pem'));
    expect(said).toContain('asks to wait for 1 seconds');
    expect(said).toContain('proven       1 of 13 published before their entry');
    expect(code).toBe(0);
  });

  it('fails the verification if the site can’t serve its token', async () => {
    refusals.push({ status: 500, headers: {} });
    const { code, said } = await run(site.url, '--ca', join(folder, 'authority', 'ca.pem'));
    expect(said).toMatch(/\/ledger\/stamps\/\S+\/0 refused: 500$/m);
    expect(code).toBe(1);
  });

  it('proves nothing if listed with an earlier time, even with that time appended to its token', async () => {
    const before = { stamped, token };
    const [stamp] = stamped.stamps;
    if (!stamp) throw new Error('It has a stamp');
    const genTime = new Date(Date.parse(stamp.genTime) - 60_000).toISOString();
    const digits = genTime.slice(0, 19).replaceAll(/[-:T]/g, '');
    stamped = { ...stamped, stamps: [{ ...stamp, genTime }] };
    token = Buffer.concat([token, Buffer.from(digits)]);
    const { said } = await run(site.url, '--ca', join(folder, 'authority', 'ca.pem'));
    ({ stamped, token } = before);
    expect(said).toContain('proven       0 of 13 published before their entry');
  });

  it('fails the verification if its root is another ledger’s', async () => {
    const before = stamped;
    stamped = { ...stamped, root: encodeBase64(operator.checkpoint(3).root) };
    const { code, said } = await run(site.url);
    stamped = before;
    expect(said).toMatch(
      /^The checkpoint of \d+ entries that was stamped in slot \S+ is of another/m,
    );
    expect(code).toBe(1);
  });
});
