import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireFreePorts } from '../../src/suite/runFile';
import { isPortTaken } from '../../src/system/processes';

const server: Server = createServer();
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => {
  server.close();
});

describe('requireFreePorts', () => {
  it('reports a taken port with its number, its use and the process that holds it', async () => {
    await expect(requireFreePorts({ site: port }, 0)).rejects.toThrow(
      new RegExp(`^Port ${port} \\(site\\) is used by process ${process.pid} \\(.*node.*\\)`),
    );
  });

  it('waits for a port that is just being released', async () => {
    const short = createServer();
    await new Promise<void>((resolve) => short.listen(0, '127.0.0.1', resolve));
    const address = short.address();
    const freed = typeof address === 'object' && address !== null ? address.port : 0;
    const waiting = requireFreePorts({ site: freed, inbox: port }, 2000);
    short.close();
    await expect(waiting).rejects.toThrow(`Port ${port} (inbox)`);
    expect(await isPortTaken('127.0.0.1', freed)).toBe(false);
  });
});
