import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { envelopeSchema, IDEMPOTENCY_HEADER } from '@quantalgo/contracts/core/endpoint';
import * as z from 'zod/mini';
import { PASSWORD } from '../../src/suite/accounts';
import {
  emulatorEnvironment,
  functionParameters,
  functionSecrets,
} from '../../src/suite/environment';
import { BUCKET, HOST, suiteFolder } from '../../src/suite/ports';
import type { Place } from './place';

/** What an instance answered. */
export interface Reply {
  readonly status: number;
  readonly data: unknown;
}

interface Call {
  readonly method?: string;
  readonly token?: string;
  /** The call's own key. */
  readonly key?: string;
  readonly body?: object;
}

/** Calls an instance. @throws Error when it is gone before it has answered */
export async function call(
  { url }: Instance,
  path: string,
  { method = 'POST', token, key, body }: Call = {},
): Promise<Reply> {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, data: envelopeSchema.parse(await reply.json()).data };
}

/** Registers somebody with this address. */
export const register = (instance: Instance, email: string): Promise<Reply> =>
  call(instance, '/auth/register', {
    body: {
      fullName: 'Ada Obi',
      email,
      phone: '+234 801 234 5678',
      country: 'Nigeria',
      password: PASSWORD,
    },
  });

/** Logs in with the password that all have. */
export const logIn = (instance: Instance, email: string): Promise<Reply> =>
  call(instance, '/auth/login', { body: { email, password: PASSWORD } });

/** An instance of the functions in a process of its own. */
export interface Instance {
  readonly url: string;
  /** What it holds on to (bytes), after all else was given back. */
  readonly heap: () => Promise<number>;
  /** Kills it (SIGKILL) and waits until it is gone, which changes nothing where it is. */
  readonly kill: () => Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('instance.ts', import.meta.url));
/** No call is refused for coming too often: that is not what is looked at. */
const LIMITS_FACTOR = '1000000';
const startedSchema = z.object({ port: z.int() });
const heapSchema = z.object({ heap: z.number() });

/** What an instance finds in its environment, beside what the platform sets. */
const settingsOf = ({ ports, project }: Pick<Place, 'ports' | 'project'>) => ({
  ...emulatorEnvironment(ports),
  ...functionParameters(ports),
  ...functionSecrets(ports),
  GCLOUD_PROJECT: project,
  FIREBASE_CONFIG: JSON.stringify({ projectId: project, storageBucket: BUCKET }),
  FUNCTIONS_EMULATOR: 'true',
  LIMITS_FACTOR,
});

/** Starts an instance of the functions that the suite has built. @throws Error when it ends at once */
export async function startInstance(
  place: Pick<Place, 'offset' | 'ports' | 'project'>,
): Promise<Instance> {
  const child = fork(SCRIPT, [join(suiteFolder(place.offset).functions, 'index.js')], {
    env: { ...process.env, ...settingsOf(place) },
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = once(child, 'exit');
  const next = async (): Promise<unknown> => {
    const ended = gone.then(() => Promise.reject(new Error('The instance ended')));
    const message: unknown[] = await Promise.race([once(child, 'message'), ended]);
    return message[0];
  };
  const { port } = z.parse(startedSchema, await next());
  return {
    url: `http://${HOST}:${port}`,
    heap: async () => {
      child.send('heap');
      return z.parse(heapSchema, await next()).heap;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
