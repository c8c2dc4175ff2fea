import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { bundled } from '../../build/bundled';
import { runQuietly } from '../../system/childProcess';
import { type Order } from './load';

const FOLDER = 'tools/src/bench/requests';

const saidSchema = z.tuple([z.object({ url: z.url() })], z.unknown());
const loadSchema = z.object({
  perSecond: z.number(),
  p99: z.number(),
  statuses: z.record(z.string(), z.number()),
});
/** What came of a load; `p99` in ms, `statuses` counted. */
export type Load = z.infer<typeof loadSchema>;

/** A server that is measured. */
export interface Served {
  readonly url: string;
  readonly close: () => void;
}

/** Makes ready to start servers and loads, each in a process of its own. */
export async function openProcesses() {
  const server = await bundled(`${FOLDER}/server.ts`);
  const loader = await bundled(`${FOLDER}/load.ts`);
  return {
    async serve(...args: readonly string[]): Promise<Served> {
      const child: ChildProcess = fork(server, args, { execArgv: [] });
      const ended = once(child, 'exit').then(() => {
        throw new Error(`The server "${args.join(' ')}" ended`);
      });
      const said = await Promise.race([once(child, 'message'), ended]);
      ended.catch(() => undefined);
      return { url: saidSchema.parse(said)[0].url, close: () => void child.kill() };
    },
    async load(order: Order): Promise<Load> {
      const args = [loader, JSON.stringify(order)];
      const { code, output } = await runQuietly({ program: process.execPath, args });
      if (code !== 0) throw new Error(`The load failed:\n${output}`);
      return loadSchema.parse(JSON.parse(output));
    },
  };
}

export type Processes = Awaited<ReturnType<typeof openProcesses>>;
