import { AUDIENCES } from '@quantalgo/contracts/signals/signal';
import {
  readFilteredPage,
  readUsersPage,
  searchUsers,
} from '@quantalgo/functions/platform/console/userLists';
import { extendAnchors } from '@quantalgo/functions/platform/console/userAnchors';
import { listQueue } from '@quantalgo/functions/platform/submissions/queue';
import { listSignals, readPerformance } from '@quantalgo/functions/platform/record/signals';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmulatedProject } from '../../../../functions/test/server/emulated';
import { buildWaitingProof } from '../../../../functions/test/storedSubmissions';
import { addOlderSignals } from '../../fixtures/signals';
import { measureOperations } from './countOperations';

const USERS = 2500;
const WAITING = 200;
const LIMIT = 50;
const JOINED = Date.parse('2026-01-01T00:00:00Z');

const server = openEmulatedProject('demo-server-reads');
const { database } = server;
const countReads = async (work: (counted: Firestore) => Promise<unknown>) =>
  (await measureOperations(database, work)).reads;

const buildUser = (index: number) => ({
  fullName: `Member ${index}`,
  nameLower: `member ${index}`,
  email: `member${index}@example.test`,
  admissionCode: `QA-${index}`,
  tier: index % 10 === 0 ? 'starter' : 'guest',
  dashboardUnlocked: index % 10 === 0,
  hasDeposited: index % 10 === 0,
  staff: false,
  accessVersion: 1,
  accessPath: null,
  codeActivated: false,
  createdAt: Timestamp.fromMillis(JOINED + index * 1000),
  lockExpiresAt: null,
  proofWaitingSince: index < WAITING ? Timestamp.fromMillis(JOINED + index) : null,
});

const buildProof = (index: number) =>
  buildWaitingProof({ id: '1', uid: `member-${index}`, at: JOINED + index }, `T-${index}`);

beforeAll(async () => {
  await server.clear();
  const writer = database.bulkWriter({ throttling: false });
  for (let index = 0; index < USERS; index += 1)
    void writer.set(database.doc(`users/member-${index}`), buildUser(index));
  for (let index = 0; index < WAITING; index += 1)
    void writer.set(database.doc(`proofs/member-${index}`), buildProof(index));
  await writer.close();
  await extendAnchors(database);
  await addOlderSignals(database, 30);
});
afterAll(() => server.close());

describe('staff lists with thousands of users', () => {
  const page = (number: number) => (counted: Firestore) =>
    readUsersPage(counted, { page: number, limit: LIMIT });
  const lists: [string, (counted: Firestore) => Promise<unknown>][] = [
    ['first page', page(1)],
    ['middle page', page(30)],
    ['last page', page(Math.ceil(USERS / LIMIT))],
    ['search', (counted) => searchUsers(counted, 'member1')],
    ['pending list', (own) => readFilteredPage(own, { filter: 'pending', page: 1, limit: LIMIT })],
    ['queue of proofs', (counted) => listQueue(counted, undefined, Date.now())],
  ];

  it.each(lists)('read at most 60 documents: %s', async (_, list) => {
    expect(await countReads(list)).toBeLessThanOrEqual(60);
  });
});

describe('API call from the Signal Stream', () => {
  it('reads as many signals as it returns, and one document if nothing changed', async () => {
    const newest = { limit: 10, sortOrder: 'desc' } as const;
    expect(await countReads((counted) => listSignals(counted, AUDIENCES, newest))).toBe(10);
    const changed = { limit: 100, sortOrder: 'asc', updatedAfter: Date.now() } as const;
    expect(await countReads((counted) => listSignals(counted, AUDIENCES, changed))).toBe(1);
  });

  it('reads one document for the performance figures', async () => {
    expect(await countReads((counted) => readPerformance(counted))).toBe(1);
  });
});
