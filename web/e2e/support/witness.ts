import { createServer } from 'node:net';
import { COSIGNATURE, keyOfVerifier, type Witness } from '@quantalgo/contracts';
import { runQuietly } from '@quantalgo/tools/system/childProcess';
import { expect } from './journey';
import { addresses } from './suite';

/** A witness of the suite's log, as somebody else runs it: a process, a key and a memory of its own. */
export interface RunningWitness {
  readonly witness: Witness;
  /** Its key, as a build that demands it names it. */
  readonly key: string;
  readonly stop: () => Promise<void>;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const keyAt = (url: string): Promise<string> =>
  fetch(url).then(
    async (reply) => (await reply.text()).trim(),
    () => '',
  );

/** Runs `npm run witness` on the suite's log, with what it remembers in a folder. */
export async function runWitness(folder: string): Promise<RunningWitness> {
  const port = await freePort();
  const stopped = new AbortController();
  const args = ['--name', 'witness.example/journey', '--port', `${port}`, '--folder', folder];
  const order = { program: 'npm', args: ['run', '-s', 'witness', '--', addresses.site, ...args] };
  const ended = runQuietly(order, stopped.signal).then(
    ({ output }) => output,
    () => 'stopped',
  );
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() => Promise.race([keyAt(url), ended]), { timeout: 60_000 })
    .toMatch(/^witness\.example\/journey\+/);
  const key = await keyAt(url);
  return {
    key,
    witness: { key: keyOfVerifier(key, COSIGNATURE), url: `${url}/add-checkpoint` },
    stop: async () => {
      stopped.abort();
      await ended;
    },
  };
}
