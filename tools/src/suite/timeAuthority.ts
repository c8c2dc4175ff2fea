import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { HOST } from './ports';
import type { TimeAuthority } from '@quantalgo/functions/platform/record/timeAuthority';

const run = promisify(execFile);

export const hasOpenssl = (): Promise<boolean> =>
  run('openssl', ['version']).then(
    () => true,
    () => false,
  );

/** OpenSSL configuration for a local authority's certificates and for `openssl ts`. */
const OPENSSL_CONFIG = `
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

const KEY_ARGUMENTS = ['-newkey', 'rsa:2048', '-nodes', '-sha256', '-config', 'openssl.cnf'];

const VALIDITY_ARGUMENTS = ['-days', '3650'];

/** Creates the authority's and the signer's certificates in a folder. */
async function createKeys(folder: string): Promise<void> {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  await writeFile(join(folder, 'openssl.cnf'), OPENSSL_CONFIG);
  await writeFile(join(folder, 'serial'), '01\n');
  const output = ['-keyout', 'ca.key', '-out', 'ca.pem'];
  const subject = ['-extensions', 'authority', '-subj', '/CN=QuantAlgo local authority'];
  await openssl('req', '-x509', ...KEY_ARGUMENTS, ...VALIDITY_ARGUMENTS, ...output, ...subject);
  const request = ['-keyout', 'signer.key', '-out', 'signer.csr'];
  await openssl('req', ...KEY_ARGUMENTS, ...request);
  const signing = ['-in', 'signer.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  const extended = ['-extfile', 'openssl.cnf', '-extensions', 'signer', ...VALIDITY_ARGUMENTS];
  await openssl('x509', '-req', ...signing, ...extended, '-out', 'signer.pem');
}

/** Atomic, because two processes may create the folder at once. */
async function ensureKeys(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  await createKeys(draft);
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
}

/**
 * A local time-stamp authority that uses `openssl ts`. It demonstrates stamps but proves nothing.
 * Its certificate is `ca.pem` in the folder, which is created at the first query.
 */
export const opensslAuthority = (folder: string): TimeAuthority => ({
  name: 'local, proves nothing',
  async answer(query) {
    await ensureKeys(folder);
    const queryFolder = await mkdtemp(join(folder, 'query-'));
    try {
      const queryFile = join(queryFolder, 'query.tsq');
      const replyFile = join(queryFolder, 'reply.tsr');
      await writeFile(queryFile, query);
      const files = ['-queryfile', queryFile, '-out', replyFile];
      const config = ['-config', 'openssl.cnf', '-section', 'local'];
      await run('openssl', ['ts', '-reply', ...config, ...files], { cwd: folder });
      return new Uint8Array(await readFile(replyFile));
    } finally {
      await rm(queryFolder, { recursive: true, force: true });
    }
  },
});

/** Serves {@link opensslAuthority} over HTTP (RFC 3161, section 3.4). */
export async function startTimeAuthority(port: number): Promise<() => Promise<void>> {
  const authority = opensslAuthority(join(tmpdir(), 'time-authority'));
  const server = createServer((request, response) => {
    void buffer(request)
      .then((query) => authority.answer(query))
      .then(
        (reply) =>
          response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply),
        () => response.writeHead(503).end(),
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, HOST, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
