import { parseSlotId, slotId } from '@quantalgo/contracts/core/slots';
import type { SignalEnd } from '@quantalgo/contracts/signals/signalEnd';
import { useEffect, useMemo, useState } from 'react';
import type { MemberDatabase } from '../database/tables';
import { HISTORY_EXTENT_ROW } from '../storage/eviction';
import { useStored } from '../storage/memberDatabase';
import { toUtcDay, parseDigests, parseDayRows, type SignalDigest } from '../storage/digests';

export { getFirstEntryTime, type SignalDigest } from '../storage/digests';

export type SettledDigest = SignalDigest & { readonly ending: SignalEnd };

/** Excludes signals that differ from their commitment. */
export const isSettledAsSealed = (digest: SignalDigest): digest is SettledDigest =>
  digest.ending !== null && !digest.differs;

interface Day {
  readonly text: string;
  readonly digests: readonly SignalDigest[];
}

/** Enough for a list's first screens. Reading more at once would block the page. */
const INITIAL_DAYS = 2;
const DAYS_PER_STEP = 6;
const RENDER_DELAY_MS = 100;

/** Cached, because a new signal changes only one day. */
const parsedDays = new WeakMap<MemberDatabase, Map<string, Day>>();

function parseDay(days: Map<string, Day>, id: string, text: string): readonly SignalDigest[] {
  const cached = days.get(id);
  if (cached?.text === text) return cached.digests;
  const digests = parseDigests(text).reverse();
  days.set(id, { text, digests });
  return digests;
}

function parseDigestRows(database: MemberDatabase, rows: readonly unknown[]): SignalDigest[] {
  const days = parsedDays.get(database) ?? new Map<string, Day>();
  parsedDays.set(database, days);
  return parseDayRows(rows).flatMap(({ id, text }) => parseDay(days, id, text));
}

async function readAll(database: MemberDatabase): Promise<readonly SignalDigest[]> {
  return parseDigestRows(database, (await database.digests.toArray()).reverse());
}

const readNewestRows = ({ digests }: MemberDatabase, below: string, days: number) =>
  digests.where('id').below(below).reverse().limit(days).toArray();

const AFTER_ALL_DAYS = '~';

export async function readSince(
  database: MemberDatabase,
  from: number,
): Promise<readonly SignalDigest[]> {
  const firstId = slotId(from);
  const rows = await database.digests.where('id').aboveOrEqual(toUtcDay(firstId)).toArray();
  return parseDigestRows(database, rows).filter(({ id }) => id >= firstId);
}

const readNewest = async (database: MemberDatabase): Promise<readonly SignalDigest[]> =>
  parseDigestRows(database, await readNewestRows(database, AFTER_ALL_DAYS, INITIAL_DAYS));

async function readInSteps(database: MemberDatabase): Promise<readonly SignalDigest[]> {
  const digests: SignalDigest[] = [];
  for (let below: string | undefined = AFTER_ALL_DAYS; below !== undefined;) {
    const rows = await readNewestRows(database, below, DAYS_PER_STEP);
    for (const digest of parseDigestRows(database, rows)) digests.push(digest);
    below = rows.at(-1)?.id;
  }
  return digests;
}

export const useDigests = (): readonly SignalDigest[] | undefined => useStored(readAll);

export const useNewestDigests = (days: number): readonly SignalDigest[] | undefined =>
  useStored(
    async (database) =>
      parseDigestRows(database, await readNewestRows(database, AFTER_ALL_DAYS, days)),
    [days],
  );

export interface PartialDigests {
  readonly digests: readonly SignalDigest[];
  readonly isComplete: boolean;
}

/**
 * Returns the newest signals first. After they are rendered, reads the others in steps that don't
 * block the page.
 */
export function useDigestsInSteps(): PartialDigests | undefined {
  const [isNewestRendered, setNewestRendered] = useState(false);
  const newest = useStored(readNewest);
  const allDigests = useStored(
    (database) => (isNewestRendered ? readInSteps(database) : Promise.resolve(undefined)),
    [isNewestRendered],
  );
  const isRead = newest !== undefined;
  useEffect(() => {
    if (!isRead) return undefined;
    const timer = setTimeout(() => setNewestRendered(true), RENDER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isRead]);
  if (allDigests) return { digests: allDigests, isComplete: true };
  return newest && { digests: newest, isComplete: false };
}

/**
 * This device has all signals since then (epoch ms); 0 if it has all ever. A change of audiences
 * deletes the row.
 */
export const readHistoryStart = async ({ meta }: MemberDatabase): Promise<number> =>
  Number((await meta.get(HISTORY_EXTENT_ROW))?.['before'] ?? Number.MAX_SAFE_INTEGER);

interface SignalHistory {
  /** Newest first, without older ones that were fetched or changed one by one. */
  readonly digests: readonly SignalDigest[];
  readonly start: number;
}

/** The history without gaps; undefined while loading. */
export function useSignalHistory(): SignalHistory | undefined {
  const digests = useDigests();
  const start = useStored(readHistoryStart);
  return useMemo(() => {
    if (!digests || start === undefined) return undefined;
    const end = digests.findLastIndex(({ id }) => parseSlotId(id) >= start);
    return { digests: digests.slice(0, end + 1), start };
  }, [digests, start]);
}
