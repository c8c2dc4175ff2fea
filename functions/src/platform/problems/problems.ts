import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { AdminProblem, Problem } from '@quantalgo/contracts/problems/problem';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { problemDocument } from '../../collections/console';
import { COLLECTIONS } from '../../collections/collections';
import { isAlreadyExisting, parseDocument } from '../core/documents';
import { createLogPseudonym } from '../core/logPseudonym';
import type { Digester } from '../core/secrets';
import { readPeople } from '../console/people';

const problemRef = (firestore: Firestore, code: string) => firestore.doc(`problems/${code}`);

/** Never overwrites a report: clients choose the codes, so a code may be somebody else's. */
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
      expireAt: Timestamp.fromMillis(now + COLLECTIONS.problems.retentionMs),
    });
  } catch (error) {
    if (!isAlreadyExisting(error)) throw error;
  }
}

/** The log query starts this long before the report. */
const LOG_WINDOW_MS = DAY_MS;

const matchAny = (field: string, values: readonly string[]): string[] =>
  values.length === 0
    ? []
    : [`jsonPayload.${field}=(${values.map((value) => `"${value}"`).join(' OR ')})`];

function toLogQuery(
  { calls, uid, createdAt }: Problem & { readonly uid: string | null; readonly createdAt: number },
  secrets: Digester,
): string {
  const from = createdAt - LOG_WINDOW_MS;
  const keys =
    uid === null ? [] : [from, createdAt].map((at) => createLogPseudonym(secrets, uid, at));
  const conditions = [
    ...matchAny(
      'requestId',
      calls.flatMap(({ requestId }) => requestId ?? []),
    ),
    ...matchAny('member', [...new Set(keys)]),
  ];
  const timeRange = `timestamp>="${new Date(from).toISOString()}" AND timestamp<="${new Date(createdAt).toISOString()}"`;
  const filter = conditions.length === 0 ? [] : [`(${conditions.join(' OR ')})`];
  return ['resource.type="cloud_run_revision"', ...filter, timeRange].join(' AND ');
}

export async function findProblem(
  firestore: Firestore,
  code: string,
  secrets: Digester,
): Promise<AdminProblem | null> {
  const stored = parseDocument(problemDocument, await problemRef(firestore, code).get());
  if (!stored) return null;
  const { uid, createdAt, expireAt: _, ...problem } = stored;
  const person = uid === null ? undefined : (await readPeople(firestore, [uid])).get(uid);
  return {
    ...problem,
    receivedAt: createdAt,
    member: uid !== null && person ? { id: uid, ...person } : null,
    logQuery: toLogQuery({ ...problem, uid, createdAt }, secrets),
  };
}
