import { createServer, type Server } from 'node:http';
import { createApi, type EndpointGroup } from '@quantalgo/functions/http/server';
import type { ApiInput } from '@quantalgo/functions/http/core/deps';
import type { Log } from '@quantalgo/functions/platform/core/log';
import { openBucket } from '@quantalgo/functions/platform/core/firebase';
import { createCustomTokenExchange } from '@quantalgo/functions/platform/auth/identityToolkit';
import { type Passwords, createPasswords } from '@quantalgo/functions/platform/auth/passwords';
import { createFirestoreLimiter } from '@quantalgo/functions/platform/core/rateLimiter';
import { parsePeppers, createSecrets } from '@quantalgo/functions/platform/core/secrets';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { buildEmulatorEnvironment, LOCAL_KEYS } from '../suite/environment';
import { type Ports } from '../suite/ports';

/** Raises the rate limits, so that the benchmark doesn't measure refusals. */
const RATE_LIMIT_FACTOR = 1000;

export interface OwnApi {
  readonly url: string;
  readonly auth: Auth;
  readonly database: Firestore;
  readonly close: () => Promise<void>;
}

export const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    });
  });

interface OwnApiOptions {
  readonly project?: `demo-${string}`;
  readonly report?: Log['error'];
  readonly factor?: number;
  /** Identifies callers by the headers that the platform adds. */
  readonly behindPlatform?: boolean;
  readonly clock?: () => number;
  readonly passwords?: Passwords;
  /** Calls to serve, as one of the deployed functions would; all by default. */
  readonly group?: EndpointGroup;
}

/**
 * Serves the API on node:http against a suite's emulators. Its separate database triggers no
 * functions, so only the API's own work is measured.
 */
export async function startOwnApi(
  ports: Ports,
  {
    project = 'demo-bench',
    report = console.error,
    factor = RATE_LIMIT_FACTOR,
    behindPlatform = false,
    clock = Date.now,
    passwords = createPasswords(parsePeppers(LOCAL_KEYS.passwordPepper)),
    group = 'all',
  }: OwnApiOptions = {},
): Promise<OwnApi> {
  const env = buildEmulatorEnvironment(ports);
  // The Firebase SDK finds emulators only through these variables.
  Object.assign(process.env, env);
  const accounts = initializeApp({ projectId: env.GCLOUD_PROJECT }, `accounts of ${project}`);
  const app = initializeApp({ projectId: project }, project);
  const [auth, firestore] = [getAuth(accounts), getFirestore(app)];
  const base = { firestore, clock };
  const limitSecrets = createSecrets(LOCAL_KEYS.limitsKey);
  const input: ApiInput = {
    ...base,
    auth,
    bucket: openBucket(accounts, env.STORAGE_BUCKET),
    passwords,
    exchangeToken: createCustomTokenExchange('demo', env.FIREBASE_AUTH_EMULATOR_HOST),
    limiter: createFirestoreLimiter({ ...base, limitSecrets, factor }),
    secrets: createSecrets(LOCAL_KEYS.secretsKey),
    mailSecrets: createSecrets(LOCAL_KEYS.mailKey),
    pushSecrets: createSecrets(LOCAL_KEYS.pushKey),
    pseudonymSecrets: createSecrets(LOCAL_KEYS.pseudonymKey),
    factorSecrets: createSecrets(LOCAL_KEYS.factorKey),
    issuer: 'QuantAlgo',
    requiresFactor: false,
    telegram: null,
    telegramBot: null,
    postbacks: null,
    log: { info: () => undefined, error: report },
    source: 'simulated',
    behindPlatform,
    push: { publicKey: null, pairs: [], local: true },
  };
  const server = createServer(createApi(input, group));
  const url = await listen(server);
  return {
    url,
    auth,
    database: firestore,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([deleteApp(accounts), deleteApp(app)]);
    },
  };
}
