import { createServer, type Server } from 'node:http';
import { createApi, type Serves } from '@quantalgo/functions/http/server';
import type { ApiInput, Log } from '@quantalgo/functions/http/core/deps';
import { bucketOf } from '@quantalgo/functions/platform/core/firebase';
import { customTokenSignIn } from '@quantalgo/functions/platform/auth/identityToolkit';
import { type Passwords, passwordsOf } from '@quantalgo/functions/platform/auth/passwords';
import { firestoreLimiter } from '@quantalgo/functions/platform/core/rateLimiter';
import { peppersIn, secretsOf } from '@quantalgo/functions/platform/core/secrets';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { emulatorEnvironment, LOCAL_KEYS } from '../suite/environment';
import { type Ports } from '../suite/ports';

/** Factor on the rate limits, so that the benchmark doesn't measure refusals. */
const LIMITS_FACTOR = 1000;

/** The API in this process, and its backing services. */
export interface OwnApi {
  readonly url: string;
  readonly auth: Auth;
  readonly database: Firestore;
  readonly close: () => Promise<void>;
}

/** Listens on a free local port; resolves to the address. */
export const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    });
  });

interface Own {
  /** The project of its database. */
  readonly project?: `demo-${string}`;
  /** Called with the API's internal errors. */
  readonly report?: Log['error'];
  /** Factor on the rate limits. */
  readonly factor?: number;
  /** Whether callers are identified as behind the platform, by the headers that its servers add. */
  readonly behindPlatform?: boolean;
  readonly clock?: () => number;
  readonly passwords?: Passwords;
  /** Which calls it serves, as one of the deployed functions; all by default. */
  readonly serves?: Serves;
}

/**
 * Serves the API on node:http, against the emulators of a suite but with a separate database that triggers no
 * functions, so that only the API's work is measured, without the overhead of the Functions emulator.
 */
export async function startOwnApi(
  ports: Ports,
  {
    project = 'demo-bench',
    report = console.error,
    factor = LIMITS_FACTOR,
    behindPlatform = false,
    clock = Date.now,
    passwords = passwordsOf(peppersIn(LOCAL_KEYS.passwordPepper)),
    serves = 'all',
  }: Own = {},
): Promise<OwnApi> {
  const env = emulatorEnvironment(ports);
  // The Firebase SDK finds emulators through these variables only.
  Object.assign(process.env, env);
  const accounts = initializeApp({ projectId: env.GCLOUD_PROJECT }, `accounts of ${project}`);
  const own = initializeApp({ projectId: project }, project);
  const [auth, firestore] = [getAuth(accounts), getFirestore(own)];
  const reached = { firestore, clock };
  const limitSecrets = secretsOf(LOCAL_KEYS.limitsKey);
  const input: ApiInput = {
    ...reached,
    auth,
    bucket: bucketOf(accounts, env.STORAGE_BUCKET),
    passwords,
    signInWithToken: customTokenSignIn('demo', env.FIREBASE_AUTH_EMULATOR_HOST),
    limiter: firestoreLimiter({ ...reached, limitSecrets, factor }),
    secrets: secretsOf(LOCAL_KEYS.secretsKey),
    mailSecrets: secretsOf(LOCAL_KEYS.mailKey),
    pushSecrets: secretsOf(LOCAL_KEYS.pushKey),
    pseudonymSecrets: secretsOf(LOCAL_KEYS.pseudonymKey),
    factorSecrets: secretsOf(LOCAL_KEYS.factorKey),
    issuer: 'QuantAlgo',
    demandsFactor: false,
    telegram: null,
    log: { info: () => undefined, error: report },
    source: 'simulated',
    behindPlatform,
    push: { publicKey: null, pairs: [], local: true },
  };
  const server = createServer(createApi(input, serves));
  const url = await listen(server);
  return {
    url,
    auth,
    database: firestore,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([deleteApp(accounts), deleteApp(own)]);
    },
  };
}
