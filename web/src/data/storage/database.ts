import { Dexie, type DexieOptions, type Table } from 'dexie';
import { databaseName } from '../core/databases';
import type { StoredRow, StoredTable } from './digests';
import type { MetaRow } from './tableAccess';

/** Keys of those rows of `meta` that are the member's own, and stay when access ends. */
type OwnMetaRow =
  | 'bots'
  | 'cursor'
  | 'desk'
  | 'evicted'
  | 'journal'
  | 'journal-habit'
  | 'learning'
  | 'older'
  | 'paperDays'
  | 'payout'
  | 'present'
  | 'seen'
  | 'stop';

/** A row of `meta` to be written. A new one is the member's own, or `META_ACCESS` says who may have it. */
type NewMetaRow = StoredRow & { readonly id: OwnMetaRow | MetaRow };

/** One member's data on this device. */
export class MemberDatabase extends Dexie {
  /** Every signal received, with `createdAt` and `updatedAt` in epoch ms. */
  declare readonly signals: StoredTable;
  /** Signals that no build on this device could read so far, unparsed. */
  declare readonly quarantine: StoredTable;
  /** The digests of each UTC day's signals, as one text. */
  declare readonly digests: StoredTable;
  /** Candles around signals whose charts were opened. */
  declare readonly charts: StoredTable;
  /** Two rows: the record's figures, and the newest heartbeat. */
  declare readonly performance: StoredTable;
  /** One row: the courses of the Mentorship Vault. */
  declare readonly courses: StoredTable;
  /** One row: the newest proof of the member's broker account. */
  declare readonly proofs: StoredTable;
  /** The member's tickets. */
  declare readonly tickets: StoredTable;
  /** One row: the newest account setup. */
  declare readonly setups: StoredTable;
  /** The member's journal, each entry with the record of its signal where this device has seen it. */
  declare readonly journal: StoredTable;
  /** Pictures of the member's own that this device took or showed last. */
  declare readonly pictures: StoredTable;
  /** The newest posts of the Trader's Network, and the member's own that moderators hold or refused. */
  declare readonly posts: StoredTable;
  /** The newest messages of the Essential Room, and the member's own that moderators hold or refused. */
  declare readonly messages: StoredTable;
  /** The newest notes of live sessions. */
  declare readonly liveNotes: StoredTable;
  /** Pictures of other members' posts that this device showed last. */
  declare readonly postPictures: StoredTable;
  /** Single rows: progress of the catch-up and of the older history, last looks into rooms, and the like. */
  declare readonly meta: Table<StoredRow, string, NewMetaRow>;

  constructor(uid: string, options: DexieOptions = {}) {
    super(databaseName(uid), { autoOpen: false, ...options });
    this.version(1).stores({
      signals: 'id, createdAt, updatedAt',
      quarantine: 'id',
      digests: 'id',
      charts: 'id',
      performance: 'id',
      courses: 'id',
      proofs: 'id',
      tickets: 'id',
      setups: 'id',
      journal: 'id',
      pictures: 'id, at',
      posts: 'id',
      messages: 'id',
      liveNotes: 'id',
      postPictures: 'id, at',
      meta: 'id',
    });
  }
}
