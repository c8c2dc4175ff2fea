import { createServer } from 'node:http';
import { readTask } from '../fixtures/cloudTasks';
import type { Eventarc } from './events';
import { listen, type Listening } from './network';

/**
 * Cloud Tasks signs its calls. Only the platform checks the signature, so any token of this form
 * works.
 */
const AUTHORIZATION = `Bearer ${['{"alg":"none"}', '{"sub":"queue"}', ''].map((part) => Buffer.from(part).toString('base64url')).join('.')}`;

/** Tasks are due by this clock. `speed` is relative to this machine's. */
interface TaskClock {
  readonly now: () => number;
  readonly speed: number;
}

/**
 * Cloud Tasks: runs each named task once it is due, at least once, and again after a failure.
 * Closing drops pending tasks.
 */
export async function serveCloudTasks(
  { take }: Pick<Eventarc, 'take'>,
  { now, speed }: TaskClock,
): Promise<Listening & { readonly purge: () => void }> {
  const names = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    void readTask(request).then(({ name, queue, scheduledAt, body }) => {
      const isNew = !names.has(name);
      names.add(name);
      response
        .writeHead(isNew ? 200 : 409, { 'content-type': 'application/json' })
        .end(JSON.stringify({ name }));
      if (!isNew) return;
      const headers = {
        'content-type': 'application/json',
        authorization: AUTHORIZATION,
        'x-cloudtasks-queuename': queue,
        'x-cloudtasks-taskname': name,
      };
      const run = () => take(queue, { headers, body: new Uint8Array(body) });
      const waitMs = (scheduledAt - now()) / speed;
      if (waitMs <= 0) return run();
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, waitMs);
      timers.add(timer);
    });
  });
  const { port, close } = await listen(server);
  const purge = () => {
    timers.forEach(clearTimeout);
    timers.clear();
  };
  return {
    port,
    purge,
    close: () => {
      purge();
      return close();
    },
  };
}
