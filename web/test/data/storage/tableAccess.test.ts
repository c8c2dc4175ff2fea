import type { Audience } from '@quantalgo/contracts/signals/signal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  pruneToAudiences,
  rebuildDigests,
  writeCursor,
} from '../../../src/data/storage/signalTable';
import {
  MemberDatabase,
  META_ACCESS,
  TABLE_ACCESS,
  type TableAccess,
} from '../../../src/data/database/tables';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';

const EVERY: readonly (readonly [string, TableAccess])[] = Object.entries(TABLE_ACCESS);
const BASIC = { ...aSignal(), settlement: aSettlement(), receivedAt: SLOT, live: true };
const ORDER_FLOW = { ...BASIC, id: '20261120T1410Z', audience: 'order-flow' };

const unread = (raw: { readonly id: string }) => ({
  id: raw.id,
  form: 'document',
  raw: { ...raw, direction: 'SIDEWAYS' },
  receivedAt: SLOT,
  live: true,
});

let database: MemberDatabase;

beforeEach(async () => {
  database = new MemberDatabase('table-access');
  await database.open();
  await pruneToAudiences(database, ['basic', 'order-flow']);
  for (const { name } of database.tables) {
    const rows = ['signals', 'charts'].includes(name) ? [BASIC, ORDER_FLOW] : [{ id: 'row' }];
    if (name === 'quarantine') rows.splice(0, 1, ...[BASIC, ORDER_FLOW].map(unread));
    if (name !== 'digests') await database.table(name).bulkPut(rows);
  }
  await database.table('meta').bulkPut(Object.keys(META_ACCESS).map((id) => ({ id })));
  await rebuildDigests(database);
});
afterEach(() => database.delete());

const counts = async (audiences: readonly Audience[]) => {
  await pruneToAudiences(database, audiences);
  const of = EVERY.map(async ([name]) => [name, await database.table(name).count()] as const);
  return new Map(await Promise.all(of));
};

describe('device tables', () => {
  it('all declare the access they need', () => {
    const names = database.tables.map(({ name }) => name).sort();
    expect(Object.keys(TABLE_ACCESS).sort()).toEqual(names);
  });

  it('keep only the member’s own data once access has ended', async () => {
    const left = await counts([]);
    for (const [name, access] of EVERY)
      expect([name, left.get(name) !== 0]).toEqual([name, access === 'own']);
  });

  it('keep nothing of the essential tier after a downgrade', async () => {
    const left = await counts(['basic']);
    for (const [name, access] of EVERY) {
      expect([name, left.get(name) !== 0]).toEqual([name, access !== 'essential']);
      if (access !== 'audience' || name === 'digests') continue;
      expect(await database.table(name).toCollection().primaryKeys()).toEqual([BASIC.id]);
    }
  });

  it('lose essential data even if an older build’s tab handled the downgrade first', async () => {
    await writeCursor(database, { audiences: 'basic', updatedAt: null });
    const left = await counts(['basic']);
    for (const [name, access] of EVERY)
      if (access === 'essential') expect([name, left.get(name)]).toEqual([name, 0]);
    expect(await database.meta.get('liveSessions')).toBeUndefined();
  });

  it.each<[Audience[], string[]]>([
    [['basic', 'order-flow'], Object.keys(META_ACCESS)],
    [['basic'], ['presence', 'network', 'liveCalendar']],
    [[], []],
  ])('keep the meta rows that the audiences %j may see', async (to, rows) => {
    await pruneToAudiences(database, to);
    const left = await database.meta.bulkGet(Object.keys(META_ACCESS));
    expect(left.flatMap((row) => row?.id ?? [])).toEqual(rows);
    expect(await database.meta.get('row')).toEqual({ id: 'row' });
  });
});
