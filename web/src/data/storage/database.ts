import { Dexie, type DexieOptions, type Table } from 'dexie';
import { getDatabaseName } from '../core/databases';
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
  | 'notifications'
  | 'older'
  | 'paperDays'
  | 'payout'
  | 'present'
  | 'readMark'
  | 'searches'
  | 'seen'
  | 'stop';

/** A new row is the member's own, or has an entry in `META_ACCESS`. */
type NewMetaRow = StoredRow & { readonly id: OwnMetaRow | MetaRow };

export class MemberDatabase extends Dexie {
  /** `createdAt` and `updatedAt` in epoch ms. */
  declare readonly signals: StoredTable;
  declare readonly quarantine: StoredTable;
  declare readonly digests: StoredTable;
  declare readonly charts: StoredTable;
  declare readonly performance: StoredTable;
  declare readonly courses: StoredTable;
  declare readonly proofs: StoredTable;
  declare readonly tickets: StoredTable;
  declare readonly setups: StoredTable;
  declare readonly journal: StoredTable;
  declare readonly pictures: StoredTable;
  declare readonly posts: StoredTable;
  declare readonly messages: StoredTable;
  declare readonly liveNotes: StoredTable;
  declare readonly postPictures: StoredTable;
  declare readonly meta: Table<StoredRow, string, NewMetaRow>;

  constructor(uid: string, options: DexieOptions = {}) {
    super(getDatabaseName(uid), { autoOpen: false, ...options });
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
