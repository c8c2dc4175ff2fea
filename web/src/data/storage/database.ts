import { Dexie, type DexieOptions, type Table } from 'dexie';
import { databaseName } from '../core/databases';
import type { StoredRow, StoredTable } from './digests';
import type { MetaRow } from './tableAccess';

/** Rows of `meta` that are the member's own, and stay when access ends. */
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

/** A new row is the member's own, or has an entry in `META_ACCESS`. */
type NewMetaRow = StoredRow & { readonly id: OwnMetaRow | MetaRow };

export class MemberDatabase extends Dexie {
  /** `createdAt` and `updatedAt` in epoch ms. */
  declare readonly signals: StoredTable;
  /** Unparsed signals that no build on this device could read so far. */
  declare readonly quarantine: StoredTable;
  /** Digests of each UTC day's signals, as one text. */
  declare readonly digests: StoredTable;
  declare readonly charts: StoredTable;
  /** Two rows: the record's figures, and the newest heartbeat. */
  declare readonly performance: StoredTable;
  /** One row. */
  declare readonly courses: StoredTable;
  /** One row: the newest. */
  declare readonly proofs: StoredTable;
  declare readonly tickets: StoredTable;
  /** One row: the newest. */
  declare readonly setups: StoredTable;
  /** Entries, with the signal's record if this device has seen it. */
  declare readonly journal: StoredTable;
  /** Own pictures that this device took or showed last. */
  declare readonly pictures: StoredTable;
  /** The newest, and the member's own that moderators hold or refused. */
  declare readonly posts: StoredTable;
  /** The same for the Essential Room. */
  declare readonly messages: StoredTable;
  /** The newest. */
  declare readonly liveNotes: StoredTable;
  /** Other members' pictures that this device showed last. */
  declare readonly postPictures: StoredTable;
  /** Single rows: sync progress, last visits, and the like. */
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
