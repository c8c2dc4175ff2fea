import type { MemberDatabase } from '../storage/database';
import { useStored } from '../storage/useStored';
import { digestsOfText, type SignalDigest } from './digest';
import { readDays } from './digestTable';

export { entryOf, type SignalDigest, type SignalEnding } from './digest';

interface Day {
  readonly text: string;
  /** Newest first. */
  readonly digests: readonly SignalDigest[];
}

/** Days that were read before: a new signal changes one of them. */
const read = new WeakMap<MemberDatabase, Map<string, Day>>();

function dayOf(known: Map<string, Day>, id: string, text: string): readonly SignalDigest[] {
  const before = known.get(id);
  if (before?.text === text) return before.digests;
  const digests = digestsOfText(text).reverse();
  known.set(id, { text, digests });
  return digests;
}

async function readDigests(database: MemberDatabase): Promise<readonly SignalDigest[]> {
  const known = read.get(database) ?? new Map<string, Day>();
  read.set(database, known);
  const days = readDays(await database.digests.toArray()).reverse();
  return days.flatMap(({ id, text }) => dayOf(known, id, text));
}

/** All signals on this device in short, newest first. Undefined while they are read. */
export const useDigests = (): readonly SignalDigest[] | undefined => useStored(readDigests);
