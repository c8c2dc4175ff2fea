import { slotId } from '@quantalgo/contracts/core/slots';
import type { Ended } from '@quantalgo/contracts/signals/ended';
import { useEffect, useState } from 'react';
import type { MemberDatabase } from '../storage/database';
import { useStored } from '../storage/memberDatabase';
import { dayOfId, digestsOfText, readDays, type SignalDigest } from '../storage/digests';

export { entryOf, type SignalDigest } from '../storage/digests';

/** A signal with its end. */
export type SettledDigest = SignalDigest & { readonly ending: Ended };

interface Day {
  readonly text: string;
  /** Newest first. */
  readonly digests: readonly SignalDigest[];
}

/** Days that fill the first screens of a list, and days that are read at once without blocking the page. */
const FIRST_DAYS = 2;
const STEP_DAYS = 6;
/** Time (ms) for rendering the first days. */
const DRAWING_MS = 100;

/** Parsed days, cached because a new signal changes only one of them. */
const read = new WeakMap<MemberDatabase, Map<string, Day>>();

function dayOf(known: Map<string, Day>, id: string, text: string): readonly SignalDigest[] {
  const before = known.get(id);
  if (before?.text === text) return before.digests;
  const digests = digestsOfText(text).reverse();
  known.set(id, { text, digests });
  return digests;
}

/** The digests of these rows, in the order of the rows. */
function digestsIn(database: MemberDatabase, rows: readonly unknown[]): SignalDigest[] {
  const known = read.get(database) ?? new Map<string, Day>();
  read.set(database, known);
  return readDays(rows).flatMap(({ id, text }) => dayOf(known, id, text));
}

async function readAll(database: MemberDatabase): Promise<readonly SignalDigest[]> {
  return digestsIn(database, (await database.digests.toArray()).reverse());
}

const newestRows = ({ digests }: MemberDatabase, below: string, days: number) =>
  digests.where('id').below(below).reverse().limit(days).toArray();

const AFTER_ALL_DAYS = '~';

/** Digests of the signals on this device whose slots began at this time (epoch ms) or later. */
export async function readSince(
  database: MemberDatabase,
  from: number,
): Promise<readonly SignalDigest[]> {
  const first = slotId(from);
  const rows = await database.digests.where('id').aboveOrEqual(dayOfId(first)).toArray();
  return digestsIn(database, rows).filter(({ id }) => id >= first);
}

const readNewest = async (database: MemberDatabase): Promise<readonly SignalDigest[]> =>
  digestsIn(database, await newestRows(database, AFTER_ALL_DAYS, FIRST_DAYS));

async function readInSteps(database: MemberDatabase): Promise<readonly SignalDigest[]> {
  const all: SignalDigest[] = [];
  for (let below: string | undefined = AFTER_ALL_DAYS; below !== undefined;) {
    const rows = await newestRows(database, below, STEP_DAYS);
    for (const digest of digestsIn(database, rows)) all.push(digest);
    below = rows.at(-1)?.id;
  }
  return all;
}

/** Digests of all signals on this device, newest first. Undefined while they are read. */
export const useDigests = (): readonly SignalDigest[] | undefined => useStored(readAll);

/** Digests of the newest days (UTC) with signals on this device, newest first. Undefined while they are read. */
export const useNewestDigests = (days: number): readonly SignalDigest[] | undefined =>
  useStored(
    async (database) => digestsIn(database, await newestRows(database, AFTER_ALL_DAYS, days)),
    [days],
  );

/** Digests of the signals on this device, newest first: only those of the newest days until all are read. */
export interface DigestsSoFar {
  readonly digests: readonly SignalDigest[];
  readonly whole: boolean;
}

/**
 * Digests of the newest signals on this device; once these are rendered, of all others, too, read in steps that don't
 * block the page. Undefined while the newest are read.
 */
export function useDigestsInSteps(): DigestsSoFar | undefined {
  const [isDrawn, setDrawn] = useState(false);
  const newest = useStored(readNewest);
  const all = useStored(
    (database) => (isDrawn ? readInSteps(database) : Promise.resolve(undefined)),
    [isDrawn],
  );
  const isRead = newest !== undefined;
  useEffect(() => {
    if (!isRead) return undefined;
    const timer = setTimeout(() => setDrawn(true), DRAWING_MS);
    return () => clearTimeout(timer);
  }, [isRead]);
  if (all) return { digests: all, whole: true };
  return newest && { digests: newest, whole: false };
}
