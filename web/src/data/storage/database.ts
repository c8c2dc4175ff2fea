import { Dexie, type DexieOptions } from 'dexie';
import { renewDigests } from '../signals/digestTable';
import { databaseName } from './names';
import type { StoredRow, StoredTable } from './row';

/** All that one member received, on this device. */
export class MemberDatabase extends Dexie {
  /** Every signal received, with `createdAt` and `updatedAt` in epoch ms. */
  declare readonly signals: StoredTable;
  /** The signals of each UTC day in short, as one text. */
  declare readonly digests: StoredTable;
  /** Candles around signals that were looked at. */
  declare readonly charts: StoredTable;
  /** One row: the figures of the record. */
  declare readonly performance: StoredTable;
  /** One row: the newest proof of the member's broker account. */
  declare readonly proofs: StoredTable;
  /** The member's tickets. */
  declare readonly tickets: StoredTable;
  /** One row: the newest account setup. */
  declare readonly setups: StoredTable;
  /** How far the catch-up and the older history came, and the payout that the member stated. */
  declare readonly meta: StoredTable;

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
