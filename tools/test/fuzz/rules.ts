import { EVERY_COLLECTION } from '@quantalgo/functions/collections/collections';
import fc from 'fast-check';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { unsignedToken } from '../../../functions/test/unsignedToken';
import { type CheckResult } from '../../src/checks/checks';
import { getSuiteAddresses, buildEmulatorEnvironment } from '../../src/suite/environment';
import { type Ports } from '../../src/suite/ports';
import { readDeployedRules, loadRules } from '../../src/suite/services';
import { type AccessRequest, type AccessRequester, isAllowed } from './accessModel';
import { type Run } from './api';

type Fields = Readonly<Record<string, unknown>>;

const SESSIONS = ['none', 'open', 'proven', 'stale', 'exempt', 'ended', 'over', 'foreign'] as const;

const toSid = (uid: string, session: (typeof SESSIONS)[number]) => `${session}-${uid}`;

const buildAccess = (tier: unknown, dashboardUnlocked: unknown, staff: unknown): Fields => ({
  tier,
  dashboardUnlocked,
  staff,
});

/** Current records, outdated ones, and ones that must never exist. */
const RECORDS: Readonly<Record<string, Fields | null>> = {
  guest: buildAccess('guest', false, false),
  starter: buildAccess('starter', true, false),
  essential: buildAccess('essential', true, false),
  staff: buildAccess('guest', false, true),
  locked: buildAccess('essential', false, false),
  gone: null,
  empty: {},
  texts: buildAccess('essential', 'true', 'true'),
  odd: buildAccess('platinum', true, 1),
  contested: { ...buildAccess('essential', true, true), needsPassword: true },
};

const COLLECTIONS: readonly string[] = [...EVERY_COLLECTION.map(([name]) => name), 'elsewhere'];

const SIGNALS: Readonly<Record<string, Fields>> = {
  basic: { audience: 'basic' },
  'order-flow': { audience: 'order-flow' },
  odd: { audience: 1 },
};

const POSTS: Readonly<Record<string, Fields>> = {
  open: { uid: 'guest', open: true },
  held: { uid: 'guest', open: false },
  odd: { uid: 'guest', open: 'true' },
};

const SINGLE: Readonly<Record<string, string>> = Object.fromEntries(
  EVERY_COLLECTION.flatMap(([name, { id }]) => (id.includes('{') ? [] : [[name, id]])),
);

const uids = Object.keys(RECORDS);

function buildDocuments(collection: string): Readonly<Record<string, Fields>> {
  if (collection === 'users')
    return Object.fromEntries(
      Object.entries(RECORDS).flatMap(([uid, record]) => (record ? [[uid, record]] : [])),
    );
  if (collection === 'signals') return SIGNALS;
  if (collection === 'posts' || collection === 'messages') return POSTS;
  if (collection === 'sessions') return Object.fromEntries(uids.flatMap(buildSessions));
  const single = SINGLE[collection];
  if (single !== undefined) return { [single]: { uid: 'guest' } };
  return Object.fromEntries(uids.map((uid) => [`of-${uid}`, { uid, audience: 'basic' }]));
}

const FAR_FUTURE = new Date('2100-01-01T00:00:00Z');
const LONG_AGO = new Date(0);

/** One of each kind that exists. */
const buildSessions = (uid: string): [id: string, fields: Fields][] => [
  [toSid(uid, 'open'), { uid, endedAt: null, secondFactorAt: null, expireAt: FAR_FUTURE }],
  [toSid(uid, 'proven'), { uid, endedAt: null, secondFactorAt: new Date(), expireAt: FAR_FUTURE }],
  [toSid(uid, 'stale'), { uid, endedAt: null, secondFactorAt: LONG_AGO, expireAt: FAR_FUTURE }],
  [
    toSid(uid, 'exempt'),
    { uid, endedAt: null, secondFactorAt: LONG_AGO, factorExempt: true, expireAt: FAR_FUTURE },
  ],
  [toSid(uid, 'ended'), { uid, endedAt: LONG_AGO, expireAt: FAR_FUTURE }],
  [toSid(uid, 'over'), { uid, endedAt: null, expireAt: LONG_AGO }],
  [toSid(uid, 'foreign'), { uid: 'somebody-else', endedAt: null, expireAt: FAR_FUTURE }],
];

