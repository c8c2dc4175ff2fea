import { Dexie, type DexieOptions, type Table } from 'dexie';
import { renewDigests } from '../signals/digestTable';
import { databaseName } from './names';

/** A row as it lies in IndexedDB: read by a schema, since an older client may have written it. */
export interface StoredRow {
  readonly id: string;
}

/** All that one member received, on this device. */
export class MemberDatabase extends Dexie {
  /** Every signal received, with `createdAt` and `updatedAt` in epoch ms. */
  declare readonly signals: Table<StoredRow, string>;
  /** The signals of each UTC day in short, as one text. */
  declare readonly digests: Table<StoredRow, string>;
  /** Candles around signals that were looked at. */
  declare readonly charts: Table<StoredRow, string>;
  /** One row: the figures of the record. */
  declare readonly performance: Table<StoredRow, string>;
  /** One row: the newest proof of the member's broker account. */
  declare readonly proofs: Table<StoredRow, string>;
  /** The member's tickets. */
  declare readonly tickets: Table<StoredRow, string>;
  /** One row: the newest account setup. */
  declare readonly setups: Table<StoredRow, string>;
  /** How far the catch-up and the older history came, and the payout that the member stated. */
  declare readonly meta: Table<StoredRow, string>;

  constructor(uid: string, options: DexieOptions = {}) {
    super(databaseName(uid), { autoOpen: false, ...options });
    this.version(1).stores({ signals: 'id, createdAt, updatedAt', performance: 'id', meta: 'id' });
    this.version(2).stores({ proofs: 'id' });
    this.version(3).stores({ tickets: 'id', setups: 'id' });
    this.version(4)
      .stores({ digests: 'id', charts: 'id' })
      .upgrade((upgrade) =>
        renewDigests(
          upgrade.table<StoredRow, string>('signals'),
          upgrade.table<StoredRow, string>('digests'),
        ),
      );
  }
}
