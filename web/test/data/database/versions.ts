/** The stores that each released version of a database added, with key path and indexes. */
type Stores = Record<string, { readonly key: string; readonly indexes?: readonly string[] }>;

/** Append-only: released versions never change. */
export const MEMBER_VERSIONS: readonly Stores[] = [
  {
    signals: { key: 'id', indexes: ['createdAt', 'updatedAt'] },
    quarantine: { key: 'id' },
    digests: { key: 'id' },
    charts: { key: 'id' },
    performance: { key: 'id' },
    courses: { key: 'id' },
    proofs: { key: 'id' },
    tickets: { key: 'id' },
    setups: { key: 'id' },
    journal: { key: 'id' },
    pictures: { key: 'id', indexes: ['at'] },
    posts: { key: 'id' },
    messages: { key: 'id' },
    liveNotes: { key: 'id' },
    postPictures: { key: 'id', indexes: ['at'] },
    meta: { key: 'id' },
  },
];

export const OUTBOX_VERSIONS: readonly Stores[] = [
  {
    items: { key: 'id', indexes: ['uid', 'seq'] },
    files: { key: 'id' },
    drafts: { key: 'uid' },
    setupDrafts: { key: 'uid' },
  },
];

/**
 * Creates a database at `version` (from 1) with these rows and returns the open connection.
 * `number`: the version in IndexedDB, where Dexie multiplies by ten.
 */
export function databaseOf(
  name: string,
  versions: readonly Stores[],
  version: number,
  rows: Readonly<Record<string, readonly object[]>>,
  number = version * 10,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, number);
  return new Promise((resolve, reject) => {
    request.onupgradeneeded = () => {
      for (const [store, { key, indexes = [] }] of versions
        .slice(0, version)
        .flatMap((added) => Object.entries(added))) {
        const made = request.result.createObjectStore(store, { keyPath: key });
        for (const index of indexes) made.createIndex(index, index);
        for (const row of rows[store] ?? []) made.put(row);
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(`${name} can't be made`));
  });
}
