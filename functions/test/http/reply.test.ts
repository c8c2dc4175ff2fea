import { createServer } from 'node:http';
import { SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { expect, it } from 'vitest';
import { Call, toHttpError } from '../../src/http/core/reply';

it('logs a call as 499 if the caller disconnects before the response', async () => {
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

it('reports transaction contention as a busy server, not as too many attempts', () => {
  const conflict = Object.assign(new Error('Transaction lock timeout.'), { code: 10 });
  const { status, code, message } = toHttpError(conflict, { failure: 'Could not sign up' });
  expect({ status, code }).toEqual({ status: 429, code: SERVER_BUSY });
  expect(message).toContain('busy');
});