async function writeDocuments(database: Firestore): Promise<void> {
  const writer = database.bulkWriter();
  const writes = COLLECTIONS.flatMap((collection) =>
    Object.entries(buildDocuments(collection)).map(([id, data]) =>
      writer.set(database.doc(`${collection}/${id}`), data),
    ),
  );
  await writer.close();
  await Promise.all(writes);
}

const PROJECT = 'demo-fuzz-rules';
const MAX_PARALLEL = 16;

interface Case {
  readonly asker: AccessRequester | null;
  readonly ask: AccessRequest;
}

const truth = fc.constantFrom(true, true, false, 'true', 1, null);
const tier = fc.constantFrom('guest', 'starter', 'essential', 'essential', 'platinum', null, 1);

const toClaims = ({
  tier: recordTier,
  dashboardUnlocked,
  staff,
}: Readonly<Record<string, unknown>>) => ({
  tier: recordTier,
  unlocked: dashboardUnlocked,
  staff,
});

const oneIn = (times: number) => fc.integer({ min: 1, max: times }).map((number) => number === 1);

/** The token matches the record, or is old, forged or of another session. */
const anyAsker: fc.Arbitrary<AccessRequester | null> = fc
  .record({
    uid: fc.constantFrom(...Object.keys(RECORDS)),
    made: fc.record({ tier, unlocked: truth, staff: truth }, { requiredKeys: [] }),
    session: fc.constantFrom(...SESSIONS, 'open', 'open', 'proven', 'proven', 'proven'),
    isAnonymous: oneIn(12),
    isNameless: oneIn(12),
    isMadeUp: oneIn(2),
  })
  .map(({ uid, made, session, isAnonymous, isNameless, isMadeUp }) => {
    if (isAnonymous) return null;
    const record = RECORDS[uid] ?? null;
    const baseClaims = isMadeUp || !record ? made : toClaims(record);
    const claims = isNameless ? baseClaims : { ...baseClaims, sid: toSid(uid, session) };
    return { uid, claims, record, session };
  });

const READABLE = EVERY_COLLECTION.flatMap(([name, { readers }]) => (readers ? [name, name] : []));

const anyAsk: fc.Arbitrary<AccessRequest> = fc
  .record({
    operation: fc.constantFrom('get', 'get', 'get', 'list', 'list', 'create', 'update', 'delete'),
    collection: fc.constantFrom(...COLLECTIONS, ...READABLE),
    place: fc.nat(11),
    limit: fc.constantFrom(5, 5, 5, 300, 301, null),
    offset: fc.constantFrom(null, null, null, 0, 1),
    filter: fc.constantFrom(
      null,
      { field: 'audience', value: 'basic' },
      { field: 'audience', value: 'order-flow' },
      { field: 'open', value: true },
      { field: 'open', value: false },
      ...Object.keys(RECORDS).map((value) => ({ field: 'uid', value })),
    ),
  })
  .map(({ operation, collection, place, filter, limit, offset }) => {
    const documents = buildDocuments(collection);
    const id = Object.keys(documents)[place] ?? 'nowhere';
    const data = operation === 'create' ? { uid: 'guest' } : (documents[id] ?? null);
    const listOptions =
      operation === 'list'
        ? { filter, limit, offset }
        : { filter: null, limit: null, offset: null };
    return { operation, collection, id, data, ...listOptions };
  });

function toOwnTarget({ uid, claims }: AccessRequester, ask: AccessRequest): AccessRequest {
  if (ask.operation === 'list') return { ...ask, filter: { field: 'uid', value: uid } };
  const documents = buildDocuments(ask.collection);
  const id = [uid, `of-${uid}`, String(claims['sid'])].find((one) => one in documents) ?? ask.id;
  return ask.operation === 'create' ? ask : { ...ask, id, data: documents[id] ?? null };
}

