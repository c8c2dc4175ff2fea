import { pageOfFilter } from '@quantalgo/functions/platform/admin/userLists';
import { pageOfUsers } from '@quantalgo/functions/platform/admin/userPages';
import { searchUsers } from '@quantalgo/functions/platform/admin/searchUsers';
import { extendAnchors } from '@quantalgo/functions/platform/admin/userAnchors';
import { listQueue } from '@quantalgo/functions/platform/proofReview/queue';
import { DocumentReference, Query, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { linesWith } from '../command/progress';
import { onOwnSuite } from '../suite/onOwnSuite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
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

/** How many documents `work` reads: those that queries answer, and each that is asked for by its name. */
async function documentsRead(work: () => Promise<unknown>): Promise<number> {
  const { get: query } = Query.prototype;
  const { get: document } = DocumentReference.prototype;
  let read = 0;
  Query.prototype.get = async function counted(...given) {
    const found = await query.apply(this, given);
    read += Math.max(1, found.size);
    return found;
  };
  DocumentReference.prototype.get = function counted(...given) {
    read += 1;
    return document.apply(this, given);
  };
  try {
    await work();
    return read;
  } finally {
    Query.prototype.get = query;
    DocumentReference.prototype.get = document;
  }
}

async function measureOn(offset: Offset): Promise<Figure[]> {
  const { database, close } = openServices(portsAt(offset), 'bench');
  try {
    await fill(database);
    const page = (number: number) => () => pageOfUsers(database, { page: number, limit: LIMIT });
    const pending = { filter: 'pending', page: 1, limit: LIMIT } as const;
    const works: [string, () => Promise<unknown>][] = [
      ['first page', page(1)],
      ['page 1000', page(1000)],
      ['last page', page(Math.ceil(USERS / LIMIT))],
      ['search', () => searchUsers(database, 'member1')],
      ['pending list', () => pageOfFilter(database, pending)],
      ['queue of proofs', () => listQueue(database, undefined, Date.now())],
    ];
    const figures: Figure[] = [];
    for (const [name, work] of works)
      figures.push({ name, value: await documentsRead(work), unit: 'documents', atMost: AT_MOST });
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
