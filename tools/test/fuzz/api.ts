import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { type OwnApi, startOwnApi } from '../../src/bench/ownApi';
import type { CheckResult } from '../../src/checks/checks';
import {
  findViolations,
  readSnapshot,
  formatFindings,
} from '@quantalgo/functions/platform/invariants/scan';
import { parseSnapshot, type RawSnapshot } from '@quantalgo/functions/platform/invariants/snapshot';
import { openSuite } from '../../src/suite/project';
import { type Account, createAccount, PASSWORD } from '../../src/suite/accounts';
import type { Ports } from '../../src/suite/ports';
import { clearDatabase } from '../../src/suite/services';
import { heapUsed } from '../heapUsed';
import {
  anyRequest,
  CALLERS,
  type FuzzCaller,
  type FuzzRequest,
  type KnownTexts,
} from './requests';

type Role = Exclude<FuzzCaller, 'nobody' | 'forged'>;

const EMAIL_SUFFIX = '@fuzz.test';

const isRole = (caller: FuzzCaller): caller is Role => caller !== 'nobody' && caller !== 'forged';

const buildAccount = (role: Role): Account => {
  const uid = `fuzz-${randomUUID()}`;
  const access = SETTABLE_ACCESS[role === 'staff' ? 'guest' : role];
  return {
    uid,
    email: `${uid}${EMAIL_SUFFIX}`,
    fullName: 'Ada Obi',
    admissionCode: `QA-${uid.slice(5, 12)}`,
    country: 'Nigeria',
    ...access,
    staff: role === 'staff',
  };
};

const replySchema = z.object({ data: sessionSchema });

async function fetchToken(url: string, email: string): Promise<string> {
  const reply = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return replySchema.parse(await reply.json()).data.token;
}

interface People {
  readonly tokens: ReadonlyMap<FuzzCaller, string>;
  readonly known: KnownTexts;
}

const FORGED = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;

async function createPeople({ url, auth, database }: OwnApi): Promise<People> {
  const tokens = new Map<FuzzCaller, string>([['forged', FORGED]]);
  const accounts: Account[] = [];
  for (const role of CALLERS.filter(isRole)) {
    const account = buildAccount(role);
    await createAccount({ auth, database }, account, Date.now());
    tokens.set(role, await fetchToken(url, account.email));
    accounts.push(account);
  }
  const uids = accounts.map(({ uid }) => uid);
  return {
    tokens,
    known: { texts: [...accounts.map(({ email }) => email), PASSWORD, ...uids], ids: uids },
  };
}

const TIMEOUT_MS = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request byte for byte: `fetch` would correct it. */
function send(origin: string, fuzzRequest: FuzzRequest, token: string | null): Promise<FuzzReply> {
  const { method, path, headers, body } = fuzzRequest;
  const { hostname, port } = new URL(origin);
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = request({
      agent,
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...authorization, ...length },
      timeout: TIMEOUT_MS,
    });
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const entries = Object.entries(response.headers).map(
          ([name, value]): [string, string | undefined] => [
            name,
            Array.isArray(value) ? value.join() : value,
          ],
        );
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(entries),
          body: text,
        });
      });
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('No reply in time')));
    // The server closes idle connections, perhaps just as one is reused.
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && error.code === 'ECONNRESET')
        resolve(send(origin, fuzzRequest, token));
      else reject(error);
    });
    outgoing.end(body ?? undefined);
  });
}

