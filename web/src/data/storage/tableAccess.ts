import type { Audience } from '@quantalgo/contracts/signals/signal';
import type { MemberDatabase } from './database';

/**
 * The access that rows require to be on a member's device: a session, if they are the member's own; an unlocked
 * dashboard; the essential tier; or, row by row, the audience of their signal.
 */
export type TableAccess = 'own' | 'member' | 'essential' | 'audience';

/** Access required by each table. `pruneToAudiences` drops what the member may no longer have. */
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
} as const satisfies Readonly<Record<string, TableAccess>>;

/** Access required by those rows of `meta` that aren't the member's own. */
export const META_ACCESS = {
  presence: 'member',
  network: 'member',
  liveCalendar: 'member',
  'essential-room': 'essential',
  liveSessions: 'essential',
} as const satisfies Readonly<Record<string, TableAccess>>;

/** Key of such a row. */
export type MetaRow = keyof typeof META_ACCESS;

/** True if a member who receives these audiences may have rows that require this access. */
function mayHold(access: TableAccess, audiences: readonly Audience[]): boolean {
  if (access === 'own') return true;
  return access === 'essential' ? audiences.includes('order-flow') : audiences.length > 0;
}

/** Names of what requires more access than these audiences have. */
const forbidden = (needed: Readonly<Record<string, TableAccess>>, audiences: readonly Audience[]) =>
  Object.entries(needed).flatMap(([name, access]) => (mayHold(access, audiences) ? [] : [name]));

/** Clears every table, and removes every row of `meta`, that requires more access than the member has now. */
export async function dropTables(
  database: MemberDatabase,
  audiences: readonly Audience[],
): Promise<void> {
  for (const name of forbidden(TABLE_ACCESS, audiences)) await database.table(name).clear();
  await database.meta.bulkDelete(forbidden(META_ACCESS, audiences));
}
