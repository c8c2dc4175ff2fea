import type { Audience } from '@quantalgo/contracts/signals/signal';
import type { MemberDatabase } from './database';

/**
 * Access that rows require: `own`, a session; `member`, an unlocked dashboard; `essential`, the tier;
 * `audience`, that of each row's signal.
 */
export type TableAccess = 'own' | 'member' | 'essential' | 'audience';

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

export const META_ACCESS = {
  presence: 'member',
  network: 'member',
  liveCalendar: 'member',
  'essential-room': 'essential',
  liveSessions: 'essential',
} as const satisfies Readonly<Record<string, TableAccess>>;

export type MetaRow = keyof typeof META_ACCESS;

function isAllowed(access: TableAccess, audiences: readonly Audience[]): boolean {
  if (access === 'own') return true;
  return access === 'essential' ? audiences.includes('order-flow') : audiences.length > 0;
}

const findForbidden = (
  needed: Readonly<Record<string, TableAccess>>,
  audiences: readonly Audience[],
) =>
  Object.entries(needed).flatMap(([name, access]) => (isAllowed(access, audiences) ? [] : [name]));

export async function dropForbiddenRows(
  database: MemberDatabase,
  audiences: readonly Audience[],
): Promise<void> {
  for (const name of findForbidden(TABLE_ACCESS, audiences)) await database.table(name).clear();
  await database.meta.bulkDelete(findForbidden(META_ACCESS, audiences));
}
