import fc from 'fast-check';
import { startOwnApi } from '../bench/ownApi';
import { type Outcome } from '../checks/outcome';
import { findingsOf, report } from '../invariants/scan';
import { openSuite, readEvidence } from '../invariants/project';
import { worldOf, type Evidence } from '../invariants/world';
import { emptyDatabase } from '../suite/emptyDatabase';
import { type Ports } from '../suite/ports';
import { heapUsed } from '../system/heapUsed';
import { faultOf } from './faults';
import { ADDRESSES, freshPeople, type People } from './people';
import { anyRequest, type FuzzRequest } from './requests';
import { send } from './send';

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
function own(stored: Evidence, before: Evidence): Evidence {
  const { users = [] } = stored.collections;
  const known = new Set([
    ...users.map(({ id }) => id),
    ...worldOf(stored).documents.registrations.map(({ data }) => data.uid),
  ]);
  const earlier = new Set(before.accounts.map(({ uid }) => uid));
  const isOwn = ({ uid, email }: Evidence['accounts'][number]) =>
    !earlier.has(uid) && (known.has(uid) || (email ?? '').endsWith(ADDRESSES));
  return { ...stored, accounts: stored.accounts.filter(isOwn) };
}

/**
 * Sends generated requests to every endpoint and holds each reply against what no reply may be; afterwards memory, and
 * all that they left behind against every promise about what is stored.
 * @param ports of a running suite
 */
export async function fuzzApi(ports: Ports, { seed, runs }: Run): Promise<Outcome> {
  const faults: string[] = [];
  const api = await startOwnApi(ports, {
    project: PROJECT,
    report: (_message, { endpoint, cause }) =>
      faults.push(`the server’s own fault at ${String(endpoint)}: ${String(cause).slice(0, 600)}`),
  });
  const suite = openSuite(ports);
  const stored = async () => readEvidence({ ...suite, database: api.database });
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
        const fault = faultOf(reply);
        if (fault !== null) faults.push(`${fault}\n    round ${round}, ${told(request)}`);
      });
      done += count;
      if (round === 1) heap = heapUsed();
    }
    const grown = heap === 0 ? 0 : heapUsed() - heap;
    if (grown > MAY_GROW_BYTES) faults.push(`memory grew by ${Math.round(grown / 1024 / 1024)} MB`);
    const findings = findingsOf(worldOf(own(await stored(), before)));
    const broken = findings.filter((finding) => finding.broken.length > 0);
    const counts = [...statuses].sort(([a], [b]) => a - b).map((one) => one.join(' × '));
    const output = [
      `${runs} requests with the seed ${seed}; statuses ${counts.join(', ')}; heap ${grown < 0 ? '' : '+'}${Math.round(grown / 1024 / 1024)} MB`,
      ...faults.slice(0, 20),
      ...(broken.length > 0 ? [report(broken)] : []),
    ];
    const failed = faults.length + broken.length;
    const passed = runs + findings.length - Math.min(failed, runs + findings.length);
    return { passed, failed, skipped: 0, output: `${output.join('\n')}\n` };
  } finally {
    await Promise.all([api.close(), suite.close()]);
  }
}
