import { createServer, type Server } from 'node:http';
import { createApi } from '@quantalgo/functions/http/server';
import { type Log } from '@quantalgo/functions/http/deps';
import { customTokenSignIn } from '@quantalgo/functions/platform/members/identityToolkit';
import { passwordsOf, peppersIn } from '@quantalgo/functions/platform/members/passwords';
import { firestoreLimiter } from '@quantalgo/functions/platform/core/rateLimiter';
import { secretsOf } from '@quantalgo/functions/platform/core/secrets';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { emulatorEnvironment, LOCAL_KEYS } from '../suite/environment';
import { type Ports } from '../suite/ports';

/** Its limits are this much higher: what is measured is not how calls are refused. */
const LIMITS_FACTOR = 1000;

/** The API in this process, and what it reaches. */
export interface OwnApi {
  readonly url: string;
  readonly auth: Auth;
  readonly database: Firestore;
  readonly close: () => Promise<void>;
}

/** Serves at a free port of this machine. */
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
  /** Is told each fault of the API itself. */
  readonly report?: Log['error'];
  /** What limits are multiplied by. */
  readonly factor?: number;
  /** Whether callers are told apart as behind the platform: by what its servers noted. */
  readonly behindPlatform?: boolean;
}

/**
 * The API on node:http, against the emulators of a suite but with a database of its own, in which nothing is triggered:
 * what is measured is its own work, without what the Functions emulator adds.
 */
export async function startOwnApi(
  ports: Ports,
  {
    project = 'demo-bench',
    report = console.error,
    factor = LIMITS_FACTOR,
    behindPlatform = false,
  }: Own = {},
): Promise<OwnApi> {
  const env = emulatorEnvironment(ports);
  // The Firebase SDK finds emulators through these variables alone.
  Object.assign(process.env, env);
  const accounts = initializeApp({ projectId: env.GCLOUD_PROJECT }, `accounts of ${project}`);
  const own = initializeApp({ projectId: project }, project);
  const [auth, firestore] = [getAuth(accounts), getFirestore(own)];
  const reached = { firestore, clock: Date.now };
  const limitSecrets = secretsOf(LOCAL_KEYS.limitsKey);
  const server = createServer(
    createApi({
      ...reached,
      auth,
      bucket: getStorage(accounts).bucket(env.STORAGE_BUCKET),
      passwords: passwordsOf(peppersIn(LOCAL_KEYS.passwordPepper)),
      signInWithToken: customTokenSignIn('demo', env.FIREBASE_AUTH_EMULATOR_HOST),
      limiter: firestoreLimiter({ ...reached, limitSecrets, factor }),
      secrets: secretsOf(LOCAL_KEYS.secretsKey),
      mailSecrets: secretsOf(LOCAL_KEYS.mailKey),
      pushSecrets: secretsOf(LOCAL_KEYS.pushKey),
      pseudonymSecrets: secretsOf(LOCAL_KEYS.pseudonymKey),
      factorSecrets: secretsOf(LOCAL_KEYS.factorKey),
      issuer: 'QuantAlgo',
      demandsFactor: false,
      log: { info: () => undefined, error: report },
      source: 'simulated',
      behindPlatform,
      push: { publicKey: null, pairs: [], local: true },
    }),
  );
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
