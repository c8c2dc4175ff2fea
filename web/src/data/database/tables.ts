import { Dexie, type DexieOptions, type Table } from 'dexie';
import { getDatabaseName, OUTBOX_NAME } from './databases';
import type { StoredRow } from './plain';

/**
 * What a member needs to retain a table's rows. `own`: a session. `member`: an unlocked dashboard.
 * `essential`: the tier. `audience`: each row's audience.
 */
export type TableAccess = 'own' | 'member' | 'essential' | 'audience';

type AccessByName = Readonly<Record<string, TableAccess>>;

export const TABLE_ACCESS = {
  signals: 'audience',
  quarantine: 'audience',
  digests: 'audience',
  charts: 'audience',
  performance: 'member',
  courses: 'member',
  proofs: 'own',
  tickets: 'own',
  setups: 'own',
  journal: 'own',
  pictures: 'own',
  posts: 'member',
  messages: 'essential',
  liveNotes: 'essential',
  postPictures: 'member',
  meta: 'own',
} as const satisfies AccessByName;

export const META_ACCESS = {
  presence: 'member',
  network: 'member',
  liveCalendar: 'member',
  'essential-room': 'essential',
  liveSessions: 'essential',
} as const satisfies AccessByName;

export type SharedMetaRow = keyof typeof META_ACCESS;

export type StoredTable = Table<StoredRow, string>;

/** Rows of `meta` that belong to the member and stay when access ends. */
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

type NewMetaRow = StoredRow & { readonly id: OwnMetaRow | SharedMetaRow };

export class MemberDatabase extends Dexie {
  /** `createdAt` and `updatedAt` are epoch ms in these rows. */
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

/**
 * Separate from the member's database, so that a commit is reported only when the data is on disk.
 * Every row belongs to one member.
 */
export class OutboxDatabase extends Dexie {
  /** Must be parsed by a schema, because an older client may have written them. */
  declare readonly items: Table<{ readonly id: string; readonly seq: number }, string>;
  declare readonly files: Table<{ readonly id: string }, string>;
  declare readonly drafts: Table<{ readonly uid: string }, string>;
  declare readonly setupDrafts: Table<{ readonly uid: string }, string>;

  constructor(options: DexieOptions = {}) {
    super(OUTBOX_NAME, { chromeTransactionDurability: 'strict', ...options });
    this.version(1).stores({
      items: 'id, uid, seq',
      files: 'id',
      drafts: 'uid',
      setupDrafts: 'uid',
    });
  }
}