const anyCase: fc.Arbitrary<Case> = fc
  .record({ asker: anyAsker, ask: anyAsk, isOwn: oneIn(3) })
  .map(({ asker, ask: asked, isOwn }) => ({
    asker,
    ask: asker && isOwn ? toOwnTarget(asker, asked) : asked,
  }));

function buildBody({ operation, collection, id, filter, limit, offset }: AccessRequest): object {
  const name = `projects/${PROJECT}/databases/(default)/documents/${collection}`;
  const fields = { uid: { stringValue: 'guest' } };
  if (operation === 'list') {
    const where = filter && {
      fieldFilter: {
        field: { fieldPath: filter.field },
        op: 'EQUAL',
        value:
          typeof filter.value === 'boolean'
            ? { booleanValue: filter.value }
            : { stringValue: filter.value },
      },
    };
    return {
      structuredQuery: {
        from: [{ collectionId: collection }],
        ...(limit !== null && { limit }),
        ...(offset !== null && { offset }),
        ...(where && { where }),
      },
    };
  }
  if (operation === 'delete') return { writes: [{ delete: `${name}/${id}` }] };
  const writtenId = operation === 'create' ? 'made-up' : id;
  return {
    writes: [
      {
        update: { name: `${name}/${writtenId}`, fields },
        currentDocument: { exists: operation === 'update' },
      },
    ],
  };
}

/** Sends the request like a client. True if the rules allow it. */
async function ask(base: string, { asker, ask: asked }: Case): Promise<boolean> {
  const { operation, collection, id } = asked;
  const headers = {
    'content-type': 'application/json',
    ...(asker && { authorization: `Bearer ${unsignedToken(PROJECT, asker.uid, asker.claims)}` }),
  };
  const documents = `${base}/v1/projects/${PROJECT}/databases/(default)/documents`;
  const verb = operation === 'list' ? 'runQuery' : 'commit';
  const reply =
    operation === 'get'
      ? await fetch(`${documents}/${collection}/${id}`, { headers })
      : await fetch(`${documents}:${verb}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(buildBody(asked)),
        });
  const text = await reply.text();
  if (reply.status === 403) return false;
  const isMissing = operation === 'get' && reply.status === 404;
  if (!reply.ok && !isMissing) throw new Error(`${reply.status}: ${text.slice(0, 300)}`);
  return true;
}

/**
 * Sends random requests with random tokens and records, and compares firestore.rules with the
 * access table.
 */
export async function fuzzAccessRules(
  ports: Ports,
  { seed, runs }: Run,
  rules = readDeployedRules(),
): Promise<CheckResult> {
  Object.assign(process.env, buildEmulatorEnvironment(ports));
  const base = getSuiteAddresses(ports).firestore;
  const app = initializeApp({ projectId: PROJECT }, PROJECT);
  const differences: string[] = [];
  const cases = fc.sample(anyCase, { seed, numRuns: runs });
  let allowedCount = 0;
  try {
    await loadRules(ports, PROJECT, rules);
    await writeDocuments(getFirestore(app));
    const startTime = performance.now();
    const queue = cases.entries();
    const worker = async () => {
      for (const [index, one] of queue) {
        const isOpen = await ask(base, one);
        if (isOpen) allowedCount += 1;
        if (isOpen !== isAllowed(one.asker, one.ask))
          differences.push(
            `case ${index} is ${isOpen ? 'open' : 'refused'}: ${JSON.stringify(one)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL }, worker));
    const seconds = (performance.now() - startTime) / 1000;
    const rate = Math.round(runs / seconds);
    const summary = `${runs} questions to firestore.rules with the seed ${seed}, ${allowedCount} of them allowed, ${rate} a second`;
    const output = `${[summary, ...differences.slice(0, 20)].join('\n')}\n`;
    return { passed: runs - differences.length, failed: differences.length, skipped: 0, output };
  } finally {
    await deleteApp(app);
  }
}
