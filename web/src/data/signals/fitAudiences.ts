import type { Audience } from '@quantalgo/contracts';
import type { MemberDatabase } from '../storage/database';
import { forgetScreen } from '../storage/keptScreen';
import { audiencesKey, readCursor, writeCursor } from './cursor';
import { renewDigests } from './digestTable';
import { readSignals } from './storedSignal';

/** Signals that a device without any begins with: the newest ones. */
export const FIRST_SIGNALS = 300;

/** Removes rows that no schema can read, as another version may have left: their signals are fetched again. */
async function dropUnreadable({ signals }: MemberDatabase): Promise<boolean> {
  const rows = await signals.orderBy('createdAt').reverse().limit(FIRST_SIGNALS).toArray();
  const readable = new Set(readSignals(rows).map(({ id }) => id));
  const broken = rows.map(({ id }) => id).filter((id) => !readable.has(id));
  await signals.bulkDelete(broken);
  return broken.length > 0;
}

const tablesOf = ({ signals, digests, charts, performance, meta }: MemberDatabase) => [
  signals,
  digests,
  charts,
  performance,
  meta,
];

/**
 * Makes the store fit what the member may receive now: signals of other audiences are removed, and where the audiences
 * are not those of the last time the catch-up begins anew.
 */
export const fitAudiences = (
  database: MemberDatabase,
  audiences: readonly Audience[],
): Promise<void> =>
  database.transaction('rw', tablesOf(database), async () => {
    const key = audiencesKey(audiences);
    const cursor = await readCursor(database);
    const mended = await dropUnreadable(database);
    if (cursor?.audiences === key && !mended) return;
    forgetScreen();
    const allowed = new Set<string>(audiences);
    const rows = readSignals(await database.signals.toArray());
    const gone = rows.filter(({ audience }) => !allowed.has(audience)).map(({ id }) => id);
    await database.signals.bulkDelete(gone);
    await renewDigests(database.signals, database.digests);
    if (gone.length > 0) await database.charts.bulkDelete(gone);
    if (audiences.length === 0) await database.performance.clear();
    await writeCursor(database, { audiences: key, updatedAt: null });
  });
