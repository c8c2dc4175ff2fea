import { describe, expect, it } from 'vitest';
import { findDatabaseAccess } from '../../src/checks/databaseAccess';

const find = (text: string, path = 'web/src/data/record/heads.ts') =>
  findDatabaseAccess(path, text);

describe('database access', () => {
  it.each([
    ['const request = indexedDB.open("a");', 'indexedDB'],
    ['self.indexedDB.deleteDatabase("a");', 'indexedDB'],
    ['const { indexedDB } = globalThis;', 'indexedDB'],
    ["import { Dexie, type Table } from 'dexie';\nclass A extends Dexie {}", 'dexie'],
    ["import Database from 'dexie';\nnew Database('a');", 'dexie'],
    ["import * as database from 'dexie';", 'dexie'],
    ["const load = () => import('dexie');", 'dexie'],
    ["import { IDBFactory as Factory } from 'fake-indexeddb';", 'fake-indexeddb'],
  ])('is rejected outside its folder: %j', (text, name) => {
    expect(find(text)).toContain(
      `web/src/data/record/heads.ts:1: ${name}: only web/src/data/database/ opens databases`,
    );
  });

  it.each([
    "import type { Dexie } from 'dexie';",
    "import { type Table, liveQuery } from 'dexie';",
    "import { useLiveQuery } from 'dexie-react-hooks';",
    '// indexedDB.open\nconst text = "indexedDB";',
    'const read = (store: IDBObjectStore) => store.getAll();',
  ])('is not found in %j', (text) => {
    expect(find(text)).toEqual([]);
  });

  it('is accepted inside its folder', () => {
    const text = "import { Dexie } from 'dexie';\nindexedDB.open('a');\nnew Dexie('b');";
    expect(find(text, 'web/src/data/database/plain.ts')).toEqual([]);
  });
});
