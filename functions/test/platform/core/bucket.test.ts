import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { initializeApp } from 'firebase-admin/app';
import { afterEach, expect, it, vi } from 'vitest';
import { openBucket } from '../../../src/platform/core/firebase';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllEnvs();
});

/** A bucket at a storage service with this request handler. */
async function bucketAt(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('It has no port');
  vi.stubEnv('STORAGE_EMULATOR_HOST', `http://127.0.0.1:${address.port}`);
  return openBucket(initializeApp({ projectId: 'demo' }, `bucket ${address.port}`), 'files');
}

it('repeats a read after a lost connection, even while another file is deleted', async () => {
  let reads = 0;
  const deletion = new EventEmitter();
  const bucket = await bucketAt(({ method, socket }, response) => {
    if (method === 'DELETE') {
      deletion.once('end', () => response.writeHead(204).end());
      deletion.emit('begin');
      return;
    }
    reads += 1;
    if (reads === 1) socket.destroy();
    else response.end('the file');
  });
  const started = once(deletion, 'begin');
  const deleted = bucket.file('other').delete();
  await started;
  const [bytes] = await bucket.file('one').download({ validation: false });
  deletion.emit('end');
  await deleted;
  expect(bytes.toString()).toBe('the file');
  expect(reads).toBe(2);
});

it('repeats a deletion if the first response was lost', async () => {
  let calls = 0;
  const bucket = await bucketAt(({ socket }, response) => {
    calls += 1;
    if (calls === 1) socket.destroy();
    else response.writeHead(404).end();
  });
  await bucket.file('one').delete({ ignoreNotFound: true });
  expect(calls).toBe(2);
});
