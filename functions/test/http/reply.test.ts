import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { Call } from '../../src/http/core/reply';

it('a call whose caller hangs up before its answer is in the log all the same', async () => {
  const logged: unknown[] = [];
  const info = (_: string, { status }: Readonly<Record<string, unknown>>) => logged.push(status);
  const pseudonymSecrets = { digest: () => 'digest' };
  const deps = { clock: Date.now, log: { info, error: () => undefined }, pseudonymSecrets };
  const caller = new AbortController();
  const server = createServer((request, response) => {
    new Call(request, response, deps);
    caller.abort();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const call = fetch(`http://127.0.0.1:${port}/api/signals`, { signal: caller.signal });
  await expect(call).rejects.toThrow();
  await expect.poll(() => logged).toEqual([499]);
  server.close();
});
