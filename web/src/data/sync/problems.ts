import { TOO_MANY_REQUESTS_STATUS } from '@quantalgo/contracts/core/endpoint';
import { problemsEndpoints } from '@quantalgo/contracts/problems/endpoints';
import {
  MAX_PROBLEM_CALLS,
  type Problem,
  type ProblemKind,
  problemSchema,
  type RecentCall,
  toProblemCode,
} from '@quantalgo/contracts/problems/problem';
import * as z from 'zod/mini';
import { lastContact } from '../core/clock';
import { getBuildName } from '../core/environment';
import { recentCalls } from '../core/recentCalls';
import { readLocal, writeLocal } from '../core/webStorage';
import { UNSENT_PROBLEMS_KEY } from '../../core/problem';
import { call } from '../auth/call';
import { ApiError } from '../core/errors';
import { syncState } from './freshness';

const MAX_UNSENT_PROBLEMS = 5;

const unsentSchema = z.array(problemSchema);

function readUnsent(): Problem[] {
  try {
    return unsentSchema.parse(JSON.parse(readLocal(UNSENT_PROBLEMS_KEY) ?? '[]'));
  } catch {
    return [];
  }
}

function storeUnsent(problems: readonly Problem[]): void {
  const text = JSON.stringify(problems.slice(-MAX_UNSENT_PROBLEMS));
  writeLocal(UNSENT_PROBLEMS_KEY, problems.length === 0 ? null : text);
}

/** Replaces ids and other variable parts of the path with `*`. */
const toScreenPath = (path: string): string =>
  path.replace(/\/(?![a-z-]+(?:\/|$))[^/]+/g, '/*').slice(0, 80) || '/';

const hasFailed = ({ status }: RecentCall): boolean => status === 0 || status >= 400;

/**
 * Only the last success and last failure of each endpoint, newest first. Polling would fill the
 * list otherwise.
 */
function selectCalls(): RecentCall[] {
  const newestByKey = new Map<string, RecentCall>();
  for (const { endpoint, ...fields } of [...recentCalls].reverse()) {
    const recentCall = { ...fields, endpoint: `${endpoint.method} ${endpoint.path}` };
    const key = `${recentCall.endpoint} ${hasFailed(recentCall)}`;
    if (!newestByKey.has(key)) newestByKey.set(key, recentCall);
  }
  return [...newestByKey.values()].slice(0, MAX_PROBLEM_CALLS);
}

function toProblem(kind: ProblemKind): Problem {
  const { mode, failures, whole } = syncState.get();
  return {
    code: toProblemCode(crypto.getRandomValues(new Uint8Array(8))),
    kind,
    build: getBuildName(),
    screen: toScreenPath(location.pathname),
    online: navigator.onLine,
    worker: 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null,
    at: Date.now(),
    sync: { mode, failures, whole, lastContactAt: lastContact.get() },
    calls: selectCalls(),
  };
}

/**
 * Rate limits, server errors and ended sessions. After a session ends, the next attempt is a
 * visitor’s.
 */
const isTemporary = ({ status }: ApiError): boolean =>
  status === 401 || status === TOO_MANY_REQUESTS_STATUS || status >= 500;

export async function sendProblems(): Promise<void> {
  for (const problem of readUnsent()) {
    try {
      await call(problemsEndpoints.reportProblem, { body: problem });
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporary(error)) return;
    }
    storeUnsent(readUnsent().filter(({ code }) => code !== problem.code));
  }
}

export function reportProblem(kind: ProblemKind): string {
  const problem = toProblem(kind);
  storeUnsent([...readUnsent(), problem]);
  void sendProblems();
  return problem.code;
}
