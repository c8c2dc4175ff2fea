import type { Signal } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import type { StoredTable } from '../storage/row';
import { dayOfId, digestOf, digestsOfText, digestsText, type SignalDigest } from './digest';
import { readSignals } from './storedSignal';

const rowSchema = z.object({ id: z.string(), text: z.string() });

/** A day's digests as they are stored: `20261120` and the text. */
export const readDays = (rows: readonly unknown[]): z.infer<typeof rowSchema>[] =>
  rows.flatMap((row) => rowSchema.safeParse(row).data ?? []);

function byDay(signals: readonly Signal[]): Map<string, Signal[]> {
  const days = new Map<string, Signal[]>();
  for (const signal of signals) {
    const day = dayOfId(signal.id);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(signal);
    else days.set(day, [signal]);
  }
  return days;
}

/** A day's digests with these signals in place of what was there of them, oldest first. */
function withSignals(known: readonly SignalDigest[], signals: readonly Signal[]): SignalDigest[] {
  const digests = new Map(known.map((digest) => [digest.id, digest]));
  for (const signal of signals) digests.set(signal.id, digestOf(signal));
  return [...digests.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Keeps the digests of these signals. To be called in the transaction that writes the signals. */
export async function keepDigests(digests: StoredTable, signals: readonly Signal[]): Promise<void> {
  const days = byDay(signals);
  const stored = readDays(await digests.bulkGet([...days.keys()]));
  const texts = new Map(stored.map(({ id, text }) => [id, text]));
  await digests.bulkPut(
    [...days].map(([id, ofDay]) => {
      const known = digestsOfText(texts.get(id) ?? '[]');
      return { id, text: digestsText(withSignals(known, ofDay)) };
    }),
  );
}

/** Makes all digests anew from the signals stored. To be called in a transaction that may write them. */
export async function renewDigests(signals: StoredTable, digests: StoredTable): Promise<void> {
  await digests.clear();
  await keepDigests(digests, readSignals(await signals.toArray()));
}
