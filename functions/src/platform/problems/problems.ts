import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { AdminProblem, Problem } from '@quantalgo/contracts/problems/problem';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { problemDocument } from '../../collections/console';
import { KEPT_MS } from '../../retention';
import { isAlreadyThere, parseDocument } from '../core/documents';
import { logKey } from '../core/logKey';
import type { Digester } from '../core/secrets';
import { peopleOf } from '../console/people';

const problemRef = (firestore: Firestore, code: string) => firestore.doc(`problems/${code}`);

/** Stores a reported problem. A code that is taken keeps its first report: nobody can overwrite another's. */
export async function storeProblem(
  firestore: Firestore,
  problem: Problem,
  { uid, now }: { readonly uid: string | null; readonly now: number },
): Promise<void> {
  try {
    await problemRef(firestore, problem.code).create({
      ...problem,
      uid,
      createdAt: Timestamp.fromMillis(now),
      expireAt: Timestamp.fromMillis(now + KEPT_MS.problems),
    });
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
  }
}

/** How long before a report the server's lines about its member are of interest. */
const LOG_WINDOW_MS = DAY_MS;

/** Quotes alternatives as Cloud Logging's query language does. */
const anyOf = (field: string, values: readonly string[]): string[] =>
  values.length === 0
    ? []
    : [`jsonPayload.${field}=(${values.map((value) => `"${value}"`).join(' OR ')})`];

function toLogQuery(
  { calls, uid, createdAt }: Problem & { readonly uid: string | null; readonly createdAt: number },
  secrets: Digester,
): string {
  const from = createdAt - LOG_WINDOW_MS;
  const keys = uid === null ? [] : [from, createdAt].map((at) => logKey(secrets, uid, at));
  const lines = [
    ...anyOf(
      'requestId',
      calls.flatMap(({ requestId }) => requestId ?? []),
    ),
    ...anyOf('member', [...new Set(keys)]),
  ];
  const times = `timestamp>="${new Date(from).toISOString()}" AND timestamp<="${new Date(createdAt).toISOString()}"`;
  const ofMember = lines.length === 0 ? [] : [`(${lines.join(' OR ')})`];
  return ['resource.type="cloud_run_revision"', ...ofMember, times].join(' AND ');
}

/** The problem under a code, with whose it is; null if there is none, or no more. */
export async function findProblem(
  firestore: Firestore,
  code: string,
  secrets: Digester,
): Promise<AdminProblem | null> {
  const stored = parseDocument(problemDocument, await problemRef(firestore, code).get());
  if (!stored) return null;
  const { uid, createdAt, expireAt: _, ...problem } = stored;
  const person = uid === null ? undefined : (await peopleOf(firestore, [uid])).get(uid);
  return {
    ...problem,
    receivedAt: createdAt,
    member: uid !== null && person ? { id: uid, ...person } : null,
    logQuery: toLogQuery({ ...problem, uid, createdAt }, secrets),
  };
}
