import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { type OwnApi, startOwnApi } from '../../src/bench/ownApi';
import type { CheckResult } from '../../src/checks/checks';
import { findingsOf, readSnapshot, report } from '@quantalgo/functions/platform/invariants/scan';
import { parseSnapshot, type RawSnapshot } from '@quantalgo/functions/platform/invariants/snapshot';
import { openSuite } from '../../src/suite/project';
import { type Account, createAccount, PASSWORD } from '../../src/suite/accounts';
import type { Ports } from '../../src/suite/ports';
import { emptyDatabase } from '../../src/suite/services';
import { heapUsed } from '../heapUsed';
import { anyRequest, CALLERS, type FuzzCaller, type FuzzRequest, type Known } from './requests';

type Role = Exclude<FuzzCaller, 'nobody' | 'forged'>;

/** How the addresses of all people of a run end. */
const ADDRESSES = '@fuzz.test';

const isRole = (caller: FuzzCaller): caller is Role => caller !== 'nobody' && caller !== 'forged';

const accountOf = (role: Role): Account => {
  const uid = `fuzz-${randomUUID()}`;
  const access = SETTABLE_ACCESS[role === 'staff' ? 'guest' : role];
  return {
    uid,
    email: `${uid}${ADDRESSES}`,
    fullName: 'Ada Obi',
    admissionCode: `QA-${uid.slice(5, 12)}`,
    country: 'Nigeria',
    ...access,
    staff: role === 'staff',
  };
};

const replySchema = z.object({ data: sessionSchema });

async function tokenOf(url: string, email: string): Promise<string> {
  const reply = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return replySchema.parse(await reply.json()).data.token;
}

/** People of a run, one of each role, with their tokens. */
interface People {
  readonly tokens: ReadonlyMap<FuzzCaller, string>;
  readonly known: Known;
}

const FORGED = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;

/** Creates somebody of each role and signs them in. */
async function freshPeople({ url, auth, database }: OwnApi): Promise<People> {
  const tokens = new Map<FuzzCaller, string>([['forged', FORGED]]);
  const accounts: Account[] = [];
  for (const role of CALLERS.filter(isRole)) {
    const account = accountOf(role);
    await createAccount({ auth, database }, account, Date.now());
    tokens.set(role, await tokenOf(url, account.email));
    accounts.push(account);
  }
  const uids = accounts.map(({ uid }) => uid);
  return {
    tokens,
    known: { texts: [...accounts.map(({ email }) => email), PASSWORD, ...uids], ids: uids },
  };
}

/** No request of ours takes as long. */
const TIMEOUT_MS = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request byte for byte as it is: `fetch` would mend what is wrong with it. */
function send(origin: string, asked: FuzzRequest, token: string | null): Promise<FuzzReply> {
  const { method, path, headers, body } = asked;
  const { hostname, port } = new URL(origin);
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...authorization, ...length },
      timeout: TIMEOUT_MS,
    });
    sent.once('response', (response) => {
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
    sent.once('timeout', () => sent.destroy(new Error('No reply in time')));
    // The server closes idle connections: one that was just being used again may end so.
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(origin, asked, token));
      else reject(error);
    });
    sent.end(body ?? undefined);
  });
}

