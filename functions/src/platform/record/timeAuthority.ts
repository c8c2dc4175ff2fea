import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '../core/environment';

/** A service that attests, by RFC 3161, that a hash existed at a time. */
export interface TimeAuthority {
  /** Its name, as shown beside its stamps. */
  readonly name: string;
  /**
   * Answers a query. Both are DER: `application/timestamp-query` and `application/timestamp-reply`.
   * @throws Error where there is no answer
   */
  readonly answer: (query: Uint8Array) => Promise<Uint8Array>;
}

/** The configured authorities; on emulators a local one if openssl is installed; otherwise none. */
export async function openAuthorities({
  timeAuthorityUrls,
  inEmulator,
}: Pick<Environment, 'timeAuthorityUrls' | 'inEmulator'>): Promise<TimeAuthority[]> {
  if (timeAuthorityUrls.length > 0) return timeAuthorityUrls.map(httpAuthority);
  const local = inEmulator && (await hasOpenssl());
  return local ? [opensslAuthority(join(tmpdir(), 'time-authority'))] : [];
}

const TIMEOUT_MS = 20_000;

/** Longest accepted reply (bytes): a token and a few certificates are far smaller. */
const MAX_REPLY_BYTES = 256 * 1024;

/** An authority on the network (RFC 3161, 3.4). */
export const httpAuthority = (url: string): TimeAuthority => ({
  name: new URL(url).host,
  async answer(query) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
      },
      body: Buffer.from(query),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const type = reply.headers.get('content-type') ?? 'nothing';
    if (!reply.ok || !type.startsWith('application/timestamp-reply')) {
      await reply.body?.cancel();
      throw new Error(`The time-stamp authority answered ${reply.status} with ${type}`);
    }
    const answer = new Uint8Array(await reply.arrayBuffer());
    if (answer.length > MAX_REPLY_BYTES)
      throw new Error('The time-stamp authority answered too much');
    return answer;
  },
});

const run = promisify(execFile);

/** Whether this machine has openssl. */
export const hasOpenssl = (): Promise<boolean> =>
  run('openssl', ['version']).then(
    () => true,
    () => false,
  );

/** OpenSSL configuration of a local authority: its certificates, and the replies of `openssl ts`. */
const CONFIG = `
[req]
distinguished_name = name
prompt = no
[name]
CN = QuantAlgo local time-stamps
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[signer]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = local
[local]
serial = serial
signer_cert = signer.pem
signer_key = signer.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;

const KEY = ['-newkey', 'rsa:2048', '-nodes', '-sha256', '-config', 'openssl.cnf'];

const DAYS = ['-days', '3650'];

/** Creates the certificate authority and the signer in a folder. */
async function found(folder: string): Promise<void> {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  await writeFile(join(folder, 'openssl.cnf'), CONFIG);
  await writeFile(join(folder, 'serial'), '01\n');
  const authority = [...DAYS, '-keyout', 'ca.key', '-out', 'ca.pem', '-extensions', 'authority'];
  await openssl('req', '-x509', ...KEY, ...authority, '-subj', '/CN=QuantAlgo local authority');
  const request = ['-keyout', 'signer.key', '-out', 'signer.csr'];
  await openssl('req', ...KEY, ...request);
  const signing = ['-in', 'signer.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  const extended = ['-extfile', 'openssl.cnf', '-extensions', 'signer', ...DAYS];
  await openssl('x509', '-req', ...signing, ...extended, '-out', 'signer.pem');
}

/** Creates the folder atomically, even where two processes do so at once. */
async function ensure(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const made = await mkdtemp(`${folder}-`);
  await found(made);
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }));
}

/**
 * A local authority through `openssl ts`, for local stacks: it shows how stamps work and proves nothing. Its
 * certificate is `ca.pem` in the folder, which is created at the first query.
 */
export const opensslAuthority = (folder: string): TimeAuthority => ({
  name: 'local, proves nothing',
  async answer(query) {
    await ensure(folder);
    const own = await mkdtemp(join(folder, 'query-'));
    try {
      await writeFile(join(own, 'query.tsq'), query);
      const files = ['-queryfile', join(own, 'query.tsq'), '-out', join(own, 'reply.tsr')];
      const config = ['-config', 'openssl.cnf', '-section', 'local'];
      await run('openssl', ['ts', '-reply', ...config, ...files], { cwd: folder });
      return new Uint8Array(await readFile(join(own, 'reply.tsr')));
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  },
});
