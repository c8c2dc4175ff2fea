import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { envelopeSchema, IDEMPOTENCY_HEADER } from '@quantalgo/contracts/core/endpoint';
import * as z from 'zod/mini';
import { PASSWORD } from '../../src/suite/accounts';
import {
  buildEmulatorEnvironment,
  buildFunctionParameters,
  buildFunctionSecrets,
} from '../../src/suite/environment';
import { BUCKET, HOST, getSuitePaths } from '../../src/suite/ports';
import type { Place } from './place';

export interface Reply {
  readonly status: number;
  readonly data: unknown;
}

interface Call {
  readonly method?: string;
  readonly token?: string;
  /** Idempotency key. */
  readonly key?: string;
  readonly body?: object;
}

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

export const logIn = (instance: Instance, email: string): Promise<Reply> =>
  call(instance, '/auth/login', { body: { email, password: PASSWORD } });

export interface Instance {
  readonly url: string;
  /** Bytes, after garbage collection. */
  readonly heap: () => Promise<number>;
  /** Kills it (SIGKILL) and waits until it is gone; no effect if it is. */
  readonly kill: () => Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('instance.ts', import.meta.url));
/** So that no call is refused for coming too often. */
const LIMITS_FACTOR = '1000000';
const startedSchema = z.object({ port: z.int() });
const heapSchema = z.object({ heap: z.number() });

const buildSettings = ({ ports, project }: Pick<Place, 'ports' | 'project'>) => ({
  ...buildEmulatorEnvironment(ports),
  ...buildFunctionParameters(ports),
  ...buildFunctionSecrets(ports),
  GCLOUD_PROJECT: project,
  FIREBASE_CONFIG: JSON.stringify({ projectId: project, storageBucket: BUCKET }),
  FUNCTIONS_EMULATOR: 'true',
  LIMITS_FACTOR,
});

export async function startInstance(
  place: Pick<Place, 'offset' | 'ports' | 'project'>,
): Promise<Instance> {
  const child = fork(SCRIPT, [join(getSuitePaths(place.offset).functions, 'index.js')], {
    env: { ...process.env, ...buildSettings(place) },
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exit = once(child, 'exit');
  const receive = async (): Promise<unknown> => {
    const failure = exit.then(() => Promise.reject(new Error('The instance ended')));
    const message: unknown[] = await Promise.race([once(child, 'message'), failure]);
    return message[0];
  };
  const { port } = z.parse(startedSchema, await receive());
  return {
    url: `http://${HOST}:${port}`,
    heap: async () => {
      child.send('heap');
      return z.parse(heapSchema, await receive()).heap;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
