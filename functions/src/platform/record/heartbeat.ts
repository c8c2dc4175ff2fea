import { slotId, slotStartOfId } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { MarketState } from '@quantalgo/contracts/market/market';
import { opensAfter } from '@quantalgo/contracts/market/marketHours';
import {
  type Heartbeat,
  heartbeatSchema,
  type Inventory,
} from '@quantalgo/contracts/record/heartbeatDocument';
import {
  inventoryDays,
  inventoryOf,
  withSignal,
  withSignalChanged,
} from '@quantalgo/contracts/record/inventory';
import { performanceCountersSchema } from '@quantalgo/contracts/record/performance';
import {
  type Settlement,
  type Signal,
  signalDocumentSchema,
} from '@quantalgo/contracts/signals/signal';
import {
  type DocumentData,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { IsOpen } from '../../domain/market/candles';
import type { Publication, SlotStep } from '../../domain/record/record';
import { parseDocument } from '../core/documents';
import type { Write } from './ledger';

export const HEARTBEAT_PATH = 'status/heartbeat';

/** The newest heartbeat; null before the first. */
export const readHeartbeat = async (database: Firestore): Promise<Heartbeat | null> =>
  parseDocument(heartbeatSchema, await database.doc(HEARTBEAT_PATH).get());

/** Contents of a heartbeat besides its slot; `figures` is `stats/performance` as stored. */
export interface Carried {
  readonly figures: DocumentData | null;
  readonly inventory: Inventory;
  /** Null before an open market was recorded. */
  readonly market: MarketState | null;
}

/** `status/heartbeat`: the outcome of the newest slot (epoch ms) and, for a closed market, when it opens. */
export function heartbeatWrite(
  slot: number,
  { state }: SlotStep,
  { isOpen, ...carried }: Carried & { readonly isOpen: IsOpen },
): Write {
  const opens = state === 'closed' ? opensAfter(isOpen, slot) : null;
  const opensAt = opens === null ? null : Timestamp.fromMillis(opens);
  const data = { slot: slotId(slot), state, at: FieldValue.serverTimestamp(), opensAt, ...carried };
  return { path: HEARTBEAT_PATH, data, once: false };
}

/** The copy of `stats/performance` in a stored heartbeat, unparsed; undefined where there is no valid one. */
export function figuresIn(beat: DocumentSnapshot): DocumentData | undefined {
  const isCopy = performanceCountersSchema.safeParse(beat.get('figures')).success;
  return isCopy ? z.record(z.string(), z.unknown()).parse(beat.get('figures')) : undefined;
}

/** The stored signals of a day (`20261120`). Invalid ones are skipped, so that they don't block publications. */
async function signalsOfDay(
  database: Firestore,
  transaction: Transaction,
  day: string,
): Promise<Signal[]> {
  const from = slotStartOfId(`${day}T0000Z`);
  const ofDay = database
    .collection('signals')
    .where('createdAt', '>=', Timestamp.fromMillis(from))
    .where('createdAt', '<', Timestamp.fromMillis(from + DAY_MS))
    .orderBy('createdAt');
  const { docs } = await transaction.get(ofDay);
  return docs.flatMap((document) => signalDocumentSchema.safeParse(document.data()).data ?? []);
}

/**
 * The inventory of the days that it covers at `slot` (epoch ms), from the newest heartbeat. A day that is missing
 * there, such as each day at its first slot, is counted from its stored signals.
 */
export async function inventoryAt(
  database: Firestore,
  transaction: Transaction,
  beat: DocumentSnapshot,
  slot: number,
): Promise<Inventory> {
  const known = heartbeatSchema.safeParse(beat.data()).data?.inventory ?? {};
  const counted = inventoryDays(slot).map(async (day) => {
    const recount = async () =>
      inventoryOf([day], await signalsOfDay(database, transaction, day))[day] ?? {};
    return [day, known[day] ?? (await recount())] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}

/** The market as the newest heartbeat knows it. */
export const marketIn = (beat: DocumentSnapshot): MarketState | null =>
  heartbeatSchema.safeParse(beat.data()).data?.market ?? null;

/** The inventory including a newly published signal. */
export const withPublication = (inventory: Inventory, publication: Publication): Inventory =>
  withSignal(inventory, { ...publication, settlement: null });

/** Updates the newest heartbeat with a settled signal and the resulting figures; does nothing without a heartbeat. */
export function updateHeartbeat(
  transaction: Transaction,
  beat: DocumentSnapshot,
  { signal, settlement }: { readonly signal: Signal; readonly settlement: Settlement },
  figures: DocumentData,
): void {
  const stored = heartbeatSchema.safeParse(beat.data()).data;
  if (!stored) return;
  const { inventory } = stored;
  const after = { ...signal, settlement };
  transaction.update(beat.ref, {
    figures,
    inventory: inventory && withSignalChanged(inventory, signal, after),
  });
}
