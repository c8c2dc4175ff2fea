import { execFileSync } from 'node:child_process';
import { createServer } from 'node:https';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, requireChromium } from '../../emulators/install';
import { createLineProgress } from '../../src/suite/command';
import { HOST, type Ports } from '../../src/suite/ports';
import { forwardCalls, listen } from './network';

const createCertificate = (): string =>
  execFileSync(
    'openssl',
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout - -out - -days 1 -subj /CN=googleapis.com'.split(
      ' ',
    ),
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );

function serveGoogle({ auth, firestore, storage }: Ports) {
  const forwardTo = (port: number) =>
    forwardCalls({ to: () => `http://${HOST}:${port}`, writes: () => ({}) });
  const [toAuth, toFirestore, toStorage] = [
    forwardTo(auth),
    forwardTo(firestore),
    forwardTo(storage),
  ];
  const pem = createCertificate();
  const server = createServer({ key: pem, cert: pem }, (request, response) => {
    const { host = '' } = request.headers;
    if (host.startsWith('firestore.')) return toFirestore(request, response);
    if (host.startsWith('firebasestorage.')) return toStorage(request, response);
    // The Auth emulator serves two services, distinguished by host name.
    request.url = `/${host}${request.url ?? ''}`;
    return toAuth(request, response);
  });
  return listen(server);
}

/** Runs `work` with a browser in which Google's names lead to a suite's emulators. */
export async function withGoogle<T>(ports: Ports, work: (browser: Browser) => Promise<T>) {
  const google = await serveGoogle(ports);
  const executablePath = await requireChromium(createLineProgress('  browser: '));
  const names = `--host-resolver-rules=MAP *.googleapis.com ${HOST}:${google.port}`;
  const args = [...CHROMIUM_FLAGS, names, '--ignore-certificate-errors'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    return await work(browser);
  } finally {
    await browser.close();
    await google.close();
  }
}
