import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { restsUntil, withOneMore } from '../../domain/push/hearing';
import type { Clock } from '../clock';
import type { Secrets } from '../secrets';
import { liveRows } from './alive';
import type { Telling } from './messages';
import type { Push } from './pushes';
import { rowsIn, type Row } from './rows';
import type { SendPush } from './sender';
import { tell, type Letter } from './tell';

interface PageDeps {
  readonly firestore: Firestore;
  readonly auth: Auth;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly send: SendPush;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Calls to push services that are open at the same time. */
const OPEN_AT_ONCE = 50;

/** Of each page so many devices are asked how long it took: enough for a percentile, and few calls back. */
const MEASURED = 8;

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: OPEN_AT_ONCE }, worker));
}

/** Writes what the page changed of its rows; one that is gone by now stays so. */
async function keep(
  firestore: Firestore,
  changed: ReadonlyMap<Row, Readonly<Record<string, unknown>>>,
  gone: readonly Row[],
): Promise<void> {
  const writer = firestore.bulkWriter({ throttling: false });
  const isMissing = ({ code }: { code: number }) => code === 5;
  const ignoreMissing = (error: Error & { code: number }) => {
    if (!isMissing(error)) throw error;
  };
  writer.onWriteError((error) => !isMissing(error) && error.failedAttempts < 3);
  const reference = ({ id }: Row) => rowsIn(firestore).doc(id);
  const writes = [
    ...[...changed].map(([row, fields]) => writer.update(reference(row), fields)),
    ...gone.map((row) => writer.delete(reference(row))),
  ].map((write) => write.catch(ignoreMissing));
  await writer.close();
  await Promise.all(writes);
}

/** A device that rests is not looked up again until then. */
const resting = (row: Row, now: number) => ({
  restsUntil: Timestamp.fromMillis(restsUntil(row, now)),
});

function counted(row: Row, now: number) {
  const today = withOneMore(row, now);
  return { today, ...resting({ ...row, today }, now) };
}

/**
 * Tells one page of devices: those that want it and whose sessions go on.
 * @returns how many were told, and how many could not be
 */
export async function tellPage(
  deps: PageDeps,
  push: Push & { readonly id: string },
  telling: Telling,
  rows: readonly Row[],
): Promise<{ told: number; failed: number }> {
  const now = deps.clock();
  const wanting = rows.filter((row) => telling.wants(row, now));
  const { live, dead } = await liveRows(deps, wanting);
  const changed = new Map<Row, Readonly<Record<string, unknown>>>();
  if (telling.counts)
    for (const row of rows) if (restsUntil(row, now) > now) changed.set(row, resting(row, now));
  const letters = live.flatMap((one, index): Letter[] => {
    const message = telling.messageFor(one, now);
    if (!message) return [];
    const { handling } = telling;
    return [{ push, row: one.row, message, handling, measured: index < MEASURED }];
  });
  const gone = [...dead];
  let told = 0;
  await inParallel(letters, async (letter) => {
    const outcome = await tell(deps, letter);
    if (outcome === 'gone') gone.push(letter.row);
    if (outcome !== 'told') return;
    told += 1;
    if (telling.counts) changed.set(letter.row, counted(letter.row, now));
  });
  await keep(deps.firestore, changed, gone);
  return { told, failed: letters.length - told };
}
