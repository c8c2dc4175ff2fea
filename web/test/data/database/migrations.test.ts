import type { Dexie } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSignals } from '../../../src/data/storage/digests';
import { readCursor } from '../../../src/data/storage/signalTable';
import { MemberDatabase, OutboxDatabase } from '../../../src/data/database/tables';
import { OUTBOX_NAME } from '../../../src/data/database/databases';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';
import { anItem } from '../outbox/anItem';
import { databaseOf, MEMBER_VERSIONS, OUTBOX_VERSIONS } from './versions';

const received = { ...aSignal(), receivedAt: SLOT + 1500, live: true };
const settled = { ...received, settlement: aSettlement() };
const CURSOR = { id: 'cursor', audiences: 'basic order-flow', updatedAt: SLOT + 1200 };
const OF_A_MEMBER = {
  signals: [settled],
  meta: [CURSOR],
  proofs: [{ id: 'newest', traderId: 'PO-1' }],
  tickets: [{ id: 'ticket-1' }],
};
const BYTES = new Uint8Array([1, 2, 3]).buffer;
const OF_AN_OUTBOX = {
  items: [anItem(), anItem({ id: '11111111-1111-4111-8111-111111111111', state: 'refused' })],
  files: [{ id: anItem().id, type: 'image/png', bytes: BYTES }],
  drafts: [{ uid: 'uid-of-ada', name: 'a.png', type: 'image/png', bytes: BYTES }],
};

const versions = (all: readonly unknown[]) => all.map((_, index) => index + 1);
const openDatabases: Dexie[] = [];
let databases = 0;

const open = async <D extends Dexie>(database: D): Promise<D> => {
  openDatabases.push(database);
  await database.open();
  return database;
};

afterEach(async () => {
  for (const database of openDatabases.splice(0)) await database.delete();
  vi.restoreAllMocks();
});

describe.each(versions(MEMBER_VERSIONS))('member database version %i', (version) => {
  const old = async () => {
    databases += 1;
    const uid = `migrating-${databases}`;
    const tab = await databaseOf(`quantalgo-${uid}`, MEMBER_VERSIONS, version, OF_A_MEMBER);
    return { uid, tab };
  };

  it('migrates to the newest version with all its data', async () => {
    const { uid, tab } = await old();
    tab.close();
    const database = await open(new MemberDatabase(uid));
    expect(database.verno).toBe(MEMBER_VERSIONS.length);
    expect(readSignals(await database.signals.toArray())).toEqual([settled]);
    expect(await readCursor(database)).toEqual({
      audiences: CURSOR.audiences,
      updatedAt: CURSOR.updatedAt,
    });
    for (const table of database.tables) expect(await table.count()).toBeTypeOf('number');
    expect(await database.proofs.count()).toBe(1);
    expect(await database.tickets.count()).toBe(1);
  });

  it('migrates while a tab of that version is open and closes its connection', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { uid, tab } = await old();
    tab.onversionchange = () => tab.close();
    const database = await open(new MemberDatabase(uid));
    expect(await database.signals.count()).toBe(1);
  });
});

describe.each(versions(OUTBOX_VERSIONS))('outbox version %i', (version) => {
  it('migrates to the newest version with all pending items', async () => {
    const tab = await databaseOf(OUTBOX_NAME, OUTBOX_VERSIONS, version, OF_AN_OUTBOX);
    tab.close();
    const database = await open(new OutboxDatabase());
    expect(await database.items.toArray()).toEqual(
      [...OF_AN_OUTBOX.items].sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    expect(await database.files.toArray()).toEqual(OF_AN_OUTBOX.files);
    expect(await database.drafts.count()).toBe(1);
    expect(await database.setupDrafts.count()).toBe(0);
  });
});

describe('the newest version', () => {
  it('has the stores listed in these tests', () => {
    const stores = (of: typeof MEMBER_VERSIONS) => of.flatMap((added) => Object.keys(added)).sort();
    const tables = ({ tables: all }: Dexie) => all.map(({ name }) => name).sort();
    expect(tables(new MemberDatabase('x'))).toEqual(stores(MEMBER_VERSIONS));
    expect(tables(new OutboxDatabase())).toEqual(stores(OUTBOX_VERSIONS));
  });

  it('opens a newer build’s database after a rollback', async () => {
    const name = 'quantalgo-rolled-back';
    const later = [...MEMBER_VERSIONS, { later: { key: 'id' } }];
    (await databaseOf(name, later, later.length, OF_A_MEMBER)).close();
    const database = await open(new MemberDatabase('rolled-back'));
    expect(readSignals(await database.signals.toArray())).toEqual([settled]);
    await database.signals.put({ ...settled, id: '20261120T1410Z' });
    expect(await database.signals.count()).toBe(2);
  });

  it('can be opened by an older build’s tab that closed its connection', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const older = await open(new MemberDatabase('two-builds'));
    await older.signals.put(settled);
    const newer = new MemberDatabase('two-builds');
    newer.version(MEMBER_VERSIONS.length + 1).stores({ later: 'id' });
    await open(newer);
    await newer.signals.put({ ...settled, id: '20261120T1410Z' });
    await older.open();
    expect(await older.signals.count()).toBe(2);
  });
});
