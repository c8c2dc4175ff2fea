import type { Table } from 'dexie';

/** A row as it lies in IndexedDB: read by a schema, since an older client may have written it. */
export interface StoredRow {
  readonly id: string;
}

export type StoredTable = Table<StoredRow, string>;
