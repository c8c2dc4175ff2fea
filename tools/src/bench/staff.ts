import { pageOfFilter } from '@quantalgo/functions/platform/admin/userLists';
import { pageOfUsers } from '@quantalgo/functions/platform/admin/userPages';
import { searchUsers } from '@quantalgo/functions/platform/admin/searchUsers';
import { extendAnchors } from '@quantalgo/functions/platform/admin/userAnchors';
import { listQueue } from '@quantalgo/functions/platform/proofReview/queue';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { linesWith } from '../command/progress';
import { onOwnSuite } from '../suite/onOwnSuite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { countReads } from './countReads';
import { type Figure, type Section } from './section';

const USERS = 100_000;
const WAITING = 200;
const LIMIT = 50;
const AT_MOST = 60;
const AT_ONCE = 400;
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

async function fill(database: Firestore): Promise<void> {
  const { note } = linesWith('  staff: ');
  for (let from = 0; from < USERS; from += AT_ONCE) {
    const batch = database.batch();
    for (let index = from; index < Math.min(USERS, from + AT_ONCE); index += 1)
      batch.set(database.doc(`users/bench-${index}`), userOf(index));
    await batch.commit();
    if (from % 20_000 === 0) note(`${from} users`);
  }
  await extendAnchors(database);
}

/** How many documents `work` reads. */
async function documentsRead(
  database: Firestore,
  work: (database: Firestore) => Promise<unknown>,
): Promise<number> {
  let read = 0;
  await work(countReads(database, (documents) => (read += documents)));
  return read;
}

async function measureOn(offset: Offset): Promise<Figure[]> {
  const { database, close } = openServices(portsAt(offset), 'bench');
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
        value: await documentsRead(database, work),
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
  measure: (stopped) => onOwnSuite(stopped, measureOn),
};