export interface FuzzReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const INTERNALS =
  /node_modules|\bat \S+ \(|\.ts:\d+|\.js:\d+|ECONNREFUSED|FirebaseAuthError|PERMISSION_DENIED/;

function findEnvelopeFault({ status, body }: FuzzReply): string | null {
  let parsed;
  try {
    parsed = envelopeSchema.safeParse(JSON.parse(body));
  } catch {
    return 'a body that is not JSON';
  }
  if (!parsed.success) return 'a body that is no envelope';
  const { success, message } = parsed.data;
  if (success !== status < 400) return `success ${success} at status ${status}`;
  if (!success && (message ?? '') === '') return 'a failure without a sentence';
  return !success && INTERNALS.test(body) ? 'the inside of the server in a failure' : null;
}

function findHeaderFault({ headers }: FuzzReply): string | null {
  if (!/no-store|no-cache|max-age=\d/.test(headers['cache-control'] ?? ''))
    return 'no Cache-Control';
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (headers['set-cookie'] !== undefined) return 'a cookie';
  if (headers['access-control-allow-origin'] !== undefined) return 'CORS';
  return headers['x-powered-by'] === undefined ? null : 'the name of its framework';
}

/** Nobody watches this run's database, and the health check must say so. */
const isUnwatched = (endpoint: string | undefined, status: number): boolean =>
  endpoint === 'health' && status === 503;

export function findReplyFault(reply: FuzzReply, endpoint?: string): string | null {
  const { status, headers, body } = reply;
  if (status >= 500 && !isUnwatched(endpoint, status))
    return `status ${status}: ${body.slice(0, 200)}`;
  const fault = findHeaderFault(reply);
  if (fault !== null) return fault;
  if (body === '') return status === 304 ? null : `an empty body at status ${status}`;
  if (!(headers['content-type'] ?? '').startsWith('application/json'))
    return `a body of type ${headers['content-type'] ?? 'none'}, which a browser may show`;
  return findEnvelopeFault(reply);
}

/** A separate database without triggers. */
const PROJECT = 'demo-fuzz';

const MAX_PARALLEL = 8;

/**
 * Some requests log their callers out, lock or delete them, so people are replaced after so many.
 */
const REQUESTS_PER_GROUP = 250;

/** Full caches after thousands of requests are no leak. */
const MAX_GROWTH_BYTES = 64 * 1024 * 1024;

export interface Run {
  readonly seed: number;
  readonly runs: number;
}

const describeRequest = ({
  kind,
  caller,
  endpoint,
  method,
  path,
  headers,
  body,
}: FuzzRequest): string =>
  `${kind} request of ${caller} to ${endpoint}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${(body ?? 'no body').slice(0, 400)}`;

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, worker));
}

/** Accounts that this run created: earlier runs left some, and others may sign up meanwhile. */
function selectOwnAccounts(snapshot: RawSnapshot, before: RawSnapshot): RawSnapshot {
  const { users = [] } = snapshot.collections;
  const userIds = new Set(users.map(({ id }) => id));
  const earlierUids = new Set(before.accounts.map(({ uid }) => uid));
  const isOwn = ({ uid }: RawSnapshot['accounts'][number]) =>
    !earlierUids.has(uid) && userIds.has(uid);
  return { ...snapshot, accounts: snapshot.accounts.filter(isOwn) };
}

/**
 * Sends generated requests to every endpoint and checks each reply, then memory, and the invariants
 * of the stored data.
 * @param ports of a running suite
 */
export async function fuzzApi(ports: Ports, { seed, runs }: Run): Promise<CheckResult> {
  const faults: string[] = [];
  const api = await startOwnApi(ports, {
    project: PROJECT,
    report: (_message, { endpoint, cause }) =>
      faults.push(`the server’s own fault at ${String(endpoint)}: ${String(cause).slice(0, 600)}`),
  });
  const suite = openSuite(ports);
  const takeSnapshot = async () => readSnapshot({ ...suite, database: api.database });
  const statuses = new Map<number, number>();
  try {
    await clearDatabase(ports, PROJECT);
    const before = await takeSnapshot();
    let heap = 0;
    for (let sentCount = 0, round = 0; sentCount < runs; round += 1) {
      const people: People = await createPeople(api);
      const count = Math.min(REQUESTS_PER_GROUP, runs - sentCount);
      const requests = fc.sample(anyRequest(people.known), { seed: seed + round, numRuns: count });
      await inParallel(requests, async (request) => {
        const reply = await send(api.url, request, people.tokens.get(request.caller) ?? null);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const fault = findReplyFault(reply, request.endpoint);
        if (fault !== null)
          faults.push(`${fault}\n    round ${round}, ${describeRequest(request)}`);
      });
      sentCount += count;
      if (round === 1) heap = heapUsed();
    }
    const growth = heap === 0 ? 0 : heapUsed() - heap;
    if (growth > MAX_GROWTH_BYTES)
      faults.push(`memory grew by ${Math.round(growth / 1024 / 1024)} MB`);
    const findings = findViolations(parseSnapshot(selectOwnAccounts(await takeSnapshot(), before)));
    const violations = findings.filter((finding) => finding.violations.length > 0);
    const counts = [...statuses].sort(([a], [b]) => a - b).map((one) => one.join(' × '));
    const output = [
      `${runs} requests with the seed ${seed}; statuses ${counts.join(', ')}; heap ${growth < 0 ? '' : '+'}${Math.round(growth / 1024 / 1024)} MB`,
      ...faults.slice(0, 20),
      ...(violations.length > 0 ? [formatFindings(violations)] : []),
    ];
    const failed = faults.length + violations.length;
    const passed = runs + findings.length - Math.min(failed, runs + findings.length);
    return { passed, failed, skipped: 0, output: `${output.join('\n')}\n` };
  } finally {
    await Promise.all([api.close(), suite.close()]);
  }
}