/** A reply as it came over the wire. */
export interface FuzzReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const INTERNALS =
  /node_modules|\bat \S+ \(|\.ts:\d+|\.js:\d+|ECONNREFUSED|FirebaseAuthError|PERMISSION_DENIED/;

function faultOfEnvelope({ status, body }: FuzzReply): string | null {
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

function faultOfHeaders({ headers }: FuzzReply): string | null {
  if (!/no-store|no-cache|max-age=\d/.test(headers['cache-control'] ?? ''))
    return 'no Cache-Control';
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (headers['set-cookie'] !== undefined) return 'a cookie';
  if (headers['access-control-allow-origin'] !== undefined) return 'CORS';
  return headers['x-powered-by'] === undefined ? null : 'the name of its framework';
}

/** Nobody watches the database of this run, and the check from outside has to say so. */
const isUnwatched = (endpoint: string | undefined, status: number): boolean =>
  endpoint === 'health' && status === 503;

/** What no reply may be, whatever was asked; null where all is well. */
export function faultOf(reply: FuzzReply, endpoint?: string): string | null {
  const { status, headers, body } = reply;
  if (status >= 500 && !isUnwatched(endpoint, status))
    return `status ${status}: ${body.slice(0, 200)}`;
  const fault = faultOfHeaders(reply);
  if (fault !== null) return fault;
  if (body === '') return status === 304 ? null : `an empty body at status ${status}`;
  if (!(headers['content-type'] ?? '').startsWith('application/json'))
    return `a body of type ${headers['content-type'] ?? 'none'}, which a browser may show`;
  return faultOfEnvelope(reply);
}

/** Its database is its own, in which nothing is triggered. */
const PROJECT = 'demo-fuzz';

/** Requests that are under way together. */
const AT_ONCE = 8;

/** Some requests sign their callers out, lock them or delete them: after so many there are new people. */
const PEOPLE_EVERY = 250;

/** What the process may have kept (bytes) after thousands of requests: caches that are full, no leak. */
const MAY_GROW_BYTES = 64 * 1024 * 1024;

/** What a run is made of, so that it can be made again. */
export interface Run {
  readonly seed: number;
  readonly runs: number;
}

const told = ({ kind, caller, endpoint, method, path, headers, body }: FuzzRequest): string =>
  `${kind} request of ${caller} to ${endpoint}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${(body ?? 'no body').slice(0, 400)}`;

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Of the accounts of a suite those that this run made: earlier ones left some, and others may sign people up meanwhile. */
function own(stored: RawSnapshot, before: RawSnapshot): RawSnapshot {
  const { users = [] } = stored.collections;
  const known = new Set(users.map(({ id }) => id));
  const earlier = new Set(before.accounts.map(({ uid }) => uid));
  const isOwn = ({ uid }: RawSnapshot['accounts'][number]) => !earlier.has(uid) && known.has(uid);
  return { ...stored, accounts: stored.accounts.filter(isOwn) };
}

/**
 * Sends generated requests to every endpoint and holds each reply against what no reply may be; afterwards memory, and
 * all that they left behind against every promise about what is stored.
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
  const stored = async () => readSnapshot({ ...suite, database: api.database });
  const statuses = new Map<number, number>();
  try {
    await emptyDatabase(ports, PROJECT);
    const before = await stored();
    let heap = 0;
    for (let done = 0, round = 0; done < runs; round += 1) {
      const people: People = await freshPeople(api);
      const count = Math.min(PEOPLE_EVERY, runs - done);
      const requests = fc.sample(anyRequest(people.known), { seed: seed + round, numRuns: count });
      await inParallel(requests, async (request) => {
        const reply = await send(api.url, request, people.tokens.get(request.caller) ?? null);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const fault = faultOf(reply, request.endpoint);
        if (fault !== null) faults.push(`${fault}\n    round ${round}, ${told(request)}`);
      });
      done += count;
      if (round === 1) heap = heapUsed();
    }
    const grown = heap === 0 ? 0 : heapUsed() - heap;
    if (grown > MAY_GROW_BYTES) faults.push(`memory grew by ${Math.round(grown / 1024 / 1024)} MB`);
    const findings = findingsOf(parseSnapshot(own(await stored(), before)));
    const violations = findings.filter((finding) => finding.violations.length > 0);
    const counts = [...statuses].sort(([a], [b]) => a - b).map((one) => one.join(' × '));
    const output = [
      `${runs} requests with the seed ${seed}; statuses ${counts.join(', ')}; heap ${grown < 0 ? '' : '+'}${Math.round(grown / 1024 / 1024)} MB`,
      ...faults.slice(0, 20),
      ...(violations.length > 0 ? [report(violations)] : []),
    ];
    const failed = faults.length + violations.length;
    const passed = runs + findings.length - Math.min(failed, runs + findings.length);
    return { passed, failed, skipped: 0, output: `${output.join('\n')}\n` };
  } finally {
    await Promise.all([api.close(), suite.close()]);
  }
}
