import { Dexie, type DexieOptions, type Table } from 'dexie';
import { databaseName } from './names';

/** A row as it lies in IndexedDB: read by a schema, since an older client may have written it. */
export interface StoredRow {
  readonly id: string;
}

/** All that one member received, on this device. */
export class MemberDatabase extends Dexie {
  /** Every signal received, with `createdAt` and `updatedAt` in epoch ms. */
  declare readonly signals: Table<StoredRow, string>;
  /** One row: the figures of the record. */
  declare readonly performance: Table<StoredRow, string>;
  /** One row: the newest proof of the member's broker account. */
  declare readonly proofs: Table<StoredRow, string>;
  /** How far the catch-up came. */
  declare readonly meta: Table<StoredRow, string>;

  constructor(uid: string, options: DexieOptions = {}) {
    super(databaseName(uid), { autoOpen: false, ...options });
    this.version(1).stores({ signals: 'id, createdAt, updatedAt', performance: 'id', meta: 'id' });
    this.version(2).stores({ proofs: 'id' });
  }
}
