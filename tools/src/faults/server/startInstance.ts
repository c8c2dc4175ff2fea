import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { emulatorEnvironment } from '../../suite/environment';
import { suiteFolder } from '../../suite/folders';
import { functionParameters, functionSecrets } from '../../suite/parameters';
import { BUCKET, HOST } from '../../suite/project';
import { type Place } from './place';

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
