import {
  pageOfFilter,
  pageOfUsers,
  searchUsers,
} from '@quantalgo/functions/platform/console/userLists';
import { extendAnchors } from '@quantalgo/functions/platform/console/userAnchors';
import { listQueue } from '@quantalgo/functions/platform/submissions/queue';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { linesWith } from '../suite/command';
import { onOwnSuite } from '../suite/suite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { operationsOf } from './countOperations';
import { type Figure, type Section } from './section';

const USERS = 100_000;
const WAITING = 200;
const NOTED_EVERY = 10_000;
const LIMIT = 50;
const AT_MOST = 60;
/** A project of its own: no function is triggered by what is written there. */
const PROJECT = 'demo-bench-staff';
const JOINED = Date.parse('2026-01-01T00:00:00Z');

const userOf = (index: number) => ({
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

const proofOf = (index: number) => {
  const uid = `bench-${index}`;
  const at = Timestamp.fromMillis(JOINED + index);
  const fields = { uid, traderId: `T-${index}`, file: `proofs/${uid}/1`, reason: null };
  return { ...fields, state: 'waiting', digest: null, createdAt: at, updatedAt: at };
};

async function fill(database: Firestore): Promise<void> {
  const { note } = linesWith('  staff: ');
  const writer = database.bulkWriter({ throttling: false });
  for (let index = 0; index < USERS; index += 1) {
    void writer.set(database.doc(`users/bench-${index}`), userOf(index));
    if (index % NOTED_EVERY > 0) continue;
    await writer.flush();
    note(`${index} users`);
  }
  for (let index = 0; index < WAITING; index += 1)
    void writer.set(database.doc(`proofs/bench-${index}`), proofOf(index));
  await writer.close();
  note('Setting anchors');
  await extendAnchors(database);
}

async function measureOn(offset: Offset): Promise<Figure[]> {
  const { database, close } = openServices(portsAt(offset), 'bench', PROJECT);
  try {
    await fill(database);
    const page = (number: number) => (counted: Firestore) =>
      pageOfUsers(counted, { page: number, limit: LIMIT });
    const pending = { filter: 'pending', page: 1, limit: LIMIT } as const;
    const works: [string, (counted: Firestore) => Promise<unknown>][] = [
      ['first page', page(1)],
      ['page 1000', page(1000)],
      ['last page', page(Math.ceil(USERS / LIMIT))],
      ['search', (counted) => searchUsers(counted, 'member1')],
      ['pending list', (counted) => pageOfFilter(counted, pending)],
      ['queue of proofs', (counted) => listQueue(counted, undefined, Date.now())],
    ];
    const figures: Figure[] = [];
    for (const [name, work] of works)
      figures.push({
        name,
        value: (await operationsOf(database, work)).reads,
        unit: 'documents',
        atMost: AT_MOST,
      });
    return figures;
  } finally {
    await close();
  }
}

/** What a page of the console costs. */
export const staff: Section = {
  title: `Documents that the staff console reads among ${USERS.toLocaleString('en')} users`,
  measure: (stopped) => onOwnSuite(stopped, measureOn, { site: false }),
};
