import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { runScheduled, type Schedule, startScheduler } from '../../src/suite/scheduler';

const START = Date.parse('2026-11-20T14:07:31Z');
const TABLE = [
  { name: 'publish', everyMinutes: 5 },
  { name: 'settle', everyMinutes: 5 },
];
const time = (at: number) => new Date(at).toISOString().slice(11, 19);

/** Runs a scheduler, on a clock advanced only by its sleeps, until it has made `count` runs. */
async function runs(
  count: number,
  fails: (run: string) => boolean,
  schedules: readonly Schedule[] = TABLE,
): Promise<string[]> {
  let now = START;
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    const stop = startScheduler({
      schedules,
      log: () => undefined,
      now: () => now,
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        now += ms;
        await Promise.resolve();
      },
      run: (name, nominal) => {
        const run = `${name} ${time(nominal)} at ${time(now)}`;
        seen.push(run);
        if (seen.length === count) stop().then(resolve, resolve);
        return fails(run) ? Promise.reject(new Error('down')) : Promise.resolve();
      },
    });
  });
  return seen;
}

describe('scheduler', () => {
  it('runs every function at its nominal times', async () => {
    expect(await runs(4, () => false)).toEqual([
      'publish 14:10:00 at 14:10:00',
      'settle 14:10:00 at 14:10:00',
      'publish 14:15:00 at 14:15:00',
      'settle 14:15:00 at 14:15:00',
    ]);
  });

  it('retries a failed function for the same nominal time without delaying the next one', async () => {
    const seen = await runs(6, (run) => run.startsWith('publish'));
    expect(seen[0]).toMatch(/^publish 14:10:00/);
    expect(seen[1]).toMatch(/^settle 14:10:00/);
    expect(seen.filter((run) => run.startsWith('publish 14:10:00')).length).toBeGreaterThan(1);
  });
});

describe('failing scheduled function', () => {
  it('is retried until its own next run, even if another function runs each minute', async () => {
    const table = [...TABLE, { name: 'mail', everyMinutes: 1 }];
    const seen = await runs(60, (run) => run.startsWith('publish'), table);
    const tries = seen.filter((run) => run.startsWith('publish 14:10:00'));
    expect(tries.length).toBeGreaterThan(4);
  });
});

describe('runScheduled', () => {
  it('sends Cloud Scheduler’s request and fails if the function does', async () => {
    const requests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      requests.push(request);
      response.writeHead(requests.length === 1 ? 200 : 500).end('crashed');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const run = () => runScheduled(`http://127.0.0.1:${port}/triggers`, 'publishSignal', START);
    try {
      await run();
      expect(requests[0]).toMatchObject({
        method: 'POST',
        url: '/triggers/europe-west1-publishSignal-0',
      });
      expect(requests[0]?.headers['x-cloudscheduler-scheduletime']).toBe(
        '2026-11-20T14:07:31.000Z',
      );
      await expect(run()).rejects.toThrow('publishSignal answered 500: crashed');
    } finally {
      server.close();
    }
  });
});
