import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildEntryText, type LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { stampText } from '@quantalgo/functions/platform/record/stampText';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createFakeLedger } from '../fixtures/ledger';
import { formatLedgerExport } from '../fixtures/ledgerExport';
import { run } from '../fixtures/verifyCommand';
import { hasOpenssl, opensslAuthority } from '../../src/suite/timeAuthority';

const installed = await hasOpenssl();
if (!installed) console.warn('Skipped: openssl is not installed');

const folder = mkdtempSync(join(tmpdir(), 'quantalgo-daily-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LEDGER = createFakeLedger(60, 7, Date.parse('2026-02-02T12:00:00Z'));
const [OLDER, NEWEST] = LEDGER.slice(-2);

/** A day's stamp of the newest entry: any entries after a stamp of today would be back-dated. */
async function stampNewest(authority: string, day: string, text = NEWEST) {
  if (!NEWEST || !text) throw new Error('A ledger begins');
  const { hash, seq } = NEWEST;
  const { token } = await stampText(opensslAuthority(join(folder, authority)), toText(text));
  const encoded = Buffer.from(token).toString('base64');
  return { day, ledgerId: 'made-up-7', seq, hash, token: encoded };
}

const toText = ({ hash: _, ...unhashed }: LedgerEntry) => buildEntryText(unhashed);

function save(...stamps: readonly object[]): string {
  const file = join(folder, 'ledger.json');
  const entries = z.array(z.json()).parse(JSON.parse(JSON.stringify(LEDGER)));
  writeFileSync(file, formatLedgerExport(entries, { stamps }));
  return file;
}

const getAuthorityFile = (authority: string) => join(folder, authority, 'ca.pem');

const ISSUING_CONFIG = `
[ca]
default_ca = issuer
[issuer]
database = index.txt
rand_serial = yes
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
policy = any
[any]
commonName = supplied
[signer]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
`;

const toOpensslTime = (at: number) =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;

/** Gives an authority's signer a certificate that expires at a time (epoch ms). */
function issueUntil(authority: string, until: number): void {
  const cwd = join(folder, authority);
  writeFileSync(join(cwd, 'issuing.cnf'), ISSUING_CONFIG);
  writeFileSync(join(cwd, 'index.txt'), '');
  const times = ['-startdate', toOpensslTime(until - 60_000), '-enddate', toOpensslTime(until)];
  const files = ['-config', 'issuing.cnf', '-in', 'signer.csr', '-out', 'signer.pem'];
  const args = ['ca', '-batch', '-notext', '-extensions', 'signer', ...files, ...times];
  execFileSync('openssl', args, { cwd, stdio: 'ignore' });
}

describe.skipIf(!installed)('daily time-stamp', () => {
  let first: Awaited<ReturnType<typeof stampNewest>>;
  beforeAll(async () => {
    first = await stampNewest('first', '2026-02-02');
  });

  it('is counted as signed only under its authority’s certificate', async () => {
    const file = save(first);
    expect((await run(file)).said).toContain('time-stamps  1 fit (signatures not checked');
    const { said } = await run(file, '--ca', getAuthorityFile('first'));
    expect(said).toContain('time-stamps  1 fit (signed by these authorities: 1 of 1)');
    const other = await run(file, '--ca', join(folder, 'first', 'signer.csr'));
    expect(other.said).toContain('1 fit (signed by these authorities: 0 of 1)');
  });

  it('of another authority isn’t a fault', async () => {
    const file = save(first, await stampNewest('second', '2026-02-03'));
    const one = await run(file, '--ca', getAuthorityFile('first'));
    expect(one.said).toContain('2 fit (signed by these authorities: 1 of 2)');
    expect(one.code).toBe(0);
    const both = join(folder, 'both.pem');
    writeFileSync(
      both,
      ['first', 'second'].map((name) => readFileSync(getAuthorityFile(name))).join('\n'),
    );
    expect((await run(file, '--ca', both)).said).toContain('(signed by these authorities: 2 of 2)');
  });

  it('stays signed after its certificate has expired', async () => {
    await stampNewest('expiring', '2026-02-02');
    const until = 1000 * Math.ceil(Date.now() / 1000) + 5000;
    issueUntil('expiring', until);
    const file = save(await stampNewest('expiring', '2026-02-02'));
    expect(Date.now()).toBeLessThan(until);
    await sleep(until + 1500 - Date.now());
    const { said } = await run(file, '--ca', getAuthorityFile('expiring'));
    expect(said).toContain('1 fit (signed by these authorities: 1 of 1)');
  }, 30_000);

  it('fails the record if it covers another hash', async () => {
    const { code, said } = await run(save(await stampNewest('first', '2026-02-02', OLDER)));
    expect(said).toMatch(/time-stamp of 2026-02-02 does not fit/);
    expect(code).toBe(1);
  });

  it('is not counted without a certificate file', async () => {
    const { code, said } = await run(save(first), '--ca', join(folder, 'none.pem'));
    expect(said).toMatch(/^There is no file .*none\.pem\.$/m);
    expect(code).toBe(1);
  });
});
