import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { initializeApp } from 'firebase-admin/app';
import * as z from 'zod/mini';
import { emulatorEnvironment } from '../suite/environment';
import { portsAt, readOffset } from '../suite/ports';
import { listen, startOwnApi } from './ownApi';

const replySchema = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });

/** The least that can answer with these very bytes. */
function bare(file: string): RequestListener {
  const { headers, body } = replySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const bytes = Buffer.from(body);
  return (_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  };
}

/** What one would write first: the newest ten are read for each call. Whoever calls is let in. */
const naive =
  (firestore: Firestore): RequestListener =>
  (_request, response) => {
    const newest = firestore.collection('signals').orderBy('createdAt', 'desc').limit(10).get();
    const answer = newest.then(({ docs }) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify({ success: true, data: docs.map((signal) => signal.data()) }));
    });
    answer.catch(() => response.destroy());
  };

async function serve([kind = '', offset, project, file = '']: string[]): Promise<string> {
  const ports = portsAt(readOffset(offset, 0));
  if (kind === 'bare') return listen(createServer(bare(file)));
  const own = z.templateLiteral(['demo-', z.string()]).parse(project);
  if (kind === 'api') return (await startOwnApi(ports, { project: own })).url;
  Object.assign(process.env, emulatorEnvironment(ports));
  return listen(createServer(naive(getFirestore(initializeApp({ projectId: own })))));
}

/** One of the servers that are measured beside each other, in a process of its own. It ends with whoever started it. */
const url = await serve(process.argv.slice(2));
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
