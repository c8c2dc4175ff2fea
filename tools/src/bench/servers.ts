import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { AUDIENCES } from '@quantalgo/contracts/signals/signal';
import { createBatcher } from '@quantalgo/functions/platform/core/batcher';
import { readSessions, createTokenReader } from '@quantalgo/functions/platform/auth/openSessions';
import type { Session } from '@quantalgo/functions/platform/auth/sessions';
import { listSignals } from '@quantalgo/functions/platform/record/signals';
import {
  DocumentReference,
  type DocumentSnapshot,
  getFirestore,
  type Firestore,
  Query,
  QuerySnapshot,
} from 'firebase-admin/firestore';
import { initializeApp } from 'firebase-admin/app';
import * as z from 'zod/mini';
import { buildEmulatorEnvironment } from '../suite/environment';
import { getPorts, readOffset } from '../suite/ports';
import { listen, type OwnApi, startOwnApi } from './ownApi';

const replySchema = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });

function createBareHandler(file: string): RequestListener {
  const { headers, body } = replySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const bytes = Buffer.from(body);
  return (_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  };
}

const createNaiveHandler =
  (firestore: Firestore): RequestListener =>
  (_request, response) => {
    const newest = firestore.collection('signals').orderBy('createdAt', 'desc').limit(10).get();
    const answer = newest.then(({ docs }) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify({ success: true, data: docs.map((signal) => signal.data()) }));
    });
    answer.catch(() => response.destroy());
  };

/** Simulated latency (ms) of a database read. */
const READ_MS = 20;

let reads = 0;

/**
 * Replays the database's first results after {@link READ_MS}. This adds a deployment's latency
 * without the emulator's load.
 */
function simulateLatency(database: Firestore): void {
  const getAll = database.getAll.bind(database);
  const documents = new Map<string, DocumentSnapshot>();
  database.getAll = async (...requested) => {
    const references = requested.filter((argument) => argument instanceof DocumentReference);
    const uncached = references.filter(({ path }) => !documents.has(path));
    if (uncached.length > 0)
      for (const document of await getAll(...uncached)) documents.set(document.ref.path, document);
    reads += references.length;
    await wait(READ_MS);
    return references.flatMap(({ path }) => documents.get(path) ?? []);
  };
  const lists: { readonly query: Query; readonly list: { readonly size: number } }[] = [];
  const get: unknown = Reflect.get(Query.prototype, 'get');
  if (typeof get !== 'function') throw new Error('The query has no get method');
  Query.prototype.get = async function (this: Query) {
    const cached = lists.find(({ query }) => query.isEqual(this));
    const list: unknown = cached?.list ?? (await Reflect.apply(get, this, []));
    if (!(list instanceof QuerySnapshot)) throw new Error('The query returned no snapshot');
    if (!cached) lists.push({ query: this, list });
    reads += list.size;
    await wait(READ_MS);
    return list;
  };
}

/**
 * Handles queued callers in rounds. Each round reads all their sessions, then the list for each of
 * them, one read after the other.
 */
function createSequentialHandler({ auth, database: firestore }: OwnApi): RequestListener {
  interface PendingCall {
    readonly session: Session;
    readonly response: ServerResponse;
  }
  const readToken = createTokenReader(auth);
  const listOptions = { limit: 10, sortOrder: 'desc' } as const;
  const list = createBatcher(async (responses: readonly ServerResponse[]) => {
    const data = JSON.stringify(await listSignals(firestore, AUDIENCES, listOptions));
    for (const response of responses) response.end(data);
  }, 1);
  const sessions = createBatcher(async (calls: readonly PendingCall[]) => {
    const requested = new Set(calls.map(({ session }) => session));
    const stored = await readSessions({ firestore, clock: Date.now }, requested);
    for (const { session, response } of calls)
      if (stored.get(session)) list(response);
      else response.destroy();
  }, 1);
  return (request, response) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const session = Promise.resolve(readToken(token));
    const pending = session.then((value) => value && sessions({ session: value, response }));
    pending.catch(() => response.destroy());
  };
}

async function serve([kind = '', offset, project, file = '']: string[]): Promise<string> {
  const ports = getPorts(readOffset(offset, 0));
  if (kind === 'bare') return listen(createServer(createBareHandler(file)));
  const projectId = z.templateLiteral(['demo-', z.string()]).parse(project);
  if (kind === 'naive') {
    Object.assign(process.env, buildEmulatorEnvironment(ports));
    return listen(createServer(createNaiveHandler(getFirestore(initializeApp({ projectId })))));
  }
  if (kind === 'others' || kind === 'passwords')
    return (await startOwnApi(ports, { project: projectId, group: kind, behindPlatform: true }))
      .url;
  const api = await startOwnApi(ports, { project: projectId });
  if (kind === 'api') return api.url;
  simulateLatency(api.database);
  return kind === 'far' ? api.url : listen(createServer(createSequentialHandler(api)));
}

/** Runs one of the compared servers in its own process, which ends with its parent. */
const url = await serve(process.argv.slice(2));
process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ reads, processorUs: user + system });
});
process.send?.({ url });
